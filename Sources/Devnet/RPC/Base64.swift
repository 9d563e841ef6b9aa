import Primitives

/// RFC 4648, section 4: what JSON made by Go has for bytes.
enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func encode(_ bytes: Bytes) -> String {
    var text: Bytes = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let chunk = bytes[start..<min(start + 3, bytes.count)]
      let word = chunk.reduce(0 as UInt32) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - chunk.count))
      for place in 0..<4 {
        text.append(place <= chunk.count ? alphabet[Int(word >> UInt32(18 - 6 * place) & 63)] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
