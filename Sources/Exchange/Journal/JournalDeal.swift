import Primitives

/// A deal as the journal has it: its parts are transactions, carried out one after another.
///
/// Whether a part was sent is told by the outbox alone, under the part's key; the journal keeps what nothing else tells
/// after a crash: what the parts ahead are to take, and within which price.
public struct JournalDeal: Sendable, Hashable, Identifiable {
  /// The states of a deal.
  public enum State: String, Sendable, Hashable, CaseIterable {
    /// There may be a part to be carried out or followed.
    case open
    /// All parts are done.
    case done
  }

  /// The number in the journal.
  public let id: Int64
  /// The text of its key.
  public let key: String
  /// The wish in words.
  let wish: String
  /// The number of deals of the key before it.
  public let turn: Int64
  /// The step that the trade has come to.
  public let state: State
  /// The worst price of all parts, quote for base.
  public let bound: Fraction
  /// The time at which it was begun, in seconds since 1970.
  public let created: Int64
  /// The time at which it changed last, in seconds since 1970.
  public let changed: Int64
  /// The parts as they were planned at first, in the order in which they are carried out, and behind them those for what
  /// these left missing.
  public let parts: [Part]

  /// The number of parts for what others left missing.
  public var retries: Int { parts.count(where: \.isRetry) }

  /// The number of these among the first parts: one may be written down, and not sent.
  func retries(amongFirst count: Int) -> Int { parts.prefix(count).count(where: \.isRetry) }

  /// A part of a deal: one transaction at one exchange contract.
  public struct Part: Sendable, Hashable {
    /// The exchange contract.
    public let exchange: Address
    /// The amount that it is to move, by the token of the wish, in that token's smallest unit.
    public let units: UInt256

    /// Whether it is for what others left missing.
    public let isRetry: Bool

    /// A part of its amounts.
    public init(exchange: Address, units: UInt256, isRetry: Bool = false) {
      (self.exchange, self.units, self.isRetry) = (exchange, units, isRetry)
    }
  }
}
