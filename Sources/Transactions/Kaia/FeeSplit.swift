import Primitives

/// The shares of a fee that fee payer and sender pay.
public struct FeeSplit: Hashable, Sendable {
  /// The fee payer's part.
  public let feePayer: UInt256
  /// The sender's part: the rest.
  public let sender: UInt256

  /// Splits a fee; the fee payer's part is rounded down.
  ///
  /// - Parameters:
  ///   - fee: in peb.
  ///   - percent: the fee payer's, at most 100.
  public init(_ fee: UInt256, percent: UInt8) {
    // In two parts, so that no fee is too large.
    let (hundreds, rest) = fee.quotientAndRemainder(dividingBy: 100)
    let share = UInt256(min(percent, 100))
    feePayer = hundreds * share + rest * share / 100
    sender = fee - feePayer
  }
}

extension KaiaTransaction.FeePayment {
  /// Splits a fee in peb between fee payer and sender.
  public func split(_ fee: UInt256) -> FeeSplit {
    switch self {
    case .sender: FeeSplit(fee, percent: 0)
    case .delegated: FeeSplit(fee, percent: 100)
    case .shared(let percent): FeeSplit(fee, percent: percent)
    }
  }
}
