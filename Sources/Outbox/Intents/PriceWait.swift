import Primitives

/// The price that a transaction waits for before it takes a nonce.
public struct PriceWait: Sendable, Hashable {
  /// The most that a unit of gas may cost, in wei: never more is offered.
  public var limit: UInt256
  /// The speed whose price is compared with ``limit``.
  public var speed: FeeSpeed
  /// The time at which it is given up, by the wall clock, in seconds since 1970; nil is never.
  public var deadline: UInt64?

  /// A wait that nothing but the price ends, unless it gets a deadline.
  public init(limit: UInt256, speed: FeeSpeed = .standard, deadline: UInt64? = nil) {
    self.limit = limit
    self.speed = speed
    self.deadline = deadline
  }
}

/// The speed at which a transaction should be mined.
public enum FeeSpeed: String, Sendable, Hashable, CaseIterable {
  /// From the lowest tip and the narrowest ceiling to the highest; whoever estimates fees says by how much.
  case slow, standard, fast
}

extension IntentOutcome {
  /// The end of an intent whose time to wait was over before it had a nonce.
  ///
  /// - Parameter reason: the obstacle that was there last, in a sentence; nil where none is known.
  package static func overdue(_ wait: PriceWait, because reason: String? = nil) -> IntentOutcome {
    IntentOutcome(.expired, cost: .zero, reason: reason ?? "Its time to wait for its price was over.")
  }
}

extension PriceWait {
  /// The limit as gas is priced where this is the coin.
  package func limitText(in coin: Amount.Unit) -> String {
    "\(Amount(wei: limit).formatted(in: coin.ofGasPrices)) \(coin.ofGasPrices.name)"
  }
}
