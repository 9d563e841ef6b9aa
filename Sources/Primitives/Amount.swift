/// An amount of money: a whole number of the smallest unit, which Ethereum calls wei and Klaytn calls peb.
public struct Amount: Hashable, Sendable {
  /// The amount in the smallest unit.
  public let wei: UInt256

  /// An amount in the smallest unit.
  public init(wei: UInt256) { self.wei = wei }

  /// A whole number of a unit.
  ///
  /// - Throws: `overflow` if the amount does not fit into 256 bits.
  public init(_ count: UInt256, unit: Unit) throws(PrimitivesError) {
    let (product, overflow) = count.multipliedReportingOverflow(by: unit.scale)
    guard !overflow else {
      throw PrimitivesError(.overflow, "\(count) \(unit.symbol) is more than 256 bits can hold")
    }
    wei = product
  }

  /// No money.
  public static let zero = Amount(wei: .zero)

  /// The sum.
  ///
  /// - Throws: `overflow` if it does not fit into 256 bits.
  public func adding(_ other: Amount) throws(PrimitivesError) -> Amount {
    let (sum, overflow) = wei.addingReportingOverflow(other.wei)
    guard !overflow else {
      throw PrimitivesError(.overflow, "the sum of \(self) and \(other) is more than 256 bits can hold")
    }
    return Amount(wei: sum)
  }

  /// The difference.
  ///
  /// - Throws: `overflow` if `other` is larger: an amount is never negative.
  public func subtracting(_ other: Amount) throws(PrimitivesError) -> Amount {
    let (difference, overflow) = wei.subtractingReportingOverflow(other.wei)
    guard !overflow else { throw PrimitivesError(.overflow, "\(other) cannot be taken from \(self): it is more") }
    return Amount(wei: difference)
  }

  /// The product with a number.
  ///
  /// - Throws: `overflow` if it does not fit into 256 bits.
  public func multiplied(by factor: UInt256) throws(PrimitivesError) -> Amount {
    let (product, overflow) = wei.multipliedReportingOverflow(by: factor)
    guard !overflow else {
      throw PrimitivesError(.overflow, "\(self) times \(factor) is more than 256 bits can hold")
    }
    return Amount(wei: product)
  }
}

extension Amount: Comparable {
  /// Compares by wei.
  public static func < (left: Amount, right: Amount) -> Bool { left.wei < right.wei }
}

extension Amount: Codable {
  /// Reads a whole number of the smallest unit, decimal or hexadecimal, from a string.
  public init(from decoder: any Decoder) throws {
    self.init(wei: try UInt256(from: decoder))
  }

  /// Writes the number of the smallest unit, as a hexadecimal quantity.
  public func encode(to encoder: any Encoder) throws {
    try wei.encode(to: encoder)
  }
}

/// For amounts known when a program is written: these trap where a number does not fit. Numbers from outside go through
/// the initialisers that throw.
extension Amount {
  /// An amount in wei; any number fits.
  public static func wei(_ count: UInt256) -> Amount { Amount(wei: count) }
  /// An amount in peb; any number fits.
  public static func peb(_ count: UInt256) -> Amount { Amount(wei: count) }
  /// A number times 10⁹ wei; traps where that is more than 256 bits can hold.
  public static func gwei(_ count: UInt256) -> Amount { Amount(wei: count * Unit.gwei.scale) }
  /// A number times 10⁹ peb; traps where that is more than 256 bits can hold.
  public static func ston(_ count: UInt256) -> Amount { Amount(wei: count * Unit.ston.scale) }
  /// A number times 10¹⁸ wei; traps where that is more than 256 bits can hold.
  public static func ether(_ count: UInt256) -> Amount { Amount(wei: count * Unit.ether.scale) }
  /// A number times 10¹⁸ peb; traps where that is more than 256 bits can hold.
  public static func klay(_ count: UInt256) -> Amount { Amount(wei: count * Unit.klay.scale) }
  /// A number times 10¹⁸ peb; traps where that is more than 256 bits can hold.
  public static func kaia(_ count: UInt256) -> Amount { Amount(wei: count * Unit.kaia.scale) }

  /// An amount in wei; traps for a negative number.
  @_disfavoredOverload public static func wei(_ count: Int) -> Amount { wei(UInt256(count)) }
  /// An amount in peb; traps for a negative number.
  @_disfavoredOverload public static func peb(_ count: Int) -> Amount { peb(UInt256(count)) }
  /// A number times 10⁹ wei; traps for a negative number.
  @_disfavoredOverload public static func gwei(_ count: Int) -> Amount { gwei(UInt256(count)) }
  /// A number times 10⁹ peb; traps for a negative number.
  @_disfavoredOverload public static func ston(_ count: Int) -> Amount { ston(UInt256(count)) }
  /// A number times 10¹⁸ wei; traps for a negative number.
  @_disfavoredOverload public static func ether(_ count: Int) -> Amount { ether(UInt256(count)) }
  /// A number times 10¹⁸ peb; traps for a negative number.
  @_disfavoredOverload public static func klay(_ count: Int) -> Amount { klay(UInt256(count)) }
  /// A number times 10¹⁸ peb; traps for a negative number.
  @_disfavoredOverload public static func kaia(_ count: Int) -> Amount { kaia(UInt256(count)) }
}
