import Primitives

/// SHA-256 (FIPS 180-4).
public enum SHA256 {
  /// The hash of bytes.
  ///
  /// - Throws: `cryptographyFailed` if OpenSSL cannot compute it.
  public static func hash(_ bytes: Bytes) throws(KeysError) -> Hash32 {
    do {
      return try Hash32(try Digest.sha256(bytes))
    } catch let error as KeysError {
      throw error
    } catch {
      throw Digest.failure("SHA-256")
    }
  }
}
