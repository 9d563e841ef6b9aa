extension JSONParser {
  /// The string whose opening quote is at `position`.
  mutating func string() throws(JSONError) -> String {
    position += 1
    let start = position
    try skipPlain()
    if text[position] == UInt8(ascii: "\"") {
      position += 1
      return String(decoding: UnsafeBufferPointer(rebasing: text[start..<(position - 1)]), as: UTF8.self)
    }
    var bytes = Array(text[start..<position])
    while text[position] != UInt8(ascii: "\"") {
      try appendEscape(to: &bytes)
      let start = position
      try skipPlain()
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<position]))
    }
    position += 1
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Goes to the next quote or backslash over characters that stand for themselves, checking that they are UTF-8.
  private mutating func skipPlain() throws(JSONError) {
    while true {
      position = JSONParser.endOfPlainWords(in: text, from: position)
      guard position < text.count else { throw JSONError(.truncated, position) }
      let byte = text[position]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return }
      if byte < 0x20 { throw JSONError(.controlCharacter, position) }
      if byte < 0x80 {
        position += 1
      } else {
        guard let length = utf8Length(at: position) else { throw JSONError(.badUTF8, position) }
        position += length
      }
    }
  }

  /// Goes from `start` over eight bytes at a time as long as none of them is a quote, a backslash, a control character
  /// or, unless `unicode` is true, not ASCII.
  @inline(__always)
  static func endOfPlainWords(in text: UnsafeBufferPointer<UInt8>, from start: Int, unicode: Bool = false) -> Int {
    guard let base = text.baseAddress else { return start }
    let raw = UnsafeRawPointer(base)
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs = ones << 7
    var position = start
    while position &+ 8 <= text.count {
      let word = raw.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      let quote = word ^ (ones &* 0x22)
      let backslash = word ^ (ones &* 0x5c)
      // The high bit of a byte gets set by a subtraction if the byte is below 0x20, or 0 after the exclusive or. A borrow
      // from below may set it as well, but then a byte below is special: the search stops too early, never too late.
      let special = (word &- ones &* 0x20) | (quote &- ones) | (backslash &- ones)
      if (unicode ? special & ~word : special | word) & highs != 0 { break }
      position &+= 8
    }
    return position
  }

  /// The length of the UTF-8 sequence of more than one byte that begins there; nil if it is malformed.
  private func utf8Length(at start: Int) -> Int? {
    func continues(_ offset: Int, in range: ClosedRange<UInt8> = 0x80...0xbf) -> Bool {
      start + offset < text.count && range.contains(text[start + offset])
    }
    switch text[start] {
    case 0xc2...0xdf:
      return continues(1) ? 2 : nil
    case 0xe0:
      return continues(1, in: 0xa0...0xbf) && continues(2) ? 3 : nil
    case 0xed:
      return continues(1, in: 0x80...0x9f) && continues(2) ? 3 : nil
    case 0xe1...0xef:
      return continues(1) && continues(2) ? 3 : nil
    case 0xf0:
      return continues(1, in: 0x90...0xbf) && continues(2) && continues(3) ? 4 : nil
    case 0xf1...0xf3:
      return continues(1) && continues(2) && continues(3) ? 4 : nil
    case 0xf4:
      return continues(1, in: 0x80...0x8f) && continues(2) && continues(3) ? 4 : nil
    default:
      return nil
    }
  }

  private mutating func appendEscape(to bytes: inout [UInt8]) throws(JSONError) {
    let start = position
    guard position + 1 < text.count else { throw JSONError(.truncated, text.count) }
    position += 2
    switch text[start + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): bytes.append(text[start + 1])
    case UInt8(ascii: "b"): bytes.append(0x08)
    case UInt8(ascii: "f"): bytes.append(0x0c)
    case UInt8(ascii: "n"): bytes.append(0x0a)
    case UInt8(ascii: "r"): bytes.append(0x0d)
    case UInt8(ascii: "t"): bytes.append(0x09)
    case UInt8(ascii: "u"):
      var value = try codeUnit(escape: start)
      if 0xd800..<0xdc00 ~= value {
        guard position + 1 < text.count else { throw JSONError(.truncated, text.count) }
        guard text[position] == UInt8(ascii: "\\"), text[position + 1] == UInt8(ascii: "u") else {
          throw JSONError(.badEscape, start)
        }
        position += 2
        let low = try codeUnit(escape: start)
        guard 0xdc00..<0xe000 ~= low else { throw JSONError(.badEscape, start) }
        value = 0x10000 + (value - 0xd800) << 10 + (low - 0xdc00)
      }
      guard let scalar = Unicode.Scalar(value) else { throw JSONError(.badEscape, start) }
      bytes.append(contentsOf: String(Character(scalar)).utf8)
    default:
      throw JSONError(.badEscape, start)
    }
  }

  /// The four digits of a `\u` escape.
  private mutating func codeUnit(escape start: Int) throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard position < text.count else { throw JSONError(.truncated, position) }
      let digit = text[position]
      let letter = (digit | 0x20) &- 97
      guard digit &- 48 < 10 || letter < 6 else { throw JSONError(.badEscape, start) }
      value = value << 4 | UInt32(digit &- 48 < 10 ? digit &- 48 : letter + 10)
      position += 1
    }
    return value
  }
}
