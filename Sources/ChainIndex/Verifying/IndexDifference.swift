/// A fact that an index has otherwise than the chain.
package struct IndexDifference: Sendable, Hashable {
  /// The thing that the fact is about.
  package enum Subject: Sendable, Hashable {
    /// A block by its number.
    case block(UInt64)
    /// An event by its block and its place among all logs of it.
    case event(block: UInt64, place: UInt64)
    /// All lectures, or whatever the contract counts.
    case contract
    /// An entry of the contract, by its number.
    case entry(UInt64)
    /// A record of an entry, by the kind of it and by the words that tell it from others of the kind.
    case record(String, of: UInt64, String)
  }

  /// The thing that it is about.
  package let subject: Subject
  /// The name of the fact, as in `students`.
  package let field: String
  /// The index's word; nil where it has none.
  package let index: String?
  /// The chain's word; nil where it has none.
  package let chain: String?

  /// A fact as both have it.
  package init(_ subject: Subject, _ field: String, index: String?, chain: String?) {
    (self.subject, self.field, self.index, self.chain) = (subject, field, index, chain)
  }
}
