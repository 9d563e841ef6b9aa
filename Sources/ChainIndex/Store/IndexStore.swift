import Database
import Files
import Platform
import Primitives

/// The database of an index: one process at a time changes it, any number of them read it.
package final class IndexStore: Sendable {
  /// The place for people: a path, or a server's address without its secrets.
  package let name: String
  /// The time that leases and ages are counted in.
  package let clock: IndexClock
  private let database: any SQLDatabase

  /// Opens the tables, and makes them if there are none; a file is for its owner only (0600).
  ///
  /// - Parameters:
  ///   - isReadOnly: Whether the index is only read: then it has to be there.
  ///   - isPrompt: Whether reading fails within seconds where the server is unreachable, instead of waiting for it.
  /// - Throws: `noIndex`, `storeFailed`.
  package init(
    _ place: DatabasePlace, _ tables: IndexTables, isReadOnly: Bool = false, isPrompt: Bool = false,
    clock: IndexClock = .system
  ) throws(ChainIndexError) {
    (name, self.clock) = (place.name, clock)
    do {
      if isReadOnly {
        database = try Self.reading(place, tables, isPrompt)
      } else {
        try Self.checkExposure(place)
        let name = name
        database = try place.open(tables.name, tables.schema) { $0 is DatabaseError ? Self.failure(name, $0) : $0 }
      }
    } catch {
      throw Self.failure(place.name, error)
    }
  }

  /// A store over a database that is open and has the tables.
  init(_ database: any SQLDatabase, name: String, clock: IndexClock = .system) {
    (self.database, self.name, self.clock) = (database, name, clock)
  }

  /// Opens tables that are there.
  private static func reading(
    _ place: DatabasePlace, _ tables: IndexTables, _ isPrompt: Bool
  ) throws -> any SQLDatabase {
    let name = place.name
    let failure: @Sendable (any Error) -> any Error = { $0 is DatabaseError ? Self.failure(name, $0) : $0 }
    let database: any SQLDatabase
    switch place {
    case .server(let address):
      var options: DatabaseServer.Options = isPrompt ? .prompt : .init()
      options.failure = failure
      database = try DatabaseServer(address, store: tables.name, options)
    case .file(let path):
      try checkExposure(place)
      var options = DatabaseFile.Options()
      (options.isReadOnly, options.durability, options.failure) = (true, nil, failure)
      guard access(path, F_OK) == 0 else {
        throw ChainIndexError(
          .noIndex, "There is no index of this contract yet.", reason: "There is no file \(path).", facts: .file(path))
      }
      database = try DatabaseFile(path, options)
    case .memory: throw DatabaseError(.empty, "It has no tables yet.")
    }
    try database.requirePresent(tables.schema)
    return database
  }

  private static func checkExposure(_ place: DatabasePlace) throws(ChainIndexError) {
    guard case .file(let path) = place, let exposure = DatabaseFile.exposure(at: path) else { return }
    throw ChainIndexError(
      .storeFailed, "The index cannot be used.", reason: "\(path): \(exposure.reason)", advice: exposure.repair,
      facts: .file(path))
  }

  /// Closes the file.
  package func close() throws { try database.close() }

  /// Reads one state of the file.
  package func read<Value: Sendable>(_ body: @escaping @Sendable (Connection) throws -> Value) async throws -> Value {
    try await database.read(body)
  }

  /// Makes one change under a lease, whole or not at all, unless another process took the lease meanwhile.
  ///
  /// - Throws: `leaseLost`, `storeFailed`, and what `body` throws.
  package func write<Value: Sendable>(
    _ lease: WriterLease, _ durability: Durability = .relaxed,
    _ body: @escaping @Sendable (Connection) throws -> Value
  ) async throws -> Value {
    let clock = clock
    return try await database.write(durability) { db in
      try LeaseTable(database: db).confirm(lease, at: clock.now())
      return try body(db)
    }
  }

  /// Makes one change that needs no lease.
  func change<Value: Sendable>(_ body: @escaping @Sendable (Connection) throws -> Value) async throws -> Value {
    try await database.write(.synced, body)
  }

  // MARK: The lease

  /// Takes the lease; nil while another's is good.
  package func takeLease(_ holder: String) async throws -> WriterLease? {
    let clock = clock
    return try await database.write { try LeaseTable(database: $0).take(holder, at: clock.now()) }
  }

  /// Prolongs a lease.
  ///
  /// - Throws: `leaseLost`.
  package func keepLease(_ lease: WriterLease) async throws { try await write(lease) { _ in } }

  /// Gives a lease back.
  package func releaseLease(_ lease: WriterLease) async throws {
    try await database.write { try LeaseTable(database: $0).release(lease) }
  }

  /// The holder of the lease; nil if nobody writes.
  package func leaseHolder() async throws -> LeaseTable.Holder? {
    let clock = clock
    return try await database.read { try LeaseTable(database: $0).holder(at: clock.now()) }
  }

  // MARK: What it is of

  /// The contracts that it is of; nil for a new one.
  package func identity() async throws -> IndexIdentity? {
    try await database.read { try MetaTable(database: $0).identity() }
  }

  /// Notes of which contracts a new index is, or checks that an old one is of these and has their events.
  ///
  /// - Throws: `anotherContract`, `otherEvents`.
  package func bind(to identity: IndexIdentity) async throws {
    try await database.write { db in
      let meta = MetaTable(database: db)
      guard let known = try meta.identity() else { return try meta.set(identity) }
      let isSameChain = known.chainID == identity.chainID && known.genesis == identity.genesis
      guard isSameChain, known.sources.map(\.address) == identity.sources.map(\.address) else {
        throw ChainIndexError(
          .anotherContract,
          isSameChain ? "The index is of another contract." : "The index is of another chain.",
          reason: "It is of \(known.names) on chain \(known.chainID) with the first block \(known.genesis), and"
            + " not of \(identity.names) on chain \(identity.chainID) with the first block \(identity.genesis).",
          facts: .contract(known.contract))
      }
      guard known.hasEvents(of: identity) else {
        throw ChainIndexError(
          .otherEvents, "The index has other events of its contracts.",
          reason: "Its interfaces name other events than those that were asked for.", facts: .contract(known.contract))
      }
      if known != identity { try meta.set(identity) }
    }
  }

  /// Makes sure that the index has the events of a contract.
  ///
  /// - Parameter chainID: The contract's chain; nil where it is not known.
  /// - Throws: `noIndex` for one that is of nothing yet; `anotherContract`.
  package func require(_ contract: Address, on chainID: UInt256?) async throws {
    guard let known = try await identity() else {
      throw ChainIndexError(.noIndex, "There is no index of this contract yet.", facts: .file(name))
    }
    guard known.sources.contains(where: { $0.address == contract }), chainID ?? known.chainID == known.chainID else {
      throw ChainIndexError(
        .anotherContract, "The index is of another contract.",
        reason: "It is of \(known.names) on chain \(known.chainID), and not of \(contract.checksummed)"
          + (chainID.map { " on chain \($0)." } ?? "."), facts: .contract(known.contract))
    }
  }

  /// The block with which the index begins; nil where it is not known yet.
  package func firstBlock() async throws -> UInt64? {
    try await database.read { try MetaTable(database: $0).firstBlock() }
  }

  /// Notes the block with which the index begins.
  package func setFirstBlock(_ number: UInt64, under lease: WriterLease) async throws {
    try await write(lease) { try MetaTable(database: $0).setFirstBlock(number) }
  }

  /// The headers that could not be checked.
  package func unchecked() async throws -> UncheckedHeaders {
    try await database.read { try MetaTable(database: $0).unchecked() }
  }

  /// The block that it is as of; nil before the first.
  package func head() async throws -> IndexHead? { try await database.read { try BlockTable(database: $0).head() } }

  /// The block that it is as of, nil before the first, and the number of reorganisations that it undid until then.
  package func progress() async throws -> (head: IndexHead?, reorganisations: UInt64) {
    try await database.read { (try BlockTable(database: $0).head(), try UndoneTable(database: $0).last()) }
  }

  /// The blocks that can be undone, the highest first.
  package func window() async throws -> [IndexedBlock] {
    try await database.read { try BlockTable(database: $0).window() }
  }

  private static func failure(_ place: String, _ error: any Error) -> ChainIndexError {
    if let error = error as? ChainIndexError { return error }
    if (error as? DatabaseError)?.code == .empty {
      return ChainIndexError(
        .noIndex, "There is no index of this contract yet.", reason: "Nothing was written to \(place).",
        facts: .file(place))
    }
    let advice: String? =
      switch (error as? DatabaseError)?.code {
      case .badAddress: (error as? DatabaseError)?.advice
      case let code? where code.isOfServer: (error as? DatabaseError)?.nextStep
      case .newer: "Use the later version of the program, or another file."
      case .busy: "Another process keeps it: end that one."
      case .full: "Make room on the disk."
      case .notWritable: "Look whether the file and its folder are yours."
      default: "If it is damaged, or another program's, move it away: a new one is made from the chain."
      }
    return ChainIndexError(
      .storeFailed, "The index cannot be used.", reason: "\(place): \(error.inOneLine)", advice: advice,
      facts: .file(place), cause: error)
  }
}
