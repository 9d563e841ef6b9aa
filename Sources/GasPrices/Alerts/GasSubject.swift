import Alerts
import Outbox
import Primitives

/// The price of gas on a chain at a speed, in wei for a unit: alerts watch it.
public struct GasSubject: AlertSubject {
  /// The chain's number.
  public let chain: String
  /// The network's name, for people.
  public let network: String
  /// The speed.
  public let tier: FeeSpeed

  /// A subject as it is given.
  public init(chainID: UInt256, network: String, tier: FeeSpeed = .standard) {
    (chain, self.network, self.tier) = (chainID.description, network, tier)
  }

  // MARK: Alerts

  /// The words for alerts on the price of gas.
  public static let topic = AlertTopic("gas", title: "Gas price", watched: "this chain")

  /// The chain's number.
  public var scope: String { chain }
  /// The speed and the network, as in `standard kaia`.
  public var stored: String { "\(tier.rawValue) \(network)" }

  /// Reads both.
  public init?(scope: String, stored: String) {
    let parts = stored.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let tier = FeeSpeed(rawValue: String(parts[0])) else { return nil }
    (chain, network, self.tier) = (scope, String(parts[1]), tier)
  }

  /// The chain, the network and the speed.
  public var facts: [(name: String, text: String)] {
    [("chainId", chain), ("network", network), ("tier", tier.rawValue)]
  }
  /// The unit of a price.
  public var unit: String { "wei" }
  /// The digits of a price.
  public func text(of value: UInt256) -> String { "\(value)" }
}

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
    guard threshold > 0, threshold <= UInt256(Int64.max) else {
      throw AlertsError(
        .invalidAlert, "No price of gas crosses that threshold.", about: GasSubject.topic,
        reason: "It is above 0 and below 2^63 wei.", facts: .threshold)
    }
    try self.init(
      GasSubject(chainID: chainID, network: network, tier: tier), isAbove ? .above(threshold) : .below(threshold),
      hold: hold, coolDown: coolDown, margin: margin)
  }
}

extension Alert<GasSubject> {
  /// One line that says what happened at a price in wei for a unit of gas.
  ///
  /// - Parameter unit: The name that the network has for a gwei.
  func message(price: UInt256, unit: String) -> String {
    let gwei = { (wei: UInt256) in "\(Amount(wei: wei).formatted(in: .gwei)) \(unit)" }
    let subject = rule.subject
    let condition =
      switch rule.condition {
      case .above(let threshold): "at or above \(gwei(threshold))"
      case .below(let threshold): "below \(gwei(threshold))"
      case .change(let percent): "\(percent) % away from \(gwei(state.reference ?? price))"
      }
    return "Gas on \(subject.network) (\(subject.tier.rawValue)) is \(condition): \(gwei(price))"
  }
}
