import Keys
import Primitives

/// A keyed hash (RFC 2104) with SHA-256.
enum HMAC {
  static func sha256(key: Bytes, message: Bytes) throws(KeysError) -> Hash32 {
    let block = 64
    var key = key.count > block ? try SHA256.hash(key).bytes : key
    key += repeatElement(0, count: block - key.count)
    let inner = try SHA256.hash(key.map { $0 ^ 0x36 } + message)
    return try SHA256.hash(key.map { $0 ^ 0x5c } + inner.bytes)
  }
}
