import ChainIndex
import Primitives

/// The reading side of an index of lectures: any process of the machine may read while one writes.
///
///     let reader = try IndexReader(path)
///     let (page, head) = try await reader.read { view in
///       (try view.lectures(selection), try view.head())
///     }
package struct IndexReader: Sendable {
  /// The file's place.
  package let path: String
  private let store: IndexStore

  /// Opens the file of an index that is there.
  ///
  /// - Throws: `noIndex` where there is none; `storeFailed`.
  package init(_ path: String, clock: IndexClock = .system) throws(ChainIndexError) {
    self.path = path
    store = try Self.store(path, clock: clock)
  }

  static func store(_ path: String, clock: IndexClock = .system) throws(ChainIndexError) -> IndexStore {
    guard LectureIndexFile.isThere(path) else {
      throw ChainIndexError(
        .noIndex, "There is no index of this contract yet.", reason: "There is no file \(path).", facts: .file(path))
    }
    return try IndexStore(path, tables: LectureTables.steps, isReadOnly: true, clock: clock)
  }

  /// Reads one state of the index: all answers of the body are as of one block.
  ///
  /// - Throws: `storeFailed`, and what the body throws.
  package func read<Value: Sendable>(_ body: @escaping @Sendable (IndexView) throws -> Value) async throws -> Value {
    let now = store.clock.now()
    return try await store.read { try body(IndexView(db: $0, now: now)) }
  }

  /// The time now, in milliseconds since 1970, as ages are counted by.
  package var now: UInt64 { store.clock.now() }

  /// The block that the index is as of; nil before the first.
  package func head() async throws -> IndexHead? { try await store.head() }

  /// Whether the index is more than a minute behind, or has no block yet.
  package func isStale() async throws -> Bool {
    let now = store.clock.now()
    return try await head()?.isStale(at: now) ?? true
  }

  /// The process that writes; nil if none does.
  package func writer() async throws -> LeaseTable.Holder? { try await store.leaseHolder() }

  /// The contract that the index is of; nil for a new one.
  package func identity() async throws -> IndexIdentity? { try await store.identity() }

  /// The blocks that could be undone, the highest first.
  package func window() async throws -> [IndexedBlock] { try await store.window() }

  /// The headers that could not be checked when they were read.
  package func unchecked() async throws -> UncheckedHeaders { try await store.unchecked() }

  /// Closes the file.
  package func close() throws { try store.close() }
}
