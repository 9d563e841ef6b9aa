extension JSON: CustomStringConvertible {
  /// The value as one line of JSON without spaces.
  public func serialized() -> String { String(decoding: serializedBytes(), as: UTF8.self) }

  /// The value as JSON over several lines, indented by so many spaces for each level.
  public func serialized(prettyIndent: Int) -> String {
    var writer = JSONWriter(indent: max(0, prettyIndent))
    writer.write(self, level: 0)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// The value as one line of JSON without spaces, in UTF-8.
  public func serializedBytes() -> [UInt8] {
    var writer = JSONWriter(indent: nil)
    writer.write(self, level: 0)
    return writer.bytes
  }

  /// The shortest text, without spaces.
  public var description: String { serialized() }
}

/// Appends JSON to bytes.
private struct JSONWriter {
  var bytes: [UInt8] = []
  let indent: Int?

  init(indent: Int?) {
    self.indent = indent
    bytes.reserveCapacity(256)
  }

  mutating func write(_ value: JSON, level: Int) {
    switch value {
    case .null: write("null")
    case .bool(let value): write(value ? "true" : "false")
    case .number(let text): write(number: text)
    case .string(let text): write(string: text)
    case .array(let items):
      bytes.append(UInt8(ascii: "["))
      var first = true
      for item in items {
        separate(first: first, level: level + 1)
        first = false
        write(item, level: level + 1)
      }
      close(UInt8(ascii: "]"), empty: first, level: level)
    case .object(let object):
      bytes.append(UInt8(ascii: "{"))
      var first = true
      for (key, item) in object {
        separate(first: first, level: level + 1)
        first = false
        write(string: key)
        bytes.append(UInt8(ascii: ":"))
        if indent != nil { bytes.append(UInt8(ascii: " ")) }
        write(item, level: level + 1)
      }
      close(UInt8(ascii: "}"), empty: first, level: level)
    }
  }

  private mutating func separate(first: Bool, level: Int) {
    if !first { bytes.append(UInt8(ascii: ",")) }
    breakLine(level)
  }

  private mutating func close(_ bracket: UInt8, empty: Bool, level: Int) {
    if !empty { breakLine(level) }
    bytes.append(bracket)
  }

  private mutating func breakLine(_ level: Int) {
    guard let indent else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent * level))
  }

  private mutating func write(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// A text that is not a number is written as a string: what comes out is valid JSON whatever went in.
  private mutating func write(number: String) {
    var text = number
    let valid = text.withUTF8 { utf8 in
      guard JSONParser.numberEnd(in: utf8, from: 0) == utf8.count else { return false }
      bytes.append(contentsOf: utf8)
      return true
    }
    if !valid { write(string: number) }
  }

  private mutating func write(string: String) {
    bytes.append(UInt8(ascii: "\""))
    var text = string
    text.withUTF8 { utf8 in
      var start = 0
      var position = 0
      while position < utf8.count {
        position = JSONParser.endOfPlainWords(in: utf8, from: position, unicode: true)
        guard position < utf8.count else { break }
        let byte = utf8[position]
        if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
          bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<position]))
          escape(byte)
          start = position + 1
        }
        position += 1
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start...]))
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ byte: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0x0a: bytes.append(UInt8(ascii: "n"))
    case 0x0c: bytes.append(UInt8(ascii: "f"))
    case 0x0d: bytes.append(UInt8(ascii: "r"))
    default:
      write("u00")
      bytes.append(byte < 0x10 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
      bytes.append(byte & 15 < 10 ? 48 + byte & 15 : 87 + byte & 15)
    }
  }
}
