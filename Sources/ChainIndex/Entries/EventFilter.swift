import Database
import Primitives

/// The events that somebody wants; by default all of them.
package struct EventFilter: Sendable, Hashable {
  /// The contract; nil for any.
  package var contract: Address?
  /// The name; nil for any.
  package var kind: String?
  /// The values of topics, by their places: 0 is that of the signature.
  package var topics: [Int: Hash32] = [:]
  /// The last block; nil for the newest.
  package var lastBlock: UInt64?

  /// All events of a contract and a name, or of any.
  package init(contract: Address? = nil, kind: String? = nil) { (self.contract, self.kind) = (contract, kind) }

  /// The condition in SQL that rows of a table have to fit, with its arguments.
  func condition(on table: String) -> (sql: String, arguments: [(any Storable)?]) {
    var (parts, arguments): ([String], [(any Storable)?]) = ([], [])
    if let contract {
      parts.append("source.address = ?")
      arguments.append(contract.bytes)
    }
    if let kind {
      parts.append("\(table).kind = ?")
      arguments.append(kind)
    }
    for (place, topic) in topics.sorted(by: { $0.key < $1.key }) {
      parts.append("substr(\(table).topics, \(place * 32 + 1), 32) = ?")
      arguments.append(topic.bytes)
    }
    return (parts.map { " AND \($0)" }.joined(), arguments)
  }
}
