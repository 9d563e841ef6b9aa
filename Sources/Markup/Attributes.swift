/// The attributes of an element, in the order in which they are written: `["x": "8", "fill": "none"]`
package struct Attributes: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  private(set) var entries: [Entry]

  struct Entry: Sendable, Hashable {
    let name: MarkupName
    let value: String
  }

  /// Takes names and values; a value is any text.
  ///
  /// Handlers of events (`onclick`) are refused: a text in them would be a program.
  package init(dictionaryLiteral elements: (MarkupName, String)...) {
    entries = elements.map { Entry(name: $0, value: $1) }
    precondition(!entries.contains { $0.name.isHandler }, "a handler of events is no attribute here")
  }

  /// The attributes with others behind them.
  package static func + (left: Attributes, right: Attributes) -> Attributes {
    var sum = left
    sum.entries += right.entries
    return sum
  }
}
