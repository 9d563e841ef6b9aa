import Primitives
import StrictJSON

/// Values as sources of rates write them: numbers as strings and strings as numbers, none as zero, null or nothing.
extension JSON {
  /// A number above zero.
  ///
  /// - Parameter groups: Whether commas between groups of three digits are read over.
  func decimal(groups: Bool = false) -> ExactDecimal? {
    text.flatMap { ExactDecimal($0, groups: groups) }.flatMap { $0.isZero ? nil : $0 }
  }

  /// A whole number.
  var whole: Int? { text.flatMap { Int($0) } }

  /// The characters of a string or of a number, without blanks around them; nil if there are none.
  var text: String? {
    guard let text = (string ?? numberText)?.trimmed, !text.isEmpty else { return nil }
    return text
  }

  /// A currency by its code.
  var currency: Currency? { string.flatMap { Currency($0.trimmed) } }

  /// A text for people, on one line and without characters that do not show; nil if nothing is left of it.
  ///
  /// - Parameter limit: The most scalars; longer texts are cut.
  func plainText(limit: Int = 200) -> String? { text?.plainText(limit: limit) }

  /// An address of the web, http or https.
  var link: String? { string?.webAddress }
}
