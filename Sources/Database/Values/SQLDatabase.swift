import Files

/// When a change is on the disk.
package enum Durability: Sendable {
  /// When it is done. SQLite's log is put into the file only when that is asked for: that costs two more syncs, and the
  /// head of the next log two more again.
  case synced
  /// Perhaps later, but whole and in its order.
  case relaxed
}

/// A database that is open, of any engine: a file of this machine, or a server that several machines share.
///
/// Methods that do not say `async` block, and are called where that may be.
package protocol SQLDatabase: Sendable {
  /// The threads on which it is waited for.
  var threads: BlockingThreads { get }

  /// The engine's way to ``read(_:)``.
  func reading<Value>(_ body: (Connection) throws -> Value) throws -> Value

  /// The engine's way to ``write(_:turn:_:)``.
  ///
  /// - Parameters:
  ///   - turn: Changes of one name come one after another, beside those of other names; nil is a change that none of the
  ///     store's comes beside.
  ///   - body: Runs once more where a server gave it up, so it changes nothing but the database.
  func changing<Value>(_ durability: Durability?, turn: String?, _ body: (Connection) throws -> Value) throws -> Value

  /// The engine's way to ``note(_:)``.
  func noting<Value>(_ body: (Connection) throws -> Value) throws -> Value

  /// Runs the steps that a database lacks, all of them or none. From then on each change makes sure that no program has
  /// brought the tables to a version for which the schema is not good.
  ///
  /// - Throws: `DatabaseError` `.foreign`, `.newer`; the engine's errors.
  func bringUpToDate(_ schema: DatabaseSchema) throws

  /// Makes sure that a database which is only read has the tables as they are now.
  ///
  /// - Throws: `DatabaseError` `.empty`; `.foreign`, also for one of an earlier version; `.newer`.
  func requirePresent(_ schema: DatabaseSchema) throws

  /// Writes something as it is, so that who watches a service learns whether changes can be made.
  ///
  /// - Throws: the errors of the engine.
  func rewriting() throws

  /// Closes it; what another thread does just now is waited for.
  func close() throws
}

extension SQLDatabase {
  package func noting<Value>(_ body: (Connection) throws -> Value) throws -> Value {
    try changing(nil, turn: nil, body)
  }

  /// One change of facts that can be had again, whole or not at all: of a copy in memory of a file that cannot be written
  /// (``DatabaseFile/isCopy``) it is only there.
  @discardableResult
  package func note<Value>(_ body: (Connection) throws -> Value) throws -> Value { try noting(body) }

  /// One change of facts that can be had again; it is done even if the task is cancelled meanwhile.
  @discardableResult
  package func note<Value: Sendable>(_ body: @escaping @Sendable (Connection) throws -> Value) async throws -> Value {
    try await threads.run { try noting(body) }
  }

  /// Reads one state of the database, without changing anything.
  package func read<Value>(_ body: (Connection) throws -> Value) throws -> Value { try reading(body) }

  /// One change, whole or not at all.
  ///
  /// - Parameters:
  ///   - durability: nil is that of the database.
  ///   - turn: The name of changes that come one after another; nil for one that no other of the store comes beside.
  ///   - body: Runs once more where a server gave it up, so it changes nothing but the database.
  @discardableResult
  package func write<Value>(
    _ durability: Durability? = nil, turn: String? = nil, _ body: (Connection) throws -> Value
  ) throws -> Value {
    try changing(durability, turn: turn, body)
  }

  /// Reads one state of the database, even if the task is cancelled meanwhile.
  package func read<Value: Sendable>(_ body: @escaping @Sendable (Connection) throws -> Value) async throws -> Value {
    try await threads.run { try reading(body) }
  }

  /// One change, whole or not at all; it is done even if the task is cancelled meanwhile.
  ///
  /// - Parameters:
  ///   - durability: nil is that of the database.
  ///   - turn: The name of changes that come one after another; nil for one that no other of the store comes beside.
  @discardableResult
  package func write<Value: Sendable>(
    _ durability: Durability? = nil, turn: String? = nil, _ body: @escaping @Sendable (Connection) throws -> Value
  ) async throws -> Value {
    try await threads.run { try changing(durability, turn: turn, body) }
  }
}
