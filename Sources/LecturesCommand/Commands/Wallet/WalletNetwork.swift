import ArgumentParser
import Keystores
import Localization
import Operations
import StrictJSON
import Terminal
import WalletBook

/// `lectures wallet network NAME NETWORK`: on which network a wallet is listed.
struct WalletNetwork: ReportingCommand {
  static let configuration = CommandConfiguration(
    "network", "Set the network on which a wallet's balance is shown.",
    examples: [
      "lectures wallet network student1 kairos": "",
      "lectures wallet network student1 --any": "the network in use, which is the default",
    ],
    after: "A key is valid on every chain: its transactions still go to the network in use.")

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: AccountOptions.title) var keystoreOptions: KeystoreOptions
  @Argument(help: "The wallet's name or address.", completion: .known(.wallets)) var wallet: String
  @Argument(help: "The network to show the balance of.", completion: .known(.networks)) var name: String?
  @Flag(help: "Show the balance on whatever network is in use.") var any = false

  func validate() throws {
    if let rule = UsageRule.choice("<name>", name != nil, "--any", any) { throw rule }
  }

  func run(in context: CommandContext) async throws -> Report {
    let wallet = try await context.names.wallet(wallet)
    if let name { _ = try context.settings.network(named: name) }
    let book = try context.names.book()
    let isKnown = wallet.record == nil ? false : try await book.setNetwork(name, of: wallet.name)
    if !isKnown {
      guard let address = wallet.address else {
        if let problem = wallet.entry?.problem { throw problem }
        throw CommandFailure(.settings, WalletRefusal.noAddressTold(wallet.name))
      }
      try await book.add(
        Wallet(title: wallet.name, address: address, kind: .key, network: name, created: LocalTime.now()))
    }
    let network = name ?? context.settings.networkName
    let language = context.language
    return Report(["name": .string(wallet.name), "network": .string(network), "own": .bool(name != nil)]) {
      language[WalletChangeText.listed(wallet.name, network: network, isInUse: name == nil)]
    }
  }
}
