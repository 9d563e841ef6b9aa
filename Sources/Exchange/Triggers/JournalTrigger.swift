import Primitives

/// A conditional order as the journal has it.
public struct JournalTrigger: Sendable, Hashable, Identifiable {
  /// The states of a conditional order.
  public enum State: String, Sendable, Hashable, CaseIterable {
    /// Its condition is watched.
    case armed
    /// Its condition held; nothing was done yet.
    case fired
    /// Its deal may have been sent, under its own key.
    case sent
    /// Its order may have been posted.
    case posted
    /// The conditional order did what it was for.
    case done
    /// The conditional order fired, and what it was for could not be done, or only in part.
    case failed
    /// Its time was over before the condition held.
    case expired
    /// Somebody removed it, or the one that it stood beside fired.
    case removed

    /// The states of a conditional order that fired and is not over.
    public static let open: Set<State> = [.fired, .sent, .posted]
  }

  /// The circumstances in which it fired.
  public struct Firing: Sendable, Hashable {
    /// The block in which the condition held the second time.
    public let block: UInt64
    /// The block's hash.
    public let hash: Hash32
    /// The price in that block, in smallest units of the quote token for one of the base token.
    public let price: Fraction
    /// The worst price that its deal may have, fixed then; nil for an order to be posted.
    public let worst: Fraction?

    /// Circumstances of their parts.
    public init(block: UInt64, hash: Hash32, price: Fraction, worst: Fraction?) {
      (self.block, self.hash, self.price, self.worst) = (block, hash, price, worst)
    }
  }

  /// The number in the journal.
  public let id: Int64
  /// The text by which its deal is known for ever: no other one of any journal has it.
  public let name: String
  /// The condition, and what is done when it holds.
  public let terms: TriggerTerms
  /// The step that the conditional order has come to.
  public let state: State
  /// The circumstances in which it fired; nil if it did not.
  public let firing: Firing?
  /// The hash of what it brought about: of a transaction, or of an order; nil for none.
  public let outcome: Hash32?
  /// The last problem, in words; nil for none.
  public let problem: String?
  /// The time at which it was made, in seconds since 1970.
  public let created: Int64
  /// The time at which it changed last, in seconds since 1970.
  public let changed: Int64

  /// The wish of its deal, which is carried out once; nil unless it fired for a deal.
  public var request: DealRequest? {
    guard let worst = firing?.worst else { return nil }
    let amount: DealAmount = terms.side == .buy ? .buying(terms.amount) : .selling(terms.amount)
    var request = DealRequest(amount, of: terms.pair, within: .price(worst), by: terms.account)
    request.name = name
    return request
  }
}

/// A time in which nobody watched the book of a pair.
public struct TriggerGap: Sendable, Hashable {
  /// The time of the last look before it, in seconds since 1970.
  public let from: Int64
  /// The time of the first look after it; nil where it lasts.
  public let to: Int64?

  /// A gap between two times.
  public init(from: Int64, to: Int64?) { (self.from, self.to) = (from, to) }
}
