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
  ///
  /// - Parameter columns: The columns of the terminal, by which a longer value goes on below its beginning; nil breaks none.
  package func lines(within columns: Int? = nil) -> [StyledText] {
    let names = (fields.map { DisplayWidth.of($0.name) }.max() ?? 0) + Self.gap
    let room = columns.map { max($0 - names, Self.leastRoom) }
    return fields.flatMap { field in
      let padding = String(repeating: " ", count: names - DisplayWidth.of(field.name))
      return (room.map { field.value.wrapped(to: $0) } ?? [field.value]).enumerated().map { place, line in
        place == 0
          ? StyledText(field.name, .dim) + StyledText(padding) + line
          : StyledText(String(repeating: " ", count: names)) + line
      }
    }
  }

  private static let gap = 2
  /// Below it a value is not broken further.
  private static let leastRoom = 20
}
