import ArgumentParser
import Keystores
import Localization
import Operations
import StrictJSON
import Terminal

/// `lectures wallet use NAME`: keeps the account that acts.
struct WalletUse: ReportingCommand {
  static let configuration = CommandConfiguration(
    "use", "Choose the default account.",
    examples: ["lectures wallet use student1": "from now on, where no --from is given"],
    after: "It is kept in the profile in use, as lectures config set account does. Its key has to be here.")

  static let fileUse = Settings.FileUse.mending

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: AccountOptions.title) var keystoreOptions: KeystoreOptions
  @Argument(help: "A name, an address or a file.", completion: .known(.accounts)) var account: String

  func run(in context: CommandContext) async throws -> Report {
    let language = context.language
    let entry = try await context.keys.manager().entry(account)
    if let problem = entry.problem { throw problem }
    let editor = ConfigEditor(context.settings)
    let place = try editor.place(of: SettingKey.account.rawValue)
    let (_, settings) = try editor.write([entry.name], at: place)
    let stronger = ConfigEditor(settings).stronger(than: place)
    return Report([
      "name": .string(entry.name), "address": .text(entry.address), "profile": .string(settings.profile),
      "inForce": .bool(stronger == nil),
    ]) {
      language[WalletUseText.acts(entry.name)]
      if let stronger { language[WalletUseText.notInForce("\(stronger)")] }
    }
  }
}
