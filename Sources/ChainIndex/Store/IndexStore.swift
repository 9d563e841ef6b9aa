import Database
import Files
import Primitives

/// The file of an index: one process at a time changes it, any number of them read it.
package final class IndexStore: Sendable {
  /// The place of the file; nil in memory.
  package let path: String?
  /// The time that leases and ages are counted in.
  package let clock: IndexClock
  private let file: DatabaseFile

  /// Opens the file, and makes it for its owner only (0600) if there is none.
  ///
  /// - Parameters:
  ///   - path: Nil for an index in memory, which one process uses alone.
  ///   - tables: The steps that make the tables of the projection.
  ///   - isReadOnly: Whether the index is only read: then it has to be there.
  /// - Throws: `noIndex`, `storeFailed`.
  package init(
    _ path: String?, tables: [@Sendable (Connection) throws -> Void], isReadOnly: Bool = false,
    clock: IndexClock = .system
  ) throws(ChainIndexError) {
    (self.path, self.clock) = (path, clock)
    if let path, let exposure = DatabaseFile.exposure(at: path) {
      throw ChainIndexError(
        .storeFailed, "The index cannot be used.", reason: "\(path): \(exposure.reason)", advice: exposure.repair,
        facts: .file(path))
    }
    do {
      var options = DatabaseFile.Options()
      options.isReadOnly = isReadOnly
      if isReadOnly { options.durability = nil }
      options.failure = { $0 is DatabaseError ? Self.failure(path, $0) : $0 }
      file = try DatabaseFile(path, options)
      if isReadOnly {
        try file.requirePresent(IndexSchema.schema(tables))
      } else {
        try file.bringUpToDate(IndexSchema.schema(tables))
      }
    } catch {
      throw Self.failure(path, error)
    }
  }

  /// Closes the file.
  package func close() throws { try file.close() }

  /// Reads one state of the file.
  package func read<Value: Sendable>(_ body: @escaping @Sendable (Connection) throws -> Value) async throws -> Value {
    try await file.read(body)
  }

  /// Makes one change under a lease, whole or not at all, unless another process took the lease meanwhile.
  ///
  /// - Throws: `leaseLost`, `storeFailed`, and what `body` throws.
  package func write<Value: Sendable>(
    _ lease: WriterLease, _ body: @escaping @Sendable (Connection) throws -> Value
  ) async throws -> Value {
    let clock = clock
    return try await file.write { db in
      try LeaseTable(database: db).confirm(lease, at: clock.now())
      return try body(db)
    }
  }

  // MARK: The lease

  /// Takes the lease; nil while another's is good.
  package func takeLease(_ holder: String) async throws -> WriterLease? {
    let clock = clock
    return try await file.write { try LeaseTable(database: $0).take(holder, at: clock.now()) }
  }

  /// Prolongs a lease.
  ///
  /// - Throws: `leaseLost`.
  package func keepLease(_ lease: WriterLease) async throws { try await write(lease) { _ in } }

  /// Gives a lease back.
  package func releaseLease(_ lease: WriterLease) async throws {
    try await file.write { try LeaseTable(database: $0).release(lease) }
  }

  /// The holder of the lease; nil if nobody writes.
  package func leaseHolder() async throws -> LeaseTable.Holder? {
    let clock = clock
    return try await file.read { try LeaseTable(database: $0).holder(at: clock.now()) }
  }

  // MARK: What it is of

  /// The contract that it is of; nil for a new file.
  package func identity() async throws -> IndexIdentity? {
    try await file.read { try MetaTable(database: $0).identity() }
  }

  /// Notes which contract a new file is of, or checks that an old one is of that.
  ///
  /// - Throws: `anotherContract`.
  package func bind(to identity: IndexIdentity) async throws {
    try await file.write { db in
      let meta = MetaTable(database: db)
      guard let known = try meta.identity() else { return try meta.set(identity) }
      guard known == identity else {
        let isSameChain = known.chainID == identity.chainID && known.genesis == identity.genesis
        throw ChainIndexError(
          .anotherContract,
          isSameChain ? "The index is of another contract." : "The index is of another chain.",
          reason: "It is of \(known.contract) on chain \(known.chainID) with the first block \(known.genesis), and"
            + " not of \(identity.contract) on chain \(identity.chainID) with the first block \(identity.genesis).",
          facts: .contract(known.contract))
      }
    }
  }

  /// The block with which the index begins; nil where it is not known yet.
  package func firstBlock() async throws -> UInt64? {
    try await file.read { try MetaTable(database: $0).firstBlock() }
  }

  /// Notes the block with which the index begins.
  package func setFirstBlock(_ number: UInt64, under lease: WriterLease) async throws {
    try await write(lease) { try MetaTable(database: $0).setFirstBlock(number) }
  }

  /// The headers that could not be checked.
  package func unchecked() async throws -> UncheckedHeaders {
    try await file.read { try MetaTable(database: $0).unchecked() }
  }

  /// The block that it is as of; nil before the first.
  package func head() async throws -> IndexHead? { try await file.read { try BlockTable(database: $0).head() } }

  /// The blocks that can be undone, the highest first.
  package func window() async throws -> [IndexedBlock] {
    try await file.read { try BlockTable(database: $0).window() }
  }

  private static func failure(_ path: String?, _ error: any Error) -> ChainIndexError {
    if let error = error as? ChainIndexError { return error }
    let place = path ?? "memory"
    if (error as? DatabaseError)?.code == .empty {
      return ChainIndexError(
        .noIndex, "There is no index of this contract yet.", reason: "Nothing was written to \(place).",
        facts: .file(place))
    }
    let advice: String? =
      switch (error as? DatabaseError)?.code {
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
