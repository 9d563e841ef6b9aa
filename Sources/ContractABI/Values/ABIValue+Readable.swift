import Primitives

extension ABIValue {
  /// The value for people: safe for a terminal, long bytes, texts and arrays shortened.
  public var readable: String { readable(as: nil) }

  /// The value for people, with the names of a tuple's components.
  public func readable(as type: ABIType?) -> String {
    var renderer = ReadableRenderer()
    renderer.render(self, type)
    return renderer.text
  }
}

extension ABIValue: CustomStringConvertible {
  /// The value for people, ``readable``.
  public var description: String { readable }
}

/// Renders values until a limit of characters is reached.
struct ReadableRenderer {
  private(set) var text = ""
  private static let limit = 2000
  private static let elementLimit = 16

  mutating func render(_ value: ABIValue, _ type: ABIType?, depth: Int = 0) {
    guard text.utf8.count < Self.limit, depth <= ABIType.maximumDepth else {
      text += "…"
      return
    }
    switch value {
    case .uint(let number): text += number.description
    case .int(let number): text += number.description
    case .fixed, .ufixed: text += value.decimalText
    case .address(let address): text += address.checksummed
    case .bool(let truth): text += truth ? "true" : "false"
    case .string(let string): text += TerminalSafe.quote(string)
    case .bytes(let bytes), .fixedBytes(let bytes), .function(let bytes): text += TerminalSafe.shorten(bytes)
    case .array(let values):
      text += "["
      for (index, element) in values.prefix(Self.elementLimit).enumerated() {
        if index > 0 { text += ", " }
        render(element, type?.element, depth: depth + 1)
      }
      if values.count > Self.elementLimit { text += ", … \(values.count - Self.elementLimit) more" }
      text += "]"
    case .tuple(let values):
      render(values, type?.components, depth: depth + 1)
    }
  }

  /// `(lectureNumber: 0, student: 0x…)`.
  mutating func render(_ values: [ABIValue], _ components: [ABIParameter]?, depth: Int = 0) {
    let components = components?.count == values.count ? components : nil
    text += "("
    for (index, value) in values.enumerated() {
      guard text.utf8.count < Self.limit else {
        text += "…"
        break
      }
      if index > 0 { text += ", " }
      let component = components?[index]
      if let component, !component.name.isEmpty { text += TerminalSafe.escape(component.name, limit: 60) + ": " }
      render(value, component?.type, depth: depth)
    }
    text += ")"
  }

  /// A name with its values: a call, an event or an error.
  static func render(_ name: String, _ values: [ABIValue], _ parameters: [ABIParameter]) -> String {
    var renderer = ReadableRenderer()
    renderer.text = TerminalSafe.escape(name, limit: 100)
    renderer.render(values, parameters)
    return renderer.text
  }
}
