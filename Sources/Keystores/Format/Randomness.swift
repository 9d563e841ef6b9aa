import COpenSSL
import Primitives

/// Random bytes that are no secret: salts, initial vectors, nonces, identifiers.
enum Randomness {
  static func bytes(_ count: Int) throws(KeystoreError) -> Bytes {
    var bytes = Bytes(repeating: 0, count: count)
    guard RAND_bytes(&bytes, Int32(count)) == 1 else {
      ERR_clear_error()
      throw KeystoreError(.cryptography, "The system gave no random bytes.", advice: "Try again.")
    }
    return bytes
  }

  /// A random identifier: UUID version 4 (RFC 9562), in lower case.
  static func uuid() throws(KeystoreError) -> String {
    var bytes = try bytes(16)
    bytes[6] = bytes[6] & 0x0f | 0x40
    bytes[8] = bytes[8] & 0x3f | 0x80
    let digits = Array(Hex.encode(bytes, prefix: false))
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-")
  }
}
