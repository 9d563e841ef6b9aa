import Outbox
import Primitives
import Sending

/// The condition of an alert, and when it may fire again.
public struct AlertRule: Sendable, Hashable {
  /// The chain's number.
  public let chain: String
  /// The network's name, for people.
  public let network: String
  /// The speed whose price it watches.
  public let tier: FeeSpeed
  /// Whether it waits for prices at or above the threshold; else for those below it.
  public let isAbove: Bool
  /// In wei for a unit of gas.
  public let threshold: Int64
  /// Seconds for which the price has to stay there before the alert fires.
  public let hold: Int64
  /// The fewest seconds from one firing to the next.
  public let coolDown: Int64
  /// How far the price has to go back, in per cent of the threshold, before it can cross again.
  public let margin: Int64

  /// The longest time in it, in seconds, and the widest margin, in per cent.
  static let longest: Int64 = 366 * 86_400
  static let widest: Int64 = 1000

  /// - Throws: `invalidAlert`.
  public init(
    chainID: UInt256, network: String, tier: FeeSpeed = .standard, isAbove: Bool, threshold: UInt256, hold: Int64 = 0,
    coolDown: Int64 = 0, margin: Int64 = 2
  ) throws(GasPricesError) {
    guard threshold > 0, let wei = Int64(exactly: threshold) else {
      throw GasPricesError(
        .invalidAlert, "No price of gas crosses that threshold.", reason: "It is above 0 and below 2^63 wei.",
        facts: .threshold(threshold))
    }
    guard (0...Self.longest).contains(hold), (0...Self.longest).contains(coolDown), (0...Self.widest).contains(margin)
    else {
      throw GasPricesError(
        .invalidAlert, "An alert waits for a year at most, and its margin is from 0 to 1000 per cent.")
    }
    self.init(
      chain: chainID.description, network: network, tier: tier, isAbove: isAbove, threshold: wei, hold: hold,
      coolDown: coolDown, margin: margin)
  }

  init(
    chain: String, network: String, tier: FeeSpeed, isAbove: Bool, threshold: Int64, hold: Int64, coolDown: Int64,
    margin: Int64
  ) {
    self.chain = chain
    self.network = network
    self.tier = tier
    self.isAbove = isAbove
    self.threshold = threshold
    self.hold = hold
    self.coolDown = coolDown
    self.margin = margin
  }

  /// Whether a price is what it waits for.
  func isMet(by price: Int64) -> Bool { isAbove ? price >= threshold : price < threshold }

  /// Whether a price is so far on the other side that the next crossing counts.
  func rearms(at price: Int64) -> Bool {
    let (product, overflow) = threshold.multipliedReportingOverflow(by: margin)
    let distance = overflow ? Int64.max : product / 100
    if isAbove { return price < threshold &- min(distance, threshold - 1) }
    let (edge, tooFar) = threshold.addingReportingOverflow(distance)
    return price >= (tooFar ? .max : edge)
  }
}
