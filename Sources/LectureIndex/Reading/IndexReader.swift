import ChainIndex
import Database
import Primitives

/// The reading side of an index of lectures: any process may read while one writes.
///
///     let reader = try IndexReader(.file(path))
///     let (page, head) = try await reader.read { view in
///       (try view.lectures(selection), try view.head())
///     }
package struct IndexReader: Sendable {
  /// The place for people: a path, or a server's address without its secrets.
  package let name: String
  /// The index as one of events.
  package let store: IndexStore

  /// Opens an index that is there.
  ///
  /// - Parameter isPrompt: Whether it is reported within seconds that a server is away, which is not waited for.
  /// - Throws: `noIndex` where there is none; `storeFailed`.
  package init(
    _ place: DatabasePlace, isPrompt: Bool = false, clock: IndexClock = .system
  ) throws(ChainIndexError) {
    store = try IndexStore(place, LectureTables.tables, isReadOnly: true, isPrompt: isPrompt, clock: clock)
    name = store.name
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

  /// The consumers of the index.
  package func hooks() async throws -> [HookProgress] { try await store.hooks() }

  /// The contract that the index is of; nil for a new one.
  package func identity() async throws -> IndexIdentity? { try await store.identity() }

  /// The blocks that could be undone, the highest first.
  package func window() async throws -> [IndexedBlock] { try await store.window() }

  /// The headers that could not be checked when they were read.
  package func unchecked() async throws -> UncheckedHeaders { try await store.unchecked() }

  /// Closes the file.
  package func close() throws { try store.close() }
}
