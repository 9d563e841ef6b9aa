/// The name of an element or an attribute, which only the source code can say: there is no way from a text to a name.
package struct MarkupName: Sendable, Hashable, ExpressibleByStringLiteral {
  let text: String
  private let hasCapitals: Bool

  /// The name as HTML compares it.
  var lowercased: String { hasCapitals ? text.lowercased() : text }

  /// Whether it is the name of an attribute that holds a program, such as `onclick`.
  var isHandler: Bool {
    var bytes = text.utf8.makeIterator()
    // The bit that makes a capital a small letter.
    return bytes.next().map { $0 | 0x20 } == UInt8(ascii: "o") && bytes.next().map { $0 | 0x20 } == UInt8(ascii: "n")
  }

  /// Takes a literal of letters, digits, `-` and `:`, which begins with a letter.
  package init(stringLiteral literal: StaticString) {
    text = literal.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
    var (isName, hasCapitals, isFirst) = (true, false, true)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"): break
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): hasCapitals = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: ":"): isName = isName && !isFirst
      default: isName = false
      }
      isFirst = false
    }
    self.hasCapitals = hasCapitals
    precondition(isName && !isFirst, "no name of markup: \(text)")
  }
}
