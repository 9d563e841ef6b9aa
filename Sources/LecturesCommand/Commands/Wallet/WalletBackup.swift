import ArgumentParser
import Keystores
import Localization
import Operations
import Primitives
import StrictJSON
import Terminal
import WalletBook

/// `lectures wallet backup FILE`: all key files as one encrypted file.
struct WalletBackup: ReportingCommand {
  static let configuration = CommandConfiguration(
    "backup", "Back up all accounts, names and your networks to one encrypted file.",
    examples: ["lectures wallet backup accounts.backup": "asks for a password for the backup"],
    after: """
      The keys in it keep their own passwords: restoring a key takes the backup's password, and using it takes its \
      own. Of your networks, and of changes to built-in ones, it keeps what stands under `networks` in the \
      configuration file: endpoints, chain id, coin, explorer. What a profile sets for a network, such as the \
      contract, the site and another endpoint of a built-in one, is not in it: keep the file as well, or an invitation \
      (`lectures network invite`).
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: AccountOptions.title) var keystoreOptions: KeystoreOptions
  @OptionGroup(title: AccountOptions.title) var passwordOptions: PasswordOptions
  @Argument(help: "The file to write.", completion: .file()) var file: String
  @Flag(help: "Replace an existing file.") var replace = false
  @OptionGroup var encryption: EncryptionOptions

  func run(in context: CommandContext) async throws -> Report {
    let manager = try context.keys.manager()
    let entries = try await manager.list()
    let networks = NetworkCopies.copy(of: context.settings)
    let book = try await BackupAttachment.copy(of: context.names.bookIfThere(), context.settings)
    guard !entries.isEmpty || book != nil else {
      throw CommandFailure(
        .init("keystore.notFound", .locked), WalletRefusal.nothingToBackUp(manager.directory))
    }
    try OutputFile.check(file, replacing: replace)
    let language = context.language
    let password = try await context.prompts.newPassword(
      for: language[BackupText.theBackup].plain, from: context.prompts.passwordSource())
    let (bytes, kept) = try await context.progress(language[BackupText.backingUp(entries.count)]) { _ in
      let backup = try await manager.backup(
        password: password, kdf: encryption.kdf, attachment: book.map { (name: BackupAttachment.name, content: $0) })
      try await PrivateFile.write(backup.file, to: file, replacing: replace)
      return backup
    }
    for entry in entries where !kept.contains(where: { $0.fileName == entry.fileName }) {
      let problem = entry.problem.map { CommandFailure($0).words(in: language).message }
      context.warn(language[BackupText.leftOutFile(PlainText.escaped(entry.fileName), problem: problem)])
    }
    for entry in kept {
      guard let problem = entry.problem else { continue }
      context.warn(
        language[
          BackupText.useless(
            PlainText.escaped(entry.fileName), problem: CommandFailure(problem).words(in: language).message)])
    }
    let usable = kept.count { $0.problem == nil }
    return Report([
      "file": .string(file), "directory": .string(manager.directory), "bytes": .integer(bytes.count),
      "accounts": .array(kept.map(\.json)), "book": .bool(book != nil),
      "networks": .integer(networks?.object?.count ?? 0),
    ]) {
      language[
        BackupText.made(
          usable, of: manager.directory, in: file, hasBook: book != nil, hasNetworks: networks != nil)]
      language[BackupText.keepElsewhere(command: "lectures wallet restore \(file) --list")]
    }
  }
}
