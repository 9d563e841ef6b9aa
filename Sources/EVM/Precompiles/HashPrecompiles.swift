import COpenSSL
import Primitives

/// The precompiles of hashes, and the one that copies.
enum HashPrecompiles {
  /// SHA-256 (FIPS 180-4).
  static let sha256 = Precompile(
    gas: { PrecompileGas.sha256 + PrecompileGas.sha256Word * $0.wordCount },
    run: { OpenSSLDigest.sha256.hash($0) })

  /// RIPEMD-160, padded on the left to a word.
  static let ripemd160 = Precompile(
    gas: { PrecompileGas.ripemd160 + PrecompileGas.ripemd160Word * $0.wordCount },
    run: { OpenSSLDigest.ripemd160.hash($0).map { Bytes(repeating: 0, count: 12) + $0 } })

  /// Its input.
  static let identity = Precompile(
    gas: { PrecompileGas.identity + PrecompileGas.identityWord * $0.wordCount },
    run: { Bytes($0) })
}

/// A hash function of OpenSSL, looked up once.
struct OpenSSLDigest: Sendable {
  static let sha256 = OpenSSLDigest("SHA256")
  static let ripemd160 = OpenSSLDigest("RIPEMD160")

  // A fetched algorithm is immutable and may be used by all threads.
  private nonisolated(unsafe) let algorithm: OpaquePointer?

  private init(_ name: String) { algorithm = EVP_MD_fetch(nil, name, nil) }

  /// The digest; nil if OpenSSL has no such function or no memory is left.
  func hash(_ input: ArraySlice<UInt8>) -> Bytes? {
    guard let algorithm else { return nil }
    var digest = Bytes(repeating: 0, count: Int(EVP_MD_get_size(algorithm)))
    let done = input.withUnsafeBytes { EVP_Digest($0.baseAddress, $0.count, &digest, nil, algorithm, nil) }
    return done == 1 ? digest : nil
  }
}
