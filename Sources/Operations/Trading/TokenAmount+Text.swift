import Localization
import Primitives
import Tokens

extension TokenAmount {
  /// The amount with every digit, as a language writes numbers.
  package func text(in language: Language) -> String { "\(language.decimal(token.unit.text(units))) \(token.shown)" }
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
