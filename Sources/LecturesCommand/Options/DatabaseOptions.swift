import ArgumentParser
import Database
import Keys
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

  var isGiven: Bool { database != nil || databaseFile != nil }

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

  /// The place that is named; nil where none is.
  ///
  /// - Throws: `DatabaseError` `.badAddress`; the failures of a file that has a secret.
  func place(_ prompts: Prompts) async throws -> DatabasePlace? {
    if let databaseFile {
      let text = try await prompts.secret(
        "address of the database", from: .file(databaseFile), option: "--database-file")
      return .server(try PostgresAddress(text.trimmedText, isSecret: true))
    }
    guard let database else { return nil }
    return PostgresAddress.isMeant(by: database)
      ? .server(try PostgresAddress(database, isSecret: false)) : .file(database)
  }
}
