import ArgumentParser
import Keystores
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
  @Argument(help: "The wallet's name, address or file.", completion: .known(.wallets)) var account: String

  func run(in context: CommandContext) async throws -> Report {
    let manager = try context.keys.manager()
    let wallet = try await context.names.wallet(account)
    var details: Fields = ["Address": StyledText(wallet.address?.checksummed ?? "not told")]
    if let entry = wallet.entry {
      details.add("File", StyledText("\(manager.directory)/\(entry.fileName)"))
      details.add("Mind", "Without another copy of the key, all that the account holds is lost.")
    } else {
      details.add("Mind", "It is only watched: no key is lost.")
    }
    try await context.prompts.confirm(
      wallet.entry == nil ? "Stop watching \(wallet.name)?" : "Remove the account \(wallet.name)?", details,
      typing: wallet.name)
    if let entry = wallet.entry { _ = await context.keys.agent(of: entry, in: manager)?.lock() }
    try await context.names.walletDirectory().remove(wallet)
    return Report(.object(wallet.json)) {
      wallet.entry == nil
        ? "The wallet \(wallet.name, .strong) is no longer watched." as StyledText
        : "The account \(wallet.name, .strong) is removed."
    }
  }
}
