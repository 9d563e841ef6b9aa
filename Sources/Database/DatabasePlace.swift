import Files
import Platform

/// The place of a database.
package enum DatabasePlace: Sendable {
  /// In memory, for as long as it is open.
  case memory
  /// A file of SQLite's, by its path: several processes of this machine share it.
  case file(String)
  /// A server of PostgreSQL's: several machines share it.
  case server(PostgresAddress)

  /// Opens the tables of a store, which are made where there are none. A file that others may change is refused: what
  /// stands there is carried out as if its owner had written it.
  ///
  /// - Parameters:
  ///   - store: The store's name, by which a server tells its tables from those of others: small letters.
  ///   - isPrompt: Whether people wait for each answer of a server, see ``DatabaseServer/Options/prompt``.
  ///   - patience: Seconds to wait for another who writes; nil for those of the engine.
  ///   - isCopiedWhereReadOnly: Whether a file that cannot be written is read into memory, see ``DatabaseFile/isCopy``.
  ///   - failure: The store's own error for one of the database.
  /// - Throws: `DatabaseError`, or what `failure` makes of it.
  package func open(
    _ store: String, _ schema: DatabaseSchema, isPrompt: Bool = false, patience: Double? = nil,
    isCopiedWhereReadOnly: Bool = false,
    failure: @escaping @Sendable (any Error) -> any Error = { $0 }
  ) throws -> any SQLDatabase {
    let database: any SQLDatabase
    switch self {
    case .memory, .file:
      if let path, let exposure = DatabaseFile.exposure(at: path) {
        throw failure(
          DatabaseError(
            .exposed, "Others may change the file.", reason: exposure.reason, advice: exposure.repair))
      }
      var options = DatabaseFile.Options()
      options.failure = failure
      options.isCopiedWhereReadOnly = isCopiedWhereReadOnly
      if let patience { options.patience = patience }
      database = try DatabaseFile(path, options)
    case .server(let address):
      var options: DatabaseServer.Options = isPrompt ? .prompt : .init()
      options.failure = failure
      if let patience { options.patience = patience }
      database = try DatabaseServer(address, store: store, options)
    }
    try database.bringUpToDate(schema)
    return database
  }

  private var path: String? { if case .file(let path) = self { path } else { nil } }

  /// Whether there may be something: a server is not asked.
  package var mayBeThere: Bool {
    switch self {
    case .memory: false
    case .file(let path): access(path, F_OK) == 0
    case .server: true
    }
  }

  /// Makes sure that a server answers and lets its user in; of a file, and of memory, nothing is asked. Blocks.
  ///
  /// - Parameter patience: Seconds to wait for a server that does not answer.
  /// - Throws: `DatabaseError` `.unreachable`, `.crowded`, `.refused`, `.unsafe`.
  package func requireServer(within patience: Double) throws {
    guard case .server(let address) = self else { return }
    var options = DatabaseServer.Options()
    options.patience = patience
    try DatabaseServer(address, store: "start", options).close()
  }

  /// Whether it is on a server, where other machines' processes use it as well.
  package var isOnServer: Bool { if case .server = self { true } else { false } }

  /// The place for people: a path, or a server's address without its secrets.
  package var name: String {
    switch self {
    case .memory: "memory"
    case .file(let path): path
    case .server(let address): address.name
    }
  }
}
