import Primitives

/// The market of blobs (EIP-4844), whose numbers forks change (EIP-7691, EIP-7892).
public struct BlobRules: Sendable, Hashable {
  /// The number of blobs that a block aims at.
  public var target: UInt64
  /// The most in a block.
  public var max: UInt64
  /// The most in a transaction.
  public var maxPerTransaction: UInt64
  /// The slowness with which the price follows the excess.
  public var updateFraction: UInt64
  /// Gas of execution that a blob costs at least, so that its price follows the base fee; 0 for none (EIP-7918).
  public var reserveGas: UInt64
  /// The price of blob gas as a multiple of the base fee, whatever the excess (KIP-279); 0 where the excess makes it.
  public var baseFeeMultiple: UInt64

  /// The blob gas that one blob uses (EIP-4844).
  public static let gasPerBlob: UInt64 = 1 << 17
  /// The lowest price of a unit of blob gas, in wei.
  public static let minimumPrice: UInt64 = 1

  /// A market for blob gas with its target and limits.
  public init(
    target: UInt64, max: UInt64, maxPerTransaction: UInt64, updateFraction: UInt64, reserveGas: UInt64 = 0,
    baseFeeMultiple: UInt64 = 0
  ) {
    self.target = target
    self.max = max
    self.maxPerTransaction = maxPerTransaction
    self.updateFraction = updateFraction
    self.reserveGas = reserveGas
    self.baseFeeMultiple = baseFeeMultiple
  }

  /// The price of a unit of blob gas in a block, in wei; saturates.
  public func price(excess: UInt64, baseFee: UInt256) -> UInt256 {
    guard baseFeeMultiple > 0 else { return price(excess: excess) }
    let (price, overflow) = baseFee.multipliedReportingOverflow(by: UInt256(baseFeeMultiple))
    return overflow ? .max : price
  }

  /// The price of a unit of blob gas in wei: e^(excess ÷ updateFraction) as EIP-4844 approximates it; saturates.
  public func price(excess: UInt64) -> UInt256 {
    // Σ fractionⁱ·excessⁱ / (fractionⁱ·i!), each term from the one before, as integers.
    let fraction = UInt256(updateFraction == 0 ? 1 : updateFraction)
    let factor = UInt256(excess)
    var sum: UInt256 = 0
    var term = UInt256(Self.minimumPrice).multipliedReportingOverflow(by: fraction).partialValue
    var index: UInt256 = 1
    while term != 0 {
      let (more, tooMuch) = sum.addingReportingOverflow(term)
      if tooMuch { return .max }
      sum = more
      guard let next = UInt256.mulDiv(term, factor, fraction * index) else { return .max }
      term = next
      index += 1
    }
    return sum / fraction
  }

  /// The excess of a block after one with this excess, use and base fee (EIP-4844, EIP-7918).
  public func nextExcess(excess: UInt64, used: UInt64, baseFee: UInt256) -> UInt64 {
    let (total, overflow) = excess.addingReportingOverflow(used)
    let aim = target &* Self.gasPerBlob
    guard !overflow, total >= aim else { return overflow ? .max : 0 }
    if reserveGas > 0, max > 0 {
      let floor = baseFee.multipliedReportingOverflow(by: UInt256(reserveGas))
      let blob = price(excess: excess).multipliedReportingOverflow(by: UInt256(Self.gasPerBlob))
      if floor.overflow || (!blob.overflow && floor.partialValue > blob.partialValue) {
        let share = UInt256(used) * UInt256(max - Swift.min(target, max)) / UInt256(max)
        return excess.addingReportingOverflow(UInt64(clamping: share)).partialValue
      }
    }
    return total - aim
  }
}
