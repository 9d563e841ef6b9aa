import Orders
import Primitives

/// A limit order as the journal has it.
public struct JournalOrder: Sendable, Hashable, Identifiable {
  /// The states of an order, in their order.
  public enum State: String, Sendable, Hashable, CaseIterable {
    /// Its terms and salt are written down; nobody has signed it.
    case draft
    /// The order is signed, and no relay is known to have it.
    case signed
    /// A relay has it, or it went out as a file.
    case posted
    /// The order is over.
    case ended
  }

  /// The ways in which an order ends.
  public enum Ending: String, Sendable, Hashable, CaseIterable {
    /// The order is filled whole.
    case filled
    /// The order was cancelled.
    case cancelled
    /// Its time is over.
    case expired
    /// The order was given up before anybody signed it.
    case abandoned
  }

  /// The number in the journal.
  public let id: Int64
  /// The text of its key.
  public let key: String
  /// The number of orders of the key before it.
  public let turn: Int64
  /// The terms.
  public let unsigned: UnsignedOrder
  /// The order with its signature; nil for a draft.
  public let signed: AnySignedOrder?
  /// Its state.
  public let state: State
  /// The way in which it ended; nil unless it did.
  public let ending: Ending?
  /// The time at which it was drafted, in seconds since 1970.
  public let created: Int64
  /// The time at which it changed last, in seconds since 1970.
  public let changed: Int64
  /// Its state with each relay, by their addresses.
  public let postings: [JournalPosting]

  /// The order's hash.
  public var hash: Hash32 { unsigned.hash }
}

extension JournalOrder {
  /// A signed order of somebody who keeps no journal, as one of a list.
  ///
  /// - Parameters:
  ///   - number: Its number in the list.
  ///   - created: When it was made, in seconds since 1970.
  package init(_ signed: AnySignedOrder, number: Int64, _ state: State, created: Int64) {
    let unsigned: UnsignedOrder =
      switch signed {
      case .v1(let signed): .v1(signed.order)
      case .v4(let signed): .v4(signed.order)
      }
    self.init(
      id: number, key: "", turn: 0, unsigned: unsigned, signed: signed, state: state, ending: nil, created: created,
      changed: created, postings: [])
  }
}

/// The state of an order with a relay.
public struct JournalPosting: Sendable, Hashable {
  /// The states of a posting.
  public enum State: String, Sendable, Hashable, CaseIterable {
    /// The order was about to be posted, and nobody has written down what came of it.
    case begun
    /// The relay has it.
    case posted
    /// The relay refused it.
    case refused
    /// Nothing reached the relay, or it was too busy to take the order.
    case notSent
  }

  /// The relay's address, without its secrets; for a file, its path.
  public let relay: String
  /// Its state.
  public let state: State
  /// The number of times that it was posted, as far as anybody knows.
  public let attempts: Int64
  /// The last problem, in words; nil if there was none.
  public let problem: String?
  /// The time at which it changed last, in seconds since 1970.
  public let changed: Int64
}
