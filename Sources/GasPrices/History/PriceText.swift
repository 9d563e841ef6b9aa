import Primitives

/// Prices of gas in gwei, as people read them: four significant digits, two decimals at least.
public enum PriceText {
  /// As in `0.0312`, `1.25`, `44`, `1203`; what is left out is cut off.
  public static func gwei(_ wei: UInt256) -> String {
    var digits = 9
    var limit: UInt256 = 10_000
    while digits > 2 && wei >= limit {
      digits -= 1
      limit *= 10
    }
    if wei >= 1_000_000_000_000 { digits = 0 }
    return Amount(wei: wei).formatted(in: .gwei, maximumFractionDigits: digits)
  }

  /// An average in gwei, rounded to whole wei; `?` below 0, from 10⁶⁰ wei on, and for what is no number.
  public static func gwei(_ wei: Double) -> String {
    wei.isFinite && wei >= 0 && wei < 1e60 ? gwei(UInt256(wei.rounded())) : "?"
  }
}
