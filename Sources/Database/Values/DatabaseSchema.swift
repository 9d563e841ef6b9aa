/// The tables of a database, as steps from version to version; a file of version n has gone through n of them.
package struct DatabaseSchema: Sendable {
  /// The number in a file's header that says whose it is.
  package let applicationID: Int32
  package var steps: [@Sendable (Connection) throws -> Void]
  /// A table that marks a file of version 1 from before its header said whose it is.
  package let earlyTable: String?

  /// The steps of a server; nil where they are those of a file.
  private let serverSteps: [@Sendable (Connection) throws -> Void]?

  /// - Parameter serverSteps: The steps of a server, where the steps of a file speak of what SQLite alone has; the versions
  ///   of the two are counted apart.
  package init(
    applicationID: Int32, earlyTable: String? = nil, steps: [@Sendable (Connection) throws -> Void],
    serverSteps: [@Sendable (Connection) throws -> Void]? = nil
  ) {
    (self.applicationID, self.earlyTable, self.steps) = (applicationID, earlyTable, steps)
    self.serverSteps = serverSteps
  }

  /// The schema as a server has it.
  var onServer: DatabaseSchema {
    DatabaseSchema(applicationID: applicationID, earlyTable: earlyTable, steps: serverSteps ?? steps)
  }

  package var version: Int { steps.count }

  /// - Throws: `DatabaseError` `.newer` for a version above this program's.
  func check(_ version: Int) throws {
    guard version <= self.version else {
      throw DatabaseError(
        .newer, "A later version of this program wrote it: it has version \(version), not \(self.version).",
        facts: version)
    }
  }
}
