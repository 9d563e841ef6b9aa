import Outbox
import Primitives
import Sending

/// The prices at a time, as they are kept: whole wei, at most 2⁶³ − 1.
public struct GasSample: Sendable, Hashable {
  /// Seconds since 1970.
  public let time: Int64
  /// The newest block that the prices are made of.
  public let block: Int64
  /// The next block's, in wei; 0 on a chain without one.
  public let baseFee: Int64
  /// In wei for a unit of gas.
  public let slow: Int64
  /// In wei for a unit of gas.
  public let standard: Int64
  /// In wei for a unit of gas.
  public let fast: Int64

  /// A sample as it is given; nothing is checked.
  public init(time: Int64, block: Int64, baseFee: Int64, slow: Int64, standard: Int64, fast: Int64) {
    self.time = time
    self.block = block
    self.baseFee = baseFee
    self.slow = slow
    self.standard = standard
    self.fast = fast
  }

  /// A quote to keep.
  public init(_ quote: GasQuote, time: Int64) {
    let price = { (speed: FeeSpeed) in Int64(clamping: quote[speed]?.price ?? 0) }
    self.init(
      time: time, block: Int64(clamping: quote.block), baseFee: Int64(clamping: quote.baseFee ?? 0),
      slow: price(.slow), standard: price(.standard), fast: price(.fast))
  }

  /// Whether none of its prices is more than twice or less than half of another's.
  func isNear(_ other: GasSample) -> Bool {
    zip([baseFee, slow, standard, fast], [other.baseFee, other.slow, other.standard, other.fast])
      .allSatisfy { UInt256(max(0, $0)).isNear(UInt256(max(0, $1))) }
  }

  /// The price of a speed.
  public subscript(speed: FeeSpeed) -> Int64 {
    switch speed {
    case .slow: slow
    case .standard: standard
    case .fast: fast
    }
  }
}

/// The prices of an hour: averages in wei, and between which bounds the standard price was.
public struct HourlyPrices: Sendable, Hashable {
  /// Seconds since 1970 at the beginning of the hour.
  public let time: Int64
  /// The number of samples that they are made of.
  public let count: Int64
  /// The average base fee in wei; 0 on a chain without one.
  public let baseFee: Double
  /// The average price in wei for a unit of gas, slow.
  public let slow: Double
  /// The average price in wei for a unit of gas, standard.
  public let standard: Double
  /// The average price in wei for a unit of gas, fast.
  public let fast: Double
  /// The lowest and the highest standard price.
  public let lowest: Int64
  /// The highest standard price, in wei for a unit of gas.
  public let highest: Int64

  /// The average price of a speed.
  public subscript(speed: FeeSpeed) -> Double {
    switch speed {
    case .slow: slow
    case .standard: standard
    case .fast: fast
    }
  }
}

extension UInt256 {
  /// Whether a price is neither more than twice nor less than half of another: six full blocks double a base fee.
  func isNear(_ other: UInt256) -> Bool { self / 2 <= other && other / 2 <= self }
}
