import ArgumentParser
import Keystores
import Localization
import Operations
import Primitives
import StrictJSON
import Terminal
import WalletBook

/// `lectures wallet remove NAME`: deletes a key file for good, or stops watching an address.
struct WalletRemove: ReportingCommand {
  static let configuration = CommandConfiguration(
    "remove", "Remove an account's key file or a watched wallet.",
    examples: ["lectures wallet remove student1": "asks for its name"],
    after:
      "A key file is deleted for good. The account itself stays on the chain: whoever has a backup of the key still controls it."
  )

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup var agreement: AgreementOptions
  @OptionGroup(title: AccountOptions.title) var keystoreOptions: KeystoreOptions
  @Argument(help: "A name, an address or a file.", completion: .known(.wallets)) var account: String

  func run(in context: CommandContext) async throws -> Report {
    let manager = try context.keys.manager()
    let wallet = try await context.names.wallet(account)
    let language = context.language
    let address = wallet.address.map { StyledText($0.checksummed) } ?? language[WalletText.addressNotTold]
    var details: Fields = [language[Label.address]: address]
    if let entry = wallet.entry {
      details.add(language[Label.file], StyledText(path: "\(manager.directory)/\(entry.fileName)"))
      details.add(language[Label.mind], language[WalletChangeText.lossOfKey])
    } else {
      details.add(language[Label.mind], language[WalletChangeText.noKeyLost])
    }
    try await context.prompts.confirm(
      language[wallet.entry == nil ? WalletChangeText.unwatchQuestion(wallet.name) : .removeQuestion(wallet.name)],
      details, typing: wallet.name)
    if let entry = wallet.entry { _ = await context.keys.agent(of: entry, in: manager)?.lock() }
    try await context.names.walletDirectory().remove(wallet)
    return Report(.object(wallet.json)) {
      language[wallet.entry == nil ? WalletChangeText.unwatched(wallet.name) : .removed(wallet.name)]
    }
  }
}
