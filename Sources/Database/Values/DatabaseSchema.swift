/// The tables of a database, as steps from version to version; a file of version n has gone through n of them.
package struct DatabaseSchema: Sendable {
  /// The number in a file's header that says whose it is.
  package let applicationID: Int32
  package var steps: [@Sendable (Connection) throws -> Void]
  /// A table that marks a file of version 1 from before its header said whose it is.
  package let earlyTable: String?

  /// The lowest version whose programs may go on at a server's tables of this one, as where the steps since only add.
  var oldest: Int { goodFor ?? version }
  private let goodFor: Int?

  /// The steps of a server; nil where they are those of a file.
  private let serverSteps: [@Sendable (Connection) throws -> Void]?

  /// - Parameters:
  ///   - oldest: The lowest version whose programs may go on at a server's tables of this one; nil for this one alone.
  ///     Instances of both versions then work by turns while one after the other is replaced.
  ///   - serverSteps: The steps of a server, where the steps of a file speak of what SQLite alone has; the versions of the
  ///     two are counted apart.
  package init(
    applicationID: Int32, earlyTable: String? = nil, steps: [@Sendable (Connection) throws -> Void],
    serverSteps: [@Sendable (Connection) throws -> Void]? = nil, goodFor oldest: Int? = nil
  ) {
    goodFor = oldest
    (self.applicationID, self.earlyTable, self.steps) = (applicationID, earlyTable, steps)
    self.serverSteps = serverSteps
  }

  /// The schema as a server has it.
  var onServer: DatabaseSchema {
    DatabaseSchema(applicationID: applicationID, earlyTable: earlyTable, steps: serverSteps ?? steps, goodFor: goodFor)
  }

  package var version: Int { steps.count }

  /// - Parameter oldest: The lowest version whose programs may work at the tables.
  /// - Throws: `DatabaseError` `.newer` for a version above this program's, unless the tables are good for it as well.
  func check(_ version: Int, goodFor oldest: Int? = nil) throws {
    guard version <= self.version || (oldest ?? version) <= self.version else {
      throw DatabaseError(
        .newer, "A later version of this program wrote it: it has version \(version), not \(self.version).",
        facts: version)
    }
  }
}
