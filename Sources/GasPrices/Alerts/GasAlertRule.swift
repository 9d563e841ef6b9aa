import Alerts
import Outbox
import Primitives

/// A rule for alerts on the price of gas.
public typealias GasAlertRule = AlertRule<GasSubject>

extension AlertRule where Subject == GasSubject {
  /// A rule whose threshold is within what the prices of a chain may be.
  ///
  /// - Parameter threshold: In wei for a unit of gas.
  /// - Throws: `invalidAlert`.
  public init(
    chainID: UInt256, network: String, tier: FeeSpeed = .standard, isAbove: Bool, threshold: UInt256, hold: Int64 = 0,
    coolDown: Int64 = 0, margin: Int64 = 2
  ) throws(AlertsError) {
    try self.init(
      watching: GasSubject(chainID: chainID, network: network, tier: tier),
      isAbove ? .above(threshold) : .below(threshold), hold: hold, coolDown: coolDown, margin: margin)
  }

  /// A rule whose threshold is within what its subject may be.
  ///
  /// - Throws: `invalidAlert`.
  public init(
    watching subject: GasSubject, _ condition: AlertCondition, hold: Int64 = 0, coolDown: Int64 = 0, margin: Int64 = 2,
    note: String? = nil, isOnce: Bool = false
  ) throws(AlertsError) {
    switch (condition, subject.measure) {
    case (.above(let threshold), .price), (.below(let threshold), .price):
      guard threshold > 0, threshold <= UInt256(Int64.max) else {
        throw AlertsError(
          .invalidAlert, "No price of gas crosses that threshold.", about: GasSubject.topic,
          reason: "It is above 0 and below 2^63 wei.", facts: .threshold)
      }
    default: break
    }
    try self.init(
      subject, condition, hold: hold, coolDown: coolDown, margin: margin, note: note, isOnce: isOnce)
  }
}

/// The names that a network has for its money, in the messages of alerts.
public struct GasUnits: Sendable, Hashable {
  /// The name of 10⁹ wei, the unit of gas prices.
  public let gas: String
  /// The name of 10¹⁸ wei, the unit of costs.
  public let coin: String

  /// The names as they are given.
  public init(gas: String = "gwei", coin: String = "ETH") { (self.gas, self.coin) = (gas, coin) }

  /// A value of a subject with its unit, as in `25 gwei`, with all its digits.
  public func text(_ value: UInt256, of subject: GasSubject) -> String {
    switch subject.measure {
    case .price: "\(Amount(wei: value).formatted(in: .gwei)) \(gas)"
    case .cost(_, _, let currency): "\(Amount(wei: value).formatted(in: .ether)) \(currency ?? coin)"
    case .coin(let currency): "\(subject.text(of: value)) \(currency)"
    }
  }
}

extension Alert<GasSubject> {
  /// One line that says what happened at a value of its subject.
  func message(_ value: UInt256, _ units: GasUnits) -> String {
    let subject = rule.subject
    let told = { (value: UInt256) in units.text(value, of: subject) }
    let condition =
      switch rule.condition {
      case .above(let threshold): "at or above \(told(threshold))"
      case .below(let threshold): "below \(told(threshold))"
      case .change(_, let window):
        Self.words(of: ValueChange(from: state.reference ?? value, to: value), from: told(state.reference ?? value))
          + (window.map { " within \($0) s" } ?? "")
      }
    let title =
      switch subject.measure {
      case .price: "Gas on \(subject.network) (\(subject.tier.rawValue))"
      case .cost(let action, let gas, _):
        "The cost of \(action) on \(subject.network) (\(subject.tier.rawValue), \(gas) gas)"
      case .coin: "The price of \(units.coin) (\(subject.network))"
      }
    return "\(title) is \(condition): \(told(value))"
  }

  /// A change and where it began, as in `up 30 % from 25 gwei`.
  private static func words(of change: ValueChange, from origin: String) -> String {
    (change.isRise ? "up" : "down") + (change.percent.map { " \($0) %" } ?? "") + " from \(origin)"
  }
}
