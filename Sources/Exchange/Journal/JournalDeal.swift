import Primitives
import StrictJSON

/// A deal as the journal has it: its parts are carried out one after another.
public struct JournalDeal: Sendable, Hashable, Identifiable {
  /// The states of a deal.
  public enum State: String, Sendable, Hashable, CaseIterable {
    /// There is a part to be carried out or followed.
    case open
    /// All parts are done.
    case done
    /// It was given up; what its parts did stays done.
    case failed
  }

  /// The number in the journal.
  public let id: Int64
  /// The text of its key.
  public let key: String
  /// The number of deals of the key before it.
  public let turn: Int64
  /// How it stands.
  public let state: State
  /// When it was begun, in seconds since 1970.
  public let created: Int64
  /// When it changed last, in seconds since 1970.
  public let changed: Int64
  /// The parts, in the order in which they are carried out.
  public let parts: [Part]

  /// The part to go on with: the first that is not done; nil where all are.
  public var openPart: Part? { parts.first { $0.state != .done } }

  /// The plan of a part: one transaction at one exchange contract.
  public struct Plan: Sendable, Hashable {
    /// The exchange contract.
    public let exchange: Address
    /// The hashes of the orders to be filled, in their order.
    public let orders: [Hash32]
    /// The taker tokens to be paid at most, in the smallest unit.
    public let takerAmount: UInt256

    /// A plan of its parts.
    public init(exchange: Address, orders: [Hash32], takerAmount: UInt256) {
      (self.exchange, self.orders, self.takerAmount) = (exchange, orders, takerAmount)
    }
  }

  /// A part of a deal.
  public struct Part: Sendable, Hashable {
    /// The states of a part.
    public enum State: String, Sendable, Hashable, CaseIterable {
      /// It may be planned anew.
      case planned
      /// It may have been sent, under its intent's key: it is followed, and never planned anew.
      case sent
      /// Its outcome is written down.
      case done
    }

    /// The place among the parts, from 0.
    public let number: Int64
    /// How it stands.
    public let state: State
    /// The plan, as it was last.
    public let plan: Plan
    /// The text of the key under which the outbox sends it; nil before that.
    public let intentKey: String?
    /// The outcome, as whoever carried it out wrote it down.
    public let outcome: JSON?
  }
}
