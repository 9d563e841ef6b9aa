import Primitives

extension Language {
  /// The sign between the whole and its fraction.
  public var decimalSign: Character { self == .ukrainian ? "," : "." }

  /// The sign between groups of three digits; a blank that no line is broken at in Ukrainian.
  public var groupSign: Character { self == .ukrainian ? "\u{A0}" : "," }

  /// A number that is written with a point, and with commas or without, with this language's signs in their places; a
  /// text around it stays.
  ///
  /// Numbers without groups get none here: they are copied.
  public func decimal(_ text: String) -> String {
    guard self == .ukrainian else { return text }
    let characters = Array(text)
    return String(
      characters.indices.map { index in
        guard index > 0, characters[index - 1].isASCIIDigit, index + 1 < characters.count,
          characters[index + 1].isASCIIDigit
        else { return characters[index] }
        switch characters[index] {
        case ".": return decimalSign
        case ",": return groupSign
        default: return characters[index]
        }
      })
  }

  /// A whole number in groups of three digits, as in `1,234` or `1 234`.
  public func grouped(_ number: some BinaryInteger) -> String { grouped(plain: String(number)) }

  /// A number in groups of three digits, rounded half to even.
  ///
  /// - Parameter digits: The number of those behind the decimal sign.
  /// - Returns: Nil where it does not fit into 256 bits.
  public func grouped(_ number: Fraction, digits: Int) -> String? { number.text(digits: digits).map(grouped(plain:)) }

  /// An amount of a currency, rounded half to even: `4,455.26 UAH`, `4 455,26 ₴`, `₩1,482`.
  ///
  /// Of less than one unit of the last digit two significant digits are shown, as in `0.0034 USD`.
  ///
  /// - Parameters:
  ///   - currency: Its code, as in `UAH`.
  ///   - digits: The digits of its minor unit, as in ISO 4217.
  /// - Returns: Nil where it does not fit into 256 bits.
  public func money(_ amount: Fraction, _ currency: String, digits: Int) -> String? {
    guard let unit = ExactDecimal(mantissa: 1, scale: digits) else { return nil }
    let shown = amount < Fraction(unit) ? amount.digits(atLeast: digits, significant: 2) : digits
    guard let number = grouped(amount, digits: shown) else { return nil }
    return switch (self, currency) {
    case (.korean, "KRW"): "₩\(number)"
    case (.ukrainian, "UAH"): "\(number)\u{A0}₴"
    default: "\(number) \(currency)"
    }
  }

  /// A share of a hundred that is written out: `1 %`, and `1%` in Korean.
  public func percent(_ number: String) -> String { number + (self == .korean ? "%" : " %") }

  /// A number as it stands with a point and without groups, in groups of three digits.
  public func grouped(plain: String) -> String {
    let sign = plain.prefix { $0 == "-" }
    let whole = plain.dropFirst(sign.count).prefix { $0 != "." }
    let fraction = plain.dropFirst(sign.count + whole.count + 1)
    var groups = ""
    for (index, digit) in whole.enumerated() {
      if index > 0, (whole.count - index) % 3 == 0 { groups.append(groupSign) }
      groups.append(digit)
    }
    return sign + groups + (fraction.isEmpty ? "" : "\(decimalSign)\(fraction)")
  }
}

extension Character {
  /// Whether it is one of the digits from 0 to 9.
  var isASCIIDigit: Bool { "0" <= self && self <= "9" }
}
