import Localization
import Primitives
import Tokens

extension TokenAmount {
  /// The amount with every digit, as a language writes numbers.
  package func text(in language: Language) -> String { "\(language.decimal(token.unit.text(units))) \(token.shown)" }

  /// The amount in a list, as in `1,234.57 TKA`: six significant digits are enough to compare rows by.
  package func rounded(in language: Language) -> String { "\(roundedNumber(in: language)) \(token.shown)" }

  /// The number of ``rounded(in:)`` alone.
  package func roundedNumber(in language: Language) -> String {
    guard let decimals = token.decimals,
      let unit = try? Amount.Unit(name: "token", symbol: "", decimals: decimals)
    else { return language.decimal(token.unit.text(units)) }
    return language.decimal(Amount(wei: units).rounded(in: unit))
  }
}

extension PairPrice {
  /// The price as quote tokens for a base token; a fraction that has no end is cut and marked.
  package func text(in language: Language) -> String {
    value == nil ? "\(fraction)" : "\(number(in: language)) \(pair.quote.shown)"
  }

  /// The number alone.
  package func number(in language: Language) -> String {
    guard let value else { return "\(fraction)" }
    let digits = value.digits(atLeast: 0, significant: 8)
    guard let text = value.text(digits: digits) else { return "\(value)" }
    let isExact = (ExactDecimal(text).map { Fraction($0) == value }) ?? false
    return "\(isExact ? "" : "≈ ")\(language.decimal(Self.trimmed(text)))"
  }

  /// A decimal number without zeros at its end.
  private static func trimmed(_ text: String) -> String {
    guard text.contains(".") else { return text }
    var text = text[...]
    while text.hasSuffix("0") { text = text.dropLast() }
    return String(text.hasSuffix(".") ? text.dropLast() : text)
  }
}
