import Keys
import Primitives

/// An account whose key another process may be given.
struct Trader: Sendable {
  /// The key in hexadecimal.
  let secret: String
  let key: PrivateKey
  var address: Address { key.address }

  init() throws {
    let bytes: Bytes = (0..<32).map { UInt8.random(in: $0 == 0 ? 1...0x7f : 0...0xff) }
    (secret, key) = (bytes.hex, try PrivateKey(bytes: bytes))
  }
}
