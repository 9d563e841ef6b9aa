import Primitives

/// Reads arrays, tuples and what is in them from the left.
struct ValueTextParser {
  private let bytes: [UInt8]
  private var position = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  mutating func value(_ type: ABIType) throws(ContractABIError) -> ABIValue {
    skipSpace()
    switch type {
    case .array(let element):
      return .array(try elements(of: element, type))
    case .fixedArray(let element, let count):
      let values = try elements(of: element, type)
      guard values.count == count else { throw .count(values.count, expected: count, of: "elements of \(type)") }
      return .array(values)
    case .tuple(let components):
      return .tuple(try self.components(components, type))
    case .string:
      return .string(peek == UInt8(ascii: "\"") ? try quoted() : word())
    default:
      return try ABIValue(scalar: word(), as: type)
    }
  }

  mutating func end() throws(ContractABIError) {
    skipSpace()
    guard position == bytes.count else { throw failure("something follows where the value was to end") }
  }

  private mutating func elements(of element: ABIType, _ type: ABIType) throws(ContractABIError) -> [ABIValue] {
    guard take("[") else { throw failure("expected \"[\": a \(type) is written as [1, 2, 3]") }
    var values: [ABIValue] = []
    if take("]") { return [] }
    repeat {
      do throws(ContractABIError) { values.append(try value(element)) } catch { throw error.inside(values.count) }
    } while take(",")
    guard take("]") else { throw failure("expected \",\" or \"]\"") }
    return values
  }

  private mutating func components(
    _ components: [ABIParameter], _ type: ABIType
  ) throws(ContractABIError) -> [ABIValue] {
    guard take("(") else { throw failure("expected \"(\": a \(type) is written as (1, 2, 3)") }
    var values: [ABIValue] = []
    for (index, component) in components.enumerated() {
      if index > 0, !take(",") { throw failure("expected \",\": a \(type) has \(components.count) components") }
      do throws(ContractABIError) {
        values.append(try value(component.type))
      } catch { throw error.inside(component.label(at: index)) }
    }
    guard take(")") else { throw failure("expected \")\": a \(type) has \(components.count) components") }
    return values
  }

  /// Everything up to the next delimiter, without the space around it.
  private mutating func word() -> String {
    let start = position
    while position < bytes.count, !",()[]\"".utf8.contains(bytes[position]) { position += 1 }
    var end = position
    while end > start, Self.isSpace(bytes[end - 1]) { end -= 1 }
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// A string in double quotes with the escapes of JSON, and `\u{…}`.
  private mutating func quoted() throws(ContractABIError) -> String {
    position += 1
    var text: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): text.append(contentsOf: String(try escape()).utf8)
      default: text.append(byte)
      }
    }
    throw failure("the string has no closing quote")
  }

  private mutating func escape() throws(ContractABIError) -> Unicode.Scalar {
    guard position < bytes.count else { throw failure("the string has no closing quote") }
    let letter = bytes[position]
    position += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "u"): return try unicode()
    default: throw failure("unknown escape in the string")
    }
  }

  private mutating func unicode() throws(ContractABIError) -> Unicode.Scalar {
    var value: UInt32
    if take("{") {
      value = try hexadecimal(atMost: 6)
      guard take("}") else { throw failure("expected \"}\"") }
    } else {
      value = try hexadecimal(exactly: 4)
      let isHighHalf = (0xd800..<0xdc00).contains(value)
      if isHighHalf, bytes[position...].starts(with: "\\u".utf8) {
        position += 2
        let low = try hexadecimal(exactly: 4)
        guard (0xdc00..<0xe000).contains(low) else { throw failure("half a character in the string") }
        value = 0x10000 + ((value - 0xd800) << 10) + (low - 0xdc00)
      }
    }
    guard let scalar = Unicode.Scalar(value) else { throw failure("no such character") }
    return scalar
  }

  private mutating func hexadecimal(exactly: Int? = nil, atMost: Int = 4) throws(ContractABIError) -> UInt32 {
    let start = position
    var value: UInt32 = 0
    while position < bytes.count, position - start < (exactly ?? atMost) {
      guard let digit = Character(Unicode.Scalar(bytes[position])).hexDigitValue else { break }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    guard position - start >= (exactly ?? 1) else { throw failure("hexadecimal digits were expected after \\u") }
    return value
  }

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func take(_ character: Character) -> Bool {
    skipSpace()
    guard peek == character.asciiValue else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace() {
    while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }

  private func failure(_ why: String) -> ContractABIError {
    let text = String(decoding: bytes, as: UTF8.self)
    return ContractABIError(
      .invalidValue, "cannot read \(TerminalSafe.quote(text, limit: 80))", reason: "\(why) (byte \(position + 1))")
  }
}
