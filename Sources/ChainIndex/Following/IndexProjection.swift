import Database
import Primitives

/// The meaning of the events of contracts: the tables that are made of them.
///
/// Its tables say of every row with which block it came, so that what came above a height can be undone.
package protocol IndexProjection: Sendable {
  /// A change of the tables that is worked out already.
  associatedtype Change: Sendable

  /// The tables.
  static var tables: IndexTables { get }

  /// The contracts with the events that are read; one at least.
  var sources: [EventSource] { get }

  /// Works out the change that events make, without changing anything; what they do not tell is asked of the contract.
  ///
  /// - Parameters:
  ///   - events: In the order of the chain, behind all that the store has.
  ///   - state: A block that is not before the events, whose state the node still has.
  /// - Throws: `badAnswer` for events that the contract cannot have logged after those before.
  func change(for events: [IndexedEvent], at state: IndexedBlock, in store: IndexStore) async throws -> Change

  /// Makes the change.
  func apply(_ change: Change, in db: Connection) throws

  /// Undoes all that came with blocks above a height.
  func undo(above height: UInt64, in db: Connection) throws
}
