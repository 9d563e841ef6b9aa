import Primitives

/// Shares of amounts as the exchange contracts compute them, in 256 bits and rounded.
///
/// ```swift
/// try PartialAmount.floor(of: 1000, 50, outOf: 300)           // 166
/// try PartialAmount.hasRoundingError(of: 1000, 50, outOf: 300)  // true: 0.4 % are lost
/// ```
public enum PartialAmount {
  /// `target · numerator / denominator`, rounded down (`getPartialAmount`, `getPartialAmountFloor`).
  ///
  /// - Throws: `overflow` where the product has more than 256 bits, `zeroAmount` where the denominator is zero: there
  ///   the contracts revert.
  public static func floor(
    of target: UInt256, _ numerator: UInt256, outOf denominator: UInt256
  ) throws(OrderError) -> UInt256 {
    try product(target, numerator, outOf: denominator) / denominator
  }

  /// `target · numerator / denominator`, rounded up (`getPartialAmountCeil`).
  ///
  /// - Throws: `overflow` or `zeroAmount`, as ``floor(of:_:outOf:)``.
  public static func ceiling(
    of target: UInt256, _ numerator: UInt256, outOf denominator: UInt256
  ) throws(OrderError) -> UInt256 {
    let (quotient, rest) = try product(target, numerator, outOf: denominator).quotientAndRemainder(
      dividingBy: denominator)
    return rest == 0 ? quotient : quotient + 1
  }

  /// Whether rounding down takes more than 0.1 % of a share (v1, `isRoundingError`).
  ///
  /// - Throws: `overflow` where a product has more than 256 bits, and so the contract reverts.
  public static func hasRoundingError(
    of target: UInt256, _ numerator: UInt256, outOf denominator: UInt256
  ) throws(OrderError) -> Bool {
    // As MULMOD has it: exact however large the product, and 0 where the denominator is.
    guard denominator > 0 else { return false }
    let exact = target.multipliedFullWidth(by: numerator)
    let rest = denominator.dividingFullWidth((exact.high % denominator, exact.low)).remainder
    guard rest > 0 else { return false }
    guard exact.high == 0, case (let millionths, false) = rest.multipliedReportingOverflow(by: 1_000_000) else {
      throw overflow
    }
    return millionths / exact.low > 1000
  }

  private static func product(
    _ target: UInt256, _ numerator: UInt256, outOf denominator: UInt256
  ) throws(OrderError) -> UInt256 {
    guard denominator > 0 else { throw OrderError(.zeroAmount, "a share of nothing cannot be computed") }
    guard case (let product, false) = target.multipliedReportingOverflow(by: numerator) else { throw overflow }
    return product
  }

  private static var overflow: OrderError {
    OrderError(
      .overflow, "a share of these amounts cannot be computed",
      reason: "their product has more than 256 bits, at which the exchange reverts")
  }
}
