import ArgumentParser
import Keystores
import Primitives
import StrictJSON

/// `lectures wallet backup FILE`: all key files as one encrypted file.
struct WalletBackup: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Write all accounts into one encrypted file.",
    discussion: Help.examples(
      ["lectures wallet backup accounts.backup": "asks for a password of the backup's own"],
      after: "The keys in it stay under their own passwords; to use them after a restore, both are needed."))

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @Argument(help: "The file to write.", completion: .file()) var file: String
  @Flag(help: "Replace the file if it is there.") var replace = false
  @OptionGroup var encryption: EncryptionOptions

  func run(in context: CommandContext) async throws -> Report {
    let manager = try context.keystores()
    let entries = try await manager.list()
    guard !entries.isEmpty else {
      throw CommandFailure(
        .init("keystore.notFound", .locked), "There is nothing to back up.",
        reason: "\(manager.directory) has no key files.", advice: "Is --keystore-dir the right directory?")
    }
    try OutputFile.check(file, replacing: replace)
    let password = try await context.newPassword(for: "the backup", from: context.settings.passwordSource())
    let bytes = try await context.progress("Backing up \(entries.count) accounts") { _ in
      let bytes = try await manager.backup(password: password, kdf: encryption.kdf)
      try await PrivateFile.write(bytes, to: file, replacing: replace)
      return bytes
    }
    return Report([
      "file": .string(file), "directory": .string(manager.directory), "bytes": .integer(bytes.count),
      "accounts": .array(entries.map(\.json)),
    ]) {
      "\(entries.count, .strong) account\(entries.count == 1 ? "" : "s") of \(manager.directory) \(entries.count == 1 ? "is" : "are") in \(file)."
      "Keep it somewhere else; \("lectures wallet restore \(file) --list", .action) shows what is in it."
    }
  }
}
