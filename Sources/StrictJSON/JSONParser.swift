/// A parser that goes over contiguous bytes by recursive descent, its depth bounded.
struct JSONParser {
  let text: UnsafeBufferPointer<UInt8>
  let depth: Int
  var position = 0
  /// The members of the object before: most lists have objects of one kind.
  private var members = 4

  init(text: UnsafeBufferPointer<UInt8>, depth: Int) {
    self.text = text
    self.depth = depth
  }

  /// The one value of the text.
  mutating func document() throws(JSONError) -> JSON {
    let value = try value(depth: 0)
    skipSpace()
    guard position == text.count else { throw JSONError(.trailingBytes, position) }
    return value
  }

  private mutating func value(depth: Int) throws(JSONError) -> JSON {
    skipSpace()
    guard position < text.count else { throw JSONError(.truncated, position) }
    switch text[position] {
    case UInt8(ascii: "\""):
      return .string(try string())
    case UInt8(ascii: "{"):
      return .object(try object(depth: depth))
    case UInt8(ascii: "["):
      return .array(try array(depth: depth))
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return .number(try number())
    case UInt8(ascii: "t"):
      try word("true")
      return .bool(true)
    case UInt8(ascii: "f"):
      try word("false")
      return .bool(false)
    case UInt8(ascii: "n"):
      try word("null")
      return .null
    default:
      throw JSONError(.unexpectedCharacter, position)
    }
  }

  private mutating func array(depth: Int) throws(JSONError) -> [JSON] {
    guard depth < self.depth else { throw JSONError(.tooDeep, position) }
    position += 1
    var items: [JSON] = []
    skipSpace()
    if take(UInt8(ascii: "]")) { return items }
    while true {
      items.append(try value(depth: depth + 1))
      skipSpace()
      if take(UInt8(ascii: ",")) { continue }
      if take(UInt8(ascii: "]")) { return items }
      throw unexpected()
    }
  }

  private mutating func object(depth: Int) throws(JSONError) -> JSONObject {
    guard depth < self.depth else { throw JSONError(.tooDeep, position) }
    position += 1
    skipSpace()
    if take(UInt8(ascii: "}")) { return JSONObject() }
    var object = JSONObject(room: members)
    while true {
      skipSpace()
      let start = position
      guard position < text.count, text[position] == UInt8(ascii: "\"") else { throw unexpected() }
      let key = try string()
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw unexpected() }
      let value = try value(depth: depth + 1)
      guard object.add(key: key, value: value) else { throw JSONError(.duplicateKey, start) }
      skipSpace()
      if take(UInt8(ascii: ",")) { continue }
      if take(UInt8(ascii: "}")) {
        members = min(object.count, Self.mostRoom)
        return object
      }
      throw unexpected()
    }
  }

  /// The most members for which room is made before they are there.
  private static var mostRoom: Int { 16 }

  /// The position of the key that a path of keys leads to, in the object that comes next; nil if none does.
  mutating func offset(of path: ArraySlice<String>) throws(JSONError) -> Int? {
    skipSpace()
    guard let name = path.first, take(UInt8(ascii: "{")) else { return nil }
    while true {
      skipSpace()
      let start = position
      guard position < text.count, text[position] == UInt8(ascii: "\"") else { return nil }
      let isFound = try string() == name
      skipSpace()
      guard take(UInt8(ascii: ":")) else { return nil }
      if isFound { return path.count == 1 ? start : try offset(of: path.dropFirst()) }
      _ = try value(depth: 0)
      skipSpace()
      guard take(UInt8(ascii: ",")) else { return nil }
    }
  }

  private mutating func number() throws(JSONError) -> String {
    let start = position
    guard let end = JSONParser.numberEnd(in: text, from: start) else { throw JSONError(.badNumber, start) }
    position = end
    return String(decoding: text[start..<end], as: UTF8.self)
  }

  /// Where the number that begins at `start` ends; nil if there is none as JSON writes it.
  static func numberEnd(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var position = start
    func skipDigits() -> Bool {
      let first = position
      while position < text.count, text[position] &- 48 < 10 { position += 1 }
      return position > first
    }
    if position < text.count, text[position] == UInt8(ascii: "-") { position += 1 }
    let first = position
    guard skipDigits() else { return nil }
    if text[first] == UInt8(ascii: "0"), position > first + 1 { return nil }
    if position < text.count, text[position] == UInt8(ascii: ".") {
      position += 1
      guard skipDigits() else { return nil }
    }
    if position < text.count, text[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      if position < text.count, text[position] == UInt8(ascii: "+") || text[position] == UInt8(ascii: "-") {
        position += 1
      }
      guard skipDigits() else { return nil }
    }
    return position
  }

  private mutating func word(_ word: StaticString) throws(JSONError) {
    for index in 0..<word.utf8CodeUnitCount {
      guard position < text.count else { throw JSONError(.truncated, position) }
      guard text[position] == word.utf8Start[index] else { throw JSONError(.unexpectedCharacter, position) }
      position += 1
    }
  }

  @inline(__always)
  private mutating func skipSpace() {
    while position < text.count {
      switch text[position] {
      case 0x20, 0x0a, 0x0d, 0x09: position &+= 1
      default: return
      }
    }
  }

  @inline(__always)
  private mutating func take(_ byte: UInt8) -> Bool {
    guard position < text.count, text[position] == byte else { return false }
    position &+= 1
    return true
  }

  private func unexpected() -> JSONError {
    JSONError(position < text.count ? .unexpectedCharacter : .truncated, position)
  }
}
