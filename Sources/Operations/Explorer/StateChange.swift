import JSONFields
import Primitives
import StrictJSON

/// A change that a transaction made to an account, as a node traced it.
package struct StateChange: Sendable, Hashable {
  /// The thing that changed.
  package enum Kind: Sendable, Hashable {
    /// The balance, in wei.
    case balance
    /// The word of storage at a place.
    case storage(Hash32)
  }

  /// The account.
  package let account: Address
  /// The thing that changed.
  package let kind: Kind
  /// The value before.
  package let before: UInt256
  /// The value after.
  package let after: UInt256

  /// The most changes that are read.
  package static let most = 100

  /// Reads an answer in the form of geth's `prestateTracer` with `diffMode`: balances first, each account's by its address.
  ///
  /// - Throws: `JSONFieldProblem` for another form.
  package static func all(in json: JSON) throws(JSONFieldProblem) -> [StateChange] {
    let fields = try JSONFields(json)
    let (before, after) = (try fields.required("pre", .object), try fields.required("post", .object))
    var (balances, words): ([StateChange], [StateChange]) = ([], [])
    for (key, value) in after {
      guard balances.count + words.count < most else { break }
      let account = try JSONReader<Address>.address(.string(key))
      let (new, old) = (
        try JSONFields(value), try before[key].map { (json) throws(JSONFieldProblem) in try JSONFields(json) }
      )
      let (balance, earlier): (UInt256?, UInt256?) = (
        try new.optional("balance", .quantity), try old?.optional("balance", .quantity)
      )
      if let balance, balance != earlier ?? 0 {
        balances.append(StateChange(account: account, kind: .balance, before: earlier ?? 0, after: balance))
      }
      let (slots, past) = (new["storage"]?.object ?? [:], old?["storage"]?.object ?? [:])
      // A word that is zero before or after is left out there.
      let places = slots.map(\.0) + past.map(\.0).filter { slots[$0] == nil }
      for place in places.prefix(most - balances.count - words.count) {
        words.append(
          StateChange(
            account: account, kind: .storage(try JSONReader<Hash32>.hash(.string(place))),
            before: try word(past[place]), after: try word(slots[place])))
      }
    }
    return balances + words
  }

  private static func word(_ json: JSON?) throws(JSONFieldProblem) -> UInt256 {
    guard let json else { return 0 }
    let hash = try JSONReader<Hash32>.hash(json)
    return (try? UInt256(bigEndian: hash.bytes)) ?? 0
  }
}
