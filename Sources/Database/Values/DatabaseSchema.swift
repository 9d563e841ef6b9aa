/// The tables of a database, as steps from version to version; a file of version n has gone through n of them.
package struct DatabaseSchema: Sendable {
  /// The number in a file's header that says whose it is.
  package let applicationID: Int32
  package var steps: [SchemaStep]
  /// A table that marks a file of version 1 from before its header said whose it is.
  package let earlyTable: String?

  /// The steps of a server; nil where they are those of a file.
  private let serverSteps: [SchemaStep]?

  /// - Parameter serverSteps: The steps of a server, where the steps of a file speak of what SQLite alone has; the versions of
  ///   the two are counted apart.
  package init(
    applicationID: Int32, earlyTable: String? = nil, steps: [SchemaStep], serverSteps: [SchemaStep]? = nil
  ) {
    (self.applicationID, self.earlyTable, self.steps) = (applicationID, earlyTable, steps)
    self.serverSteps = serverSteps
  }

  /// The schema as a server has it.
  package var onServer: DatabaseSchema {
    DatabaseSchema(applicationID: applicationID, earlyTable: earlyTable, steps: serverSteps ?? steps)
  }

  package var version: Int { steps.count }

  /// The lowest version whose programs may go on at the tables of this one: all steps since then only add.
  ///
  /// Instances of both versions then work side by side while one after the other is replaced.
  package var oldest: Int { steps.lastIndex { !$0.isForEarlier }.map { $0 + 1 } ?? 1 }

  /// - Parameter oldest: The lowest version whose programs may work at the tables; nil where they do not say.
  /// - Throws: `DatabaseError` `.newer` for a version above this program's, unless the tables are good for it as well.
  package func check(_ version: Int, goodFor oldest: Int?) throws {
    guard version <= self.version || (oldest ?? version) <= self.version else {
      throw DatabaseError(
        .newer, "A later version of this program wrote it.",
        reason: "Its tables have version \(version), this program knows \(self.version).", facts: version)
    }
  }
}

/// The tables that a program works at: its schema, and the version that they have, which another one may raise.
struct KnownTables: Sendable {
  let schema: DatabaseSchema
  let version: Int
}
