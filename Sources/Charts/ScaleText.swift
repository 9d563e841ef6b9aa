import Foundation

/// Values beside a scale.
package enum ScaleText {
  /// A value with five significant digits and no zeros at its end.
  package static func text(_ value: Double) -> String {
    guard value.isFinite, value > 0, value < 1e18 else { return value > 0 ? "\(value)" : "0" }
    let digits = max(0, min(18, 4 - Int(log10(value).rounded(.down))))
    let units = UInt64((value * pow(10, Double(digits))).rounded())
    guard digits > 0 else { return "\(units)" }
    let text = String(units)
    let padded = String(repeating: "0", count: max(0, digits + 1 - text.count)) + text
    let whole = padded.dropLast(digits)
    var part = padded.suffix(digits)
    while part.hasSuffix("0") { part = part.dropLast() }
    return part.isEmpty ? String(whole) : "\(whole).\(part)"
  }
}
