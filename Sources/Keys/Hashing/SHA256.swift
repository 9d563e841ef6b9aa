import Primitives

/// SHA-256 (FIPS 180-4).
public enum SHA256 {
  /// The hash of bytes.
  ///
  /// - Throws: `cryptographyFailed` if OpenSSL cannot compute it.
  public static func hash(_ bytes: Bytes) throws(KeysError) -> Hash32 {
    try Digest.sha256(bytes).withUnsafeBytes { Hash32(UInt256(word: $0)) }
  }
}
