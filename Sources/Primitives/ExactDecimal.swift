/// A decimal number from zero up, exact: a whole number below 2⁶⁴ and at most 18 digits after the point, as in `44.5526`.
///
/// Rates of exchange are read into it from the text that a source wrote; there is no binary fraction on the way.
public struct ExactDecimal: Sendable, Hashable {
  /// The digits as a whole number, without zeros at the end that the point could drop.
  public let mantissa: UInt64
  /// The number of digits after the point, 0 to 18.
  public let scale: Int
  /// Whether it is all that was written; digits that have no place are rounded away, half to even.
  public let isExact: Bool

  /// Zero.
  public static let zero = ExactDecimal(0)

  /// A whole number.
  public init(_ whole: UInt64) { self.init(mantissa: whole, scale: 0, isExact: true) }

  /// Whether it is zero, or was so little that nothing is left of it.
  public var isZero: Bool { mantissa == 0 }

  /// The digits and the place of the point; nil where there are more than 18 places.
  public init?(mantissa: UInt64, scale: Int) {
    guard (0...18).contains(scale) else { return nil }
    self.init(mantissa: mantissa, scale: scale, isExact: true)
  }

  /// The number as one of which digits were rounded away.
  package var rounded: ExactDecimal { ExactDecimal(mantissa: mantissa, scale: scale, isExact: false) }

  private init(mantissa: UInt64, scale: Int, isExact: Bool) {
    var (mantissa, scale) = (mantissa, mantissa == 0 ? 0 : scale)
    while scale > 0, mantissa % 10 == 0 { (mantissa, scale) = (mantissa / 10, scale - 1) }
    (self.mantissa, self.scale, self.isExact) = (mantissa, scale, isExact)
  }

  /// Reads a number as JSON writes it, but for a sign in front: digits, a point among them, an exponent behind, as in
  /// `44.5526`, `91200000.0` or `1e-08`.
  ///
  /// - Parameter groups: Whether commas between groups of three digits are read over, as in `1,364.81`.
  /// - Returns: Nil for anything else, for more than 200 characters, and for 2⁶⁴ and above.
  public init?(_ text: some StringProtocol, groups: Bool = false) {
    guard text.utf8.count <= 200, let parts = Parts(Array(text.utf8), groups: groups) else { return nil }
    // Rounded once, however many digits go: all that is dropped is looked at together.
    var dropped = max(0, -18 - parts.exponent)
    while dropped == 0 || parts.exponent + dropped <= 0 {
      var digits = parts.digits
      let isExact = Self.round(&digits, dropping: dropped)
      let exponent = parts.exponent + dropped
      if let mantissa = Self.number(digits, zeros: max(0, exponent)) {
        self.init(mantissa: mantissa, scale: max(0, -exponent), isExact: isExact)
        return
      }
      dropped += max(1, digits.count - 20)
    }
    return nil
  }

  /// The digits of a number without zeros around them, and the power of ten of the last one.
  private struct Parts {
    var digits: [UInt8] = []
    var exponent = 0

    init?(_ bytes: [UInt8], groups: Bool) {
      let mantissaEnd = bytes.firstIndex { $0 | 0x20 == UInt8(ascii: "e") } ?? bytes.count
      let point = bytes[..<mantissaEnd].firstIndex(of: UInt8(ascii: ".")) ?? mantissaEnd
      guard let whole = Parts.digits(bytes[..<point], groups: groups), !whole.isEmpty,
        let fraction = Parts.digits(bytes[..<mantissaEnd].dropFirst(point + 1), groups: false),
        point == mantissaEnd || !fraction.isEmpty
      else { return nil }
      if mantissaEnd < bytes.count {
        var rest = bytes[(mantissaEnd + 1)...]
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
        guard let power = Parts.digits(rest, groups: false), (1...4).contains(power.count) else { return nil }
        let value = power.reduce(0) { $0 * 10 + Int($1) }
        exponent = isNegative ? -value : value
      }
      digits = whole + fraction
      exponent -= fraction.count
      while digits.last == 0 {
        digits.removeLast()
        exponent += 1
      }
      digits = Array(digits.drop { $0 == 0 })
      if digits.isEmpty { exponent = 0 }
    }

    /// The values of digits; nil if something else is among them, or groups are not of three.
    private static func digits(_ bytes: ArraySlice<UInt8>, groups: Bool) -> [UInt8]? {
      let parts =
        groups ? bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) : [bytes]
      guard parts.dropFirst().allSatisfy({ $0.count == 3 }), parts.count == 1 || (1...3).contains(parts[0].count)
      else { return nil }
      let digits = parts.joined().map { $0 &- 48 }
      return digits.allSatisfy { $0 <= 9 } ? digits : nil
    }
  }

  /// Drops digits at the end, half to even.
  ///
  /// - Returns: Whether nothing but zeros was dropped.
  private static func round(_ digits: inout [UInt8], dropping count: Int) -> Bool {
    guard count > 0 else { return true }
    guard count <= digits.count else {
      defer { digits = [] }
      return digits.isEmpty
    }
    let dropped = Array(digits.suffix(count))
    digits.removeLast(count)
    let isHalf = dropped[0] == 5 && dropped.dropFirst().allSatisfy { $0 == 0 }
    if isHalf ? (digits.last ?? 0) % 2 == 1 : dropped[0] >= 5 {
      var place = digits.count
      while place > 0, digits[place - 1] == 9 {
        digits[place - 1] = 0
        place -= 1
      }
      if place > 0 { digits[place - 1] += 1 } else { digits.insert(1, at: 0) }
    }
    return dropped.allSatisfy { $0 == 0 }
  }

  private static func number(_ digits: [UInt8], zeros: Int) -> UInt64? {
    guard digits.count + zeros <= 20 || digits.isEmpty else { return nil }
    var value: UInt64 = 0
    for digit in digits + repeatElement(0, count: digits.isEmpty ? 0 : zeros) {
      let (shifted, tooLarge) = value.multipliedReportingOverflow(by: 10)
      let (next, overflow) = shifted.addingReportingOverflow(UInt64(digit))
      guard !tooLarge, !overflow else { return nil }
      value = next
    }
    return value
  }
}

extension ExactDecimal: Comparable {
  /// Compares the numbers.
  public static func < (left: ExactDecimal, right: ExactDecimal) -> Bool {
    UInt256(left.mantissa) * UInt256.tenToThe(right.scale) < UInt256(right.mantissa) * UInt256.tenToThe(left.scale)
  }
}

extension ExactDecimal: CustomStringConvertible {
  /// The number without an exponent and without zeros at the end, as in `0.27656`.
  public var description: String { Fraction(self).text(digits: scale) ?? "" }
}

extension UInt256 {
  /// A power of ten, up to 10⁷⁷.
  static func tenToThe(_ power: Int) -> UInt256 { (0..<power).reduce(1) { value, _ in value * 10 } }
}
