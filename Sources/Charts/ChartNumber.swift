/// Numbers beside the scales of charts, with a point and without groups.
package enum ChartNumber {
  /// A number with so many digits after the point; a very large or a very small one with an exponent.
  package static func text(_ value: Double, digits: Int) -> String {
    let digits = max(0, digits)
    guard value.isFinite, digits <= 15 else { return withExponent(value) }
    let scale = (0..<digits).reduce(1.0) { power, _ in power * 10 }
    let rounded = (abs(value) * scale).rounded()
    guard rounded < 9e15 else { return withExponent(value) }
    var text = String(Int64(rounded))
    if digits > 0 {
      text = String(repeating: "0", count: max(0, digits + 1 - text.count)) + text
      text.insert(".", at: text.index(text.endIndex, offsetBy: -digits))
    }
    return value < 0 && rounded > 0 ? "-" + text : text
  }

  /// A number with five significant digits, as far as they stand after the point, and without zeros at its end.
  package static func short(_ value: Double) -> String {
    guard value.isFinite, value != 0 else { return value == 0 ? "0" : "\(value)" }
    var (digits, bound) = (4, 10.0)
    while abs(value) >= bound, digits > 0 { (digits, bound) = (digits - 1, bound * 10) }
    bound = 1
    while abs(value) < bound, digits < 16 { (digits, bound) = (digits + 1, bound / 10) }
    return withoutZeros(Self.text(value, digits: digits))
  }

  /// The room that the longest of some labels takes in a drawing, at most: no font without serifs has wider digits.
  package static func width(of labels: [String], fontSize: Double) -> Double {
    Double(labels.map(\.count).max() ?? 0) * fontSize * 0.65
  }

  private static func withoutZeros(_ number: String) -> String {
    var text = number[...]
    if text.contains("."), !text.contains("e") {
      while text.hasSuffix("0") { text = text.dropLast() }
      if text.hasSuffix(".") { text = text.dropLast() }
    }
    return String(text)
  }

  /// A number with five significant digits and an exponent, as in `1.5e+60`.
  private static func withExponent(_ value: Double) -> String {
    guard value.isFinite, value != 0 else { return "\(value)" }
    var (mantissa, exponent) = (abs(value), 0)
    while mantissa >= 10 { (mantissa, exponent) = (mantissa / 10, exponent + 1) }
    while mantissa < 1 { (mantissa, exponent) = (mantissa * 10, exponent - 1) }
    // That much is rounded to ten.
    if mantissa >= 9.99995 { (mantissa, exponent) = (1, exponent + 1) }
    return (value < 0 ? "-" : "") + withoutZeros(text(mantissa, digits: 4))
      + (exponent < 0 ? "e-" : "e+") + String(abs(exponent))
  }
}
