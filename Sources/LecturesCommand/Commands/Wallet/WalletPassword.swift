import ArgumentParser
import Keystores
import Localization
import Operations
import Terminal

/// `lectures wallet password NAME`: encrypts a key under another password.
struct WalletPassword: ReportingCommand {
  static let configuration = CommandConfiguration(
    "password", "Change an account's password.",
    examples: [
      "lectures wallet password teacher": "asks for the old and the new one",
      "lectures wallet password teacher --password-file old --new-password-file new": "",
      "lectures wallet password teacher --password-fd 3 --new-password-fd 3 3<both": "one a line",
    ],
    after: "Backups made before keep the old password.")

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: AccountOptions.title) var keystoreOptions: KeystoreOptions
  @OptionGroup(title: AccountOptions.title) var passwordOptions: PasswordOptions
  @Argument(help: "A name, an address or a file.", completion: .known(.accounts)) var account: String
  @Option(
    help: ArgumentHelp("A file with the new password in its first line, or -.", valueName: "file"), completion: .file())
  var newPasswordFile: String?
  @Option(
    name: .customLong("new-password-fd"),
    help: ArgumentHelp("An open descriptor to read the new password from.", valueName: "number"))
  var newPasswordDescriptor: Int32?
  @OptionGroup var encryption: EncryptionOptions

  func validate() throws {
    if newPasswordFile != nil && newPasswordDescriptor != nil {
      throw UsageRule.either("--new-password-file", "--new-password-fd")
    }
    if let newPasswordDescriptor, newPasswordDescriptor < 0 {
      throw UsageRule.openDescriptor("--new-password-fd")
    }
  }

  func run(in context: CommandContext) async throws -> Report {
    let manager = try context.keys.manager()
    let entry = try await manager.entry(account)
    if let problem = entry.problem { throw problem }
    let language = context.language
    // Before a new one is thought up, the old one has to be right.
    let old = try await context.keys.attempting(entry, on: language[WalletChangeText.checkingPassword]) {
      _ = try await manager.unlockKeyring(entry.fileName, password: $0)
    }.password
    let source = newPasswordFile.map(PasswordSource.file) ?? newPasswordDescriptor.map(PasswordSource.descriptor)
    let new = try await context.prompts.newPassword(
      for: entry.name, from: source ?? .prompt, givenBy: "--new-password-file FILE or --new-password-fd N")
    // Somebody who knows the old one only is to be kept out from now on.
    _ = await context.keys.agent(of: entry, in: manager)?.lock()
    let changed = try await context.progress(language[WalletMakingText.encrypting(entry.name)]) { _ in
      try await manager.changePassword(entry.fileName, from: old, to: new, kdf: encryption.kdf)
    }
    return Report(changed.json) { language[WalletChangeText.passwordChanged(changed.name)] }
  }
}
