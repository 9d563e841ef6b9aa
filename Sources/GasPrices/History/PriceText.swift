import Primitives

/// Prices of gas in gwei for lists and charts: six significant digits.
public enum PriceText {
  /// As in `0.0312`, `1.25`, `44`, `1,203.9`.
  public static func gwei(_ wei: UInt256) -> String { Amount(wei: wei).rounded(in: .gwei) }

  /// An average in gwei, rounded to whole wei; `?` below 0, from 10⁶⁰ wei on, and for what is no number.
  public static func gwei(_ wei: Double) -> String {
    wei.isFinite && wei >= 0 && wei < 1e60 ? gwei(UInt256(wei.rounded())) : "?"
  }
}
