import Database
import Primitives

/// The events of any contracts, of which no tables are made beside that of all events.
package struct EventProjection: IndexProjection {
  package let sources: [EventSource]

  /// The events of contracts, one at least.
  package init(_ sources: [EventSource]) { self.sources = sources }

  package static var tables: IndexTables { .events }

  package func change(for events: [IndexedEvent], at state: IndexedBlock, in store: IndexStore) async throws {}

  package func apply(_ change: Void, in db: Connection) throws {}

  package func undo(above height: UInt64, in db: Connection) throws {}
}
