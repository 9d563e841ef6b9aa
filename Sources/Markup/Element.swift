/// An element of HTML or SVG with its attributes and its content.
///
///     Element("p", ["class": "price"]) {
///       "At most "
///       Element("strong") { amount }
///     }
///
/// Names are literals of the source; everything else is text and is escaped when it is written. An element that is made
/// out of markup in a text does not exist.
package struct Element: Sendable, Hashable {
  /// A piece of an element's content.
  package enum Node: Sendable, Hashable {
    /// An element.
    case element(Element)
    /// A text, as people read it.
    case text(String)

    fileprivate var isEmptyElement: Bool {
      if case .element(let element) = self { element.content.isEmpty } else { false }
    }
  }

  let name: MarkupName
  let attributes: Attributes
  let content: [Node]

  /// An element.
  ///
  /// - Parameter content: Texts and elements. Elements whose content a browser takes as it stands, such as `script`, can
  ///   have none; `noscript` can have elements without content, whose attributes are escaped so that none ends it.
  package init(
    _ name: MarkupName, _ attributes: Attributes = [:], @MarkupBuilder _ content: () -> [Node] = { [] }
  ) {
    self.name = name
    self.attributes = attributes
    self.content = content()
    precondition(
      self.content.isEmpty || !Element.isRaw(name.lowercased)
        || name.lowercased == "noscript" && self.content.allSatisfy(\.isEmptyElement),
      "the content of \(name.text) would not be escaped")
  }

  /// Whether HTML knows no references in an element.
  private static func isRaw(_ name: String) -> Bool {
    // Comparing short texts is faster than a set of them, and this is done for each element.
    switch name {
    case "script", "style", "xmp", "iframe", "noembed", "noframes", "noscript", "plaintext": true
    default: false
    }
  }
}

/// Puts texts and elements one behind the other; `if` and `for` work as usual.
@resultBuilder
package enum MarkupBuilder {
  package static func buildExpression(_ text: String) -> [Element.Node] { [.text(text)] }
  package static func buildExpression(_ element: Element) -> [Element.Node] { [.element(element)] }
  package static func buildExpression(_ nodes: [Element.Node]) -> [Element.Node] { nodes }
  package static func buildBlock(_ parts: [Element.Node]...) -> [Element.Node] { parts.flatMap { $0 } }
  package static func buildOptional(_ part: [Element.Node]?) -> [Element.Node] { part ?? [] }
  package static func buildEither(first: [Element.Node]) -> [Element.Node] { first }
  package static func buildEither(second: [Element.Node]) -> [Element.Node] { second }
  package static func buildArray(_ parts: [[Element.Node]]) -> [Element.Node] { parts.flatMap { $0 } }
}
