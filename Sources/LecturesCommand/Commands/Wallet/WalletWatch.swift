import ArgumentParser
import Localization
import Operations
import Primitives
import StrictJSON
import Terminal
import WalletBook

/// `lectures wallet watch NAME ADDRESS`: lists the balance of another account beside one's own.
struct WalletWatch: ReportingCommand {
  static let configuration = CommandConfiguration(
    "watch", "Watch an address whose key is elsewhere.",
    examples: [
      "lectures wallet watch escrow 0x5CbDd86a2FA8Dc4bDdd8a8f69dBa48572EeC07FB": "",
      "lectures wallet watch cold 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 --network mainnet": "",
    ],
    after:
      "It is listed with the other wallets, its name stands for its address, and nothing can be sent from it here.")

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup var agreement: AgreementOptions
  @OptionGroup(title: NetworkOptions.title) var networkOptions: NetworkOptions
  @OptionGroup(title: AccountOptions.title) var keystoreOptions: KeystoreOptions
  @Argument(help: "The name for the address.") var name: String
  @Argument(help: "The address, or the name of a contact.", completion: .known(.names)) var address: String

  func validate() throws { try SecretGuard.check(name) }

  func run(in context: CommandContext) async throws -> Report {
    // An unknown network fails now, and not at every list.
    _ = try context.settings.network()
    let address = try await context.accounts.address(address, of: "'<address>'")
    try await context.names.checkNew(name: name, of: address)
    let listed = try await context.names.walletDirectory().watch(
      address, as: name, network: context.options.network, at: LocalTime.now())
    let language = context.language
    return Report(.object(listed.json)) {
      language[WalletChangeText.watched(name, network: listed.network)]
      [language[Label.address]: StyledText(address.checksummed, .strong)] as Fields
    }
  }
}
