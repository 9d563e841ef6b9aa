extension Element {
  /// The rules for elements without content.
  package enum Syntax: Sendable, Hashable {
    /// XML 1.0, as in a file of SVG: `<rect/>`
    case xml
    /// HTML 5: `<br>`, but `<p></p>`; in `svg` and `math` as in XML.
    case html
  }

  /// The element as markup, without blanks or line breaks of its own.
  package func text(_ syntax: Syntax) -> String {
    var text = ""
    text.reserveCapacity(1 << 14)
    append(to: &text, syntax)
    return text
  }

  private func append(to text: inout String, _ syntax: Syntax) {
    let syntax = Element.isForeign(name.text) ? .xml : syntax
    text += "<"
    text += name.text
    for attribute in attributes.entries {
      text += " "
      text += attribute.name.text
      text += "=\""
      Escaping.append(attribute.value, in: .attribute, to: &text)
      text += "\""
    }
    if content.isEmpty, syntax == .xml {
      text += "/>"
      return
    }
    text += ">"
    if syntax == .html, Element.isVoid(name.text) { return }
    // A reader drops a line break right behind it.
    if syntax == .html, Element.isPreformatted(name.text), beginsWithLineBreak { text += "\n" }
    for node in content {
      switch node {
      case .element(let element): element.append(to: &text, syntax)
      case .text(let words): Escaping.append(words, in: .content, to: &text)
      }
    }
    text += "</"
    text += name.text
    text += ">"
  }

  /// Whether HTML is read as XML is inside an element.
  private static func isForeign(_ name: String) -> Bool { name == "svg" || name == "math" }

  /// Whether HTML drops a line break at the beginning of an element.
  private static func isPreformatted(_ name: String) -> Bool { name == "pre" || name == "textarea" }

  private var beginsWithLineBreak: Bool {
    for case .text(let words) in content.prefix(1) { return words.unicodeScalars.first == "\n" }
    return false
  }

  /// Whether an element has no content in HTML.
  private static func isVoid(_ name: String) -> Bool {
    switch name {
    case "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr": true
    default: false
    }
  }
}
