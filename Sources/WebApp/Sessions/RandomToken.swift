import Primitives

/// Random text that nobody can guess, for addresses, cookies and forms.
enum RandomToken {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// Random bytes of the system's generator.
  static func bytes(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }

  /// A text of 256 random bits: 43 letters, digits, `-` and `_`.
  static func text() -> String { base64URL(bytes(32)) }

  /// Whether a text has the form of ``text()``.
  static func isText(_ text: String) -> Bool { text.utf8.count == 43 && bytes(base64URL: text)?.count == 32 }

  /// Bytes in base64url without padding (RFC 4648, 5).
  static func base64URL(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = Array(bytes[start..<min(start + 3, bytes.count)])
      let number = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for index in 0...group.count { text.append(digits[number >> (18 - 6 * index) & 63]) }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of base64url; nil for another text.
  static func bytes(base64URL text: String) -> [UInt8]? {
    var (bytes, number, bits): ([UInt8], Int, Int) = ([], 0, 0)
    for byte in text.utf8 {
      guard let digit = digits.firstIndex(of: byte) else { return nil }
      (number, bits) = (number << 6 | digit, bits + 6)
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(number >> bits & 255))
        number &= (1 << bits) - 1
      }
    }
    return bytes
  }

  /// Whether bytes are equal, in constant time.
  static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
