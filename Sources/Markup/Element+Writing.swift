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
    append(to: &text, syntax)
    return text
  }

  private func append(to text: inout String, _ syntax: Syntax) {
    let syntax = Element.foreign.contains(name.text) ? .xml : syntax
    text += "<\(name.text)"
    for attribute in attributes.entries {
      text += " \(attribute.name.text)=\""
      Escaping.append(attribute.value, in: .attribute, to: &text)
      text += "\""
    }
    if content.isEmpty, syntax == .xml {
      text += "/>"
      return
    }
    text += ">"
    if syntax == .html, Element.void.contains(name.text) { return }
    for node in content {
      switch node {
      case .element(let element): element.append(to: &text, syntax)
      case .text(let words): Escaping.append(words, in: .content, to: &text)
      }
    }
    text += "</\(name.text)>"
  }

  /// The elements inside which HTML is read as XML is.
  private static let foreign: Set = ["svg", "math"]

  /// The elements that have no content in HTML.
  private static let void: Set = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
  ]
}
