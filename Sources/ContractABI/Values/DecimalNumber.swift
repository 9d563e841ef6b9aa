import Primitives

/// Decimal numbers of the ABI's fixed-point types as text, exactly.
enum DecimalNumber {
  /// `-12.5` from -125 and 1 decimal.
  static func text(negative: Bool, magnitude: UInt256, decimals: Int) -> String {
    let decimals = max(0, min(80, decimals))
    let digits = magnitude.description
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    let whole = padded.dropLast(decimals)
    var fraction = padded.suffix(decimals)
    while fraction.last == "0" { fraction = fraction.dropLast() }
    return (negative ? "-" : "") + whole + (fraction.isEmpty ? "" : "." + fraction)
  }

  /// The sign and the digits times 10^decimals; nil if that is no such number.
  static func parse(_ text: some StringProtocol, decimals: Int) -> (negative: Bool, magnitude: UInt256)? {
    guard (0...80).contains(decimals) else { return nil }
    let negative = text.hasPrefix("-")
    let parts = text.dropFirst(negative ? 1 : 0).split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first, !whole.isEmpty else { return nil }
    let fraction = parts.count == 2 ? parts[1] : ""
    guard parts.count == 1 || !fraction.isEmpty, fraction.count <= decimals else { return nil }
    let digits = "\(whole)\(fraction)" + String(repeating: "0", count: decimals - fraction.count)
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let magnitude = try? UInt256(parsing: digits) else {
      return nil
    }
    return (negative, magnitude)
  }
}
