import COpenSSL
import Primitives

/// The hashes that mnemonics and key derivation use beside Keccak-256, from OpenSSL.
enum Digest {
  /// SHA-256 (FIPS 180-4), 32 bytes.
  static func sha256(_ bytes: UnsafeRawBufferPointer) throws(KeysError) -> Bytes {
    try digest(bytes, EVP_sha256(), count: 32, name: "SHA-256")
  }

  /// SHA-512 (FIPS 180-4), 64 bytes.
  static func sha512(_ bytes: UnsafeRawBufferPointer) throws(KeysError) -> Bytes {
    try digest(bytes, EVP_sha512(), count: 64, name: "SHA-512")
  }

  /// RIPEMD-160, 20 bytes.
  static func ripemd160(_ bytes: UnsafeRawBufferPointer) throws(KeysError) -> Bytes {
    try digest(bytes, EVP_ripemd160(), count: 20, name: "RIPEMD-160")
  }

  static func sha256(_ bytes: Bytes) throws(KeysError) -> Bytes { try hash(bytes, with: sha256) }

  static func sha512(_ bytes: Bytes) throws(KeysError) -> Bytes { try hash(bytes, with: sha512) }

  static func ripemd160(_ bytes: Bytes) throws(KeysError) -> Bytes { try hash(bytes, with: ripemd160) }

  /// HMAC-SHA512 (RFC 2104) of a message, written to 64 bytes.
  static func hmacSHA512(
    key: UnsafeRawBufferPointer, message: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer
  ) throws(KeysError) {
    guard target.count == 64, let length = Int32(exactly: key.count),
      HMAC(
        EVP_sha512(), key.baseAddress, length, message.baseAddress?.assumingMemoryBound(to: UInt8.self), message.count,
        target.octets, nil) != nil
    else { throw failure("HMAC-SHA512") }
  }

  private static func hash(
    _ bytes: Bytes, with function: (UnsafeRawBufferPointer) throws(KeysError) -> Bytes
  ) throws(KeysError) -> Bytes {
    try bytes.lend(function)
  }

  private static func digest(
    _ bytes: UnsafeRawBufferPointer, _ function: OpaquePointer?, count: Int, name: String
  ) throws(KeysError) -> Bytes {
    var result = Bytes(repeating: 0, count: count)
    guard EVP_Digest(bytes.baseAddress, bytes.count, &result, nil, function, nil) == 1 else { throw failure(name) }
    return result
  }

  static func failure(_ name: String) -> KeysError {
    ERR_clear_error()
    return KeysError(
      .cryptographyFailed,
      "OpenSSL could not compute \(name)\ncheck that its default provider has it and memory is left")
  }
}
