import Primitives

/// The price of a lecture: a whole number of KLAY, as the contracts count it.
public struct Price: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// Whole KLAY.
  public let klay: UInt256

  /// - Throws: `LectureError` `.invalidPrice` for 0, and above 2^256 peb.
  public init(klay: UInt256) throws(LectureError) {
    guard klay > 0 else {
      throw LectureError(.invalidPrice, "A lecture cannot cost nothing.", advice: "Give a price of at least 1.")
    }
    guard !klay.multipliedReportingOverflow(by: Self.pebPerKLAY).overflow else {
      throw LectureError(
        .invalidPrice, "A price of \(klay) is more than the chain can count.", advice: "Give a smaller price.")
    }
    self.klay = klay
  }

  /// - Parameter text: A whole number of KLAY: `10`, `10 KLAY`.
  /// - Throws: `LectureError` `.invalidPrice` with the reason, for `0.5` too.
  public init(parsing text: String) throws(LectureError) {
    var number = text.filter { $0 != " " }
    for unit in ["klay", "kaia"] where number.lowercased().hasSuffix(unit) {
      number = String(number.dropLast(unit.count))
    }
    guard !number.isEmpty, number.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let klay = try? UInt256(parsing: number)
    else {
      let fraction = number.contains(".") && number.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2e }
      throw LectureError(
        .invalidPrice, fraction ? "A price of \(number) is not possible." : "That is not a price.",
        reason: "The contract counts prices in whole coins.", advice: "Give a whole number, for example 10.")
    }
    try self.init(klay: klay)
  }

  /// The value of a purchase at this price.
  public var amount: Amount { Amount(wei: klay * Self.pebPerKLAY) }

  /// The price with its unit.
  public var description: String { "\(klay) KLAY" }

  /// The price in a chain's own money, as in `10 ETH`.
  public func text(in unit: Amount.Unit) -> String { "\(klay) \(unit.symbol)" }

  /// Compares by KLAY.
  public static func < (left: Price, right: Price) -> Bool { left.klay < right.klay }

  private static let pebPerKLAY: UInt256 = 1_000_000_000_000_000_000
}
