import ArgumentParser
import Database
import Keys
import Operations
import Terminal

/// The place of what several processes share.
struct DatabaseOptions: ParsableArguments, Sendable {
  @Option(
    help: ArgumentHelp(
      "The database of what processes share: a file on this machine, or postgres://user@host/name.", valueName: "place"),
    completion: .file())
  var database: String?

  @Option(
    help: ArgumentHelp(
      "A file with the address of a database of PostgreSQL, which may have its password in it.", valueName: "file"),
    completion: .file())
  var databaseFile: String?

  /// Whether an option names it.
  var isGiven: Bool { database != nil || databaseFile != nil }

  /// The variable that names a file in the place of `--database-file`, for commands of which neither an option nor a setting
  /// names a place.
  static let variable = SettingKey.variable("database-file")

  /// The option as it was given, for another command's line; empty where none was.
  var words: String {
    guard let (option, value) = database.map({ ("database", $0) }) ?? databaseFile.map({ ("database-file", $0) }) else {
      return ""
    }
    guard !value.allSatisfy({ $0.isLetter || $0.isNumber || "/._-:@~".contains($0) }) else {
      return " --\(option) \(value)"
    }
    // As a shell reads it.
    let parts = value.split(separator: "'", omittingEmptySubsequences: false)
    return " --\(option) '\(parts.joined(separator: #"'\''"#))'"
  }

  func validate() throws {
    if database != nil, databaseFile != nil {
      throw UsageRule.either("--database", "--database-file")
    }
  }

  /// The place that is named, by an option or else by the variable; nil where none is.
  ///
  /// - Throws: `DatabaseError` `.badAddress`; the failures of a file that has a secret.
  func place(_ prompts: Prompts) async throws -> DatabasePlace? {
    let folders = prompts.settings.folders
    if let database {
      return PostgresAddress.isMeant(by: database)
        ? .server(try PostgresAddress(database, isSecret: false, stateFolder: folders.outboxes)) : .file(database)
    }
    let settings = prompts.settings
    let named = settings.environment[Self.variable].flatMap { $0.isEmpty ? nil : folders.expandingHome($0) }
    guard let file = databaseFile ?? named else { return nil }
    let text = try await prompts.secret(
      .databaseAddress, from: .file(file), options: databaseFile == nil ? Self.variable : "--database-file")
    return .server(try PostgresAddress(text.trimmedText, isSecret: true, stateFolder: folders.outboxes))
  }
}
