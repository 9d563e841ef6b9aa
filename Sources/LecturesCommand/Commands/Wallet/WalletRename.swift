import ArgumentParser
import Keystores
import Localization
import Operations
import StrictJSON
import Terminal
import WalletBook

/// `lectures wallet rename OLD NEW`
struct WalletRename: ReportingCommand {
  static let configuration = CommandConfiguration(
    "rename", "Rename an account.",
    examples: [
      "lectures wallet rename student1 alice": "",
      "lectures wallet rename 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 alice": "a file that geth named",
    ])

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup var agreement: AgreementOptions
  @OptionGroup(title: AccountOptions.title) var keystoreOptions: KeystoreOptions
  @Argument(help: "A name, an address or a file.", completion: .known(.wallets)) var account: String
  @Argument(help: "The account's new name.") var newName: String

  func validate() throws { try SecretGuard.check(newName) }

  func run(in context: CommandContext) async throws -> Report {
    let wallet = try await context.names.wallet(account)
    try await context.names.checkNew(name: newName, for: wallet)
    if let entry = wallet.entry { _ = await context.keys.agent(of: entry, in: try context.keys.manager())?.lock() }
    let entry = try await context.names.walletDirectory().rename(wallet, to: newName)
    if let inUse = try? context.settings.account(), inUse == wallet.name {
      context.warn(
        context.language[
          WalletChangeText.stillInUse(wallet.name, command: "lectures wallet use \(newName)")])
    }
    var result = wallet.json
    result["name"] = .string(newName)
    if let entry { result["file"] = .string(entry.fileName) }
    result["formerName"] = .string(wallet.name)
    let language = context.language
    return Report(.object(result)) {
      language[WalletChangeText.renamed(wallet.name, to: newName, file: entry?.fileName)]
    }
  }
}
