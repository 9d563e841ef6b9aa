/// Names and values of one thing, one below the other: `["Price": "10 KLAY", "Teacher": "\(address)"]`
package struct Fields: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  /// A name and its value.
  package struct Field: Sendable, Hashable {
    package let name: String
    package let value: StyledText
  }

  /// All of them, from the top.
  package private(set) var fields: [Field] = []

  /// Takes names and values as a dictionary literal, in its order.
  package init(dictionaryLiteral elements: (String, StyledText)...) {
    fields = elements.map { Field(name: $0, value: $1) }
  }

  /// Adds a field at the end; nothing if there is no value.
  package mutating func add(_ name: String, _ value: StyledText?) {
    if let value { fields.append(Field(name: name, value: value)) }
  }

  /// Adds a field at the end; nothing if there is no value.
  package func adding(_ name: String, _ value: StyledText?) -> Fields {
    var copy = self
    copy.add(name, value)
    return copy
  }

  /// One line for each field, the values under one another.
  package func lines() -> [StyledText] {
    let width = fields.map { DisplayWidth.of($0.name) }.max() ?? 0
    return fields.map { field in
      let padding = String(repeating: " ", count: width - DisplayWidth.of(field.name) + 2)
      return StyledText(field.name, .dim) + StyledText(padding) + field.value
    }
  }
}
