import COpenSSL
import Primitives

/// Keys out of passwords: PBKDF2 (RFC 8018) and scrypt (RFC 7914), computed by OpenSSL.
///
/// Both compute for long on purpose: call them by way of `BlockingWork` of `Files`. Both refuse parameters that a stranger's file
/// could use to keep the machine busy for ever.
public enum KeyDerivation {
  /// The function that PBKDF2 repeats.
  public enum PseudoRandomFunction: String, Sendable, Hashable, CaseIterable {
    /// HMAC of SHA-256, 32 bytes a round; what key files of Ethereum use.
    case hmacSHA256 = "hmac-sha256"
    /// HMAC of SHA-512, 64 bytes a round; what BIP-39 uses.
    case hmacSHA512 = "hmac-sha512"

    /// The bytes that one round makes.
    var blockSize: Int { self == .hmacSHA256 ? 32 : 64 }
  }

  /// The bounds of what one derivation costs.
  public struct Limits: Sendable, Hashable {
    /// The most memory for scrypt, in bytes.
    public var memory: Int
    /// The most work for scrypt: n · r · p. The usual n = 262,144, r = 8, p = 1 is 2^21 and takes about a second.
    public var scryptWork: Int
    /// The most rounds for PBKDF2, all blocks of the key together. A million SHA-256 rounds take about a quarter second.
    public var pbkdf2Rounds: Int
    /// The longest key, in bytes.
    public var length: Int

    /// Sets the limits; each has a default that lets all usual files pass.
    public init(
      memory: Int = (1 << 30) + (1 << 26), scryptWork: Int = 1 << 25, pbkdf2Rounds: Int = 1 << 26, length: Int = 1 << 16
    ) {
      self.memory = memory
      self.scryptWork = scryptWork
      self.pbkdf2Rounds = pbkdf2Rounds
      self.length = length
    }

    /// 1 GiB (and a little), 2^25 units of scrypt, 2^26 rounds of PBKDF2, keys up to 64 KiB.
    public static let standard = Limits()
  }

  /// Derives `length` bytes with PBKDF2.
  ///
  /// - Throws: `parametersRefused` if iterations or length are below 1 or beyond the limits; `cryptographyFailed`.
  /// - Complexity: O(iterations · length).
  public static func pbkdf2(
    _ function: PseudoRandomFunction = .hmacSHA256, password: SecretBytes, salt: Bytes, iterations: Int, length: Int,
    limits: Limits = .standard
  ) throws(KeysError) -> SecretBytes {
    try check(length: length, limits)
    let blocks = (length - 1) / function.blockSize + 1
    let (rounds, overflow) = iterations.multipliedReportingOverflow(by: blocks)
    guard iterations >= 1, !overflow, rounds <= limits.pbkdf2Rounds, let count = Int32(exactly: iterations) else {
      throw refused(
        "PBKDF2", "\(iterations) iterations for \(length) bytes", "from 1 to \(limits.pbkdf2Rounds / blocks) iterations"
      )
    }
    let digest = function == .hmacSHA256 ? EVP_sha256() : EVP_sha512()
    return try SecretBytes(count: length) { (target: UnsafeMutableRawBufferPointer) throws(KeysError) in
      try password.withUnsafeBytes { (password) throws(KeysError) in
        guard let passwordCount = Int32(exactly: password.count), let saltCount = Int32(exactly: salt.count),
          PKCS5_PBKDF2_HMAC(
            password.baseAddress?.assumingMemoryBound(to: CChar.self), passwordCount, salt, saltCount, count, digest,
            Int32(truncatingIfNeeded: length), target.octets) == 1
        else { throw Digest.failure("PBKDF2") }
      }
    }
  }

  /// Derives `length` bytes with scrypt.
  ///
  /// - Parameters:
  ///   - n: the cost, a power of two above 1.
  ///   - r: the block size, in units of 128 bytes.
  ///   - p: how many times in parallel (in fact, here, one after another).
  /// - Throws: `parametersRefused` if n, r or p is unlawful or the memory or work is beyond the limits;
  ///   `cryptographyFailed`.
  /// - Complexity: O(n · r · p) time, about 128 · r · (n + p) bytes.
  public static func scrypt(
    password: SecretBytes, salt: Bytes, n: Int, r: Int, p: Int, length: Int, limits: Limits = .standard
  ) throws(KeysError) -> SecretBytes {
    try check(length: length, limits)
    guard n > 1, n & (n - 1) == 0 else { throw refused("scrypt", "n = \(n)", "a power of two above 1") }
    guard r >= 1, p >= 1, r < 1 << 30, p < 1 << 30, r * p < 1 << 30 else {
      throw refused("scrypt", "r = \(r), p = \(p)", "both from 1, their product below 2^30")
    }
    guard r > 3 || n >> (16 * r) == 0 else {
      throw refused("scrypt", "n = \(n), r = \(r)", "n below 2^(16 · r)")
    }
    let memory = UInt64(n).multipliedFullWidth(by: UInt64(128 * r))
    guard memory.high == 0, memory.low <= UInt64(max(limits.memory, 0)) else {
      throw refused("scrypt", "n = \(n), r = \(r)", "at most \(limits.memory >> 20) MiB: 128 · n · r bytes")
    }
    let (work, overflow) = n.multipliedReportingOverflow(by: r * p)
    guard !overflow, work <= limits.scryptWork else {
      throw refused("scrypt", "n = \(n), r = \(r), p = \(p)", "n · r · p at most \(limits.scryptWork)")
    }
    // Given explicitly, as 0 would mean 32 MiB: enough for n + 2 + p blocks.
    let needed = memory.low + 128 * UInt64(r) * UInt64(2 + p) + 1024
    return try SecretBytes(count: length) { (target: UnsafeMutableRawBufferPointer) throws(KeysError) in
      try password.withUnsafeBytes { (password) throws(KeysError) in
        guard
          EVP_PBE_scrypt(
            password.baseAddress?.assumingMemoryBound(to: CChar.self), password.count, salt, salt.count, UInt64(n),
            UInt64(r), UInt64(p), needed, target.octets, length) == 1
        else { throw Digest.failure("scrypt with \(memory.low >> 20) MiB") }
      }
    }
  }

  private static func check(length: Int, _ limits: Limits) throws(KeysError) {
    guard length >= 1, length <= limits.length else {
      throw refused("a key", "\(length) bytes", "from 1 to \(limits.length) bytes")
    }
  }

  private static func refused(_ what: String, _ why: String, _ lawful: String) -> KeysError {
    KeysError(
      .parametersRefused,
      "will not derive a key: \(what) is asked for \(why)\nlawful and reasonable here: \(lawful)")
  }
}
