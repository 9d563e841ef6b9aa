import Files

/// A database as the holder of a lease changes it: each change is made only while the lease is good, and none once another
/// holder has it. Who reads needs no lease.
package struct FencedDatabase: SQLDatabase {
  private let database: any SQLDatabase
  private let keeper: LeaseKeeper

  /// - Parameters:
  ///   - database: One with the table of leases.
  ///   - keeper: That of the lease.
  package init(_ database: any SQLDatabase, by keeper: LeaseKeeper) {
    (self.database, self.keeper) = (database, keeper)
  }

  package var threads: BlockingThreads { database.threads }

  package func reading<Value>(_ body: (Connection) throws -> Value) throws -> Value { try database.reading(body) }

  /// - Throws: `DatabaseError` `.leaseLost`, or what the store makes of it; the errors of the engine.
  package func changing<Value>(
    _ durability: Durability?, turn: String?, _ body: (Connection) throws -> Value
  ) throws -> Value {
    let lease = try keeper.required()
    return try database.changing(durability, turn: turn) { db in
      try lease.fence(in: db)
      return try body(db)
    }
  }

  package func bringUpToDate(_ schema: DatabaseSchema) throws { try database.bringUpToDate(schema) }

  package func requirePresent(_ schema: DatabaseSchema) throws { try database.requirePresent(schema) }

  package func rewriting() throws { try database.rewriting() }

  package func close() throws { try database.close() }
}
