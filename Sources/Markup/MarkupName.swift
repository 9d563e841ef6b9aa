/// The name of an element or an attribute, which only the source code can say: there is no way from a text to a name.
package struct MarkupName: Sendable, Hashable, ExpressibleByStringLiteral {
  let text: String

  /// Takes a literal of letters, digits, `-` and `:`, which begins with a letter.
  package init(stringLiteral literal: StaticString) {
    text = literal.description
    let isName = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: ":"):
        true
      default: false
      }
    }
    precondition(isName && text.first?.isLetter == true, "no name of markup: \(text)")
  }
}
