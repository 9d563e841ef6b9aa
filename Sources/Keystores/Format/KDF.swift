import Keys
import Primitives

/// The derivation of a key from a password, and its price for whoever guesses.
public enum KDF: Sendable, Hashable {
  /// scrypt (RFC 7914): `n` a power of two, `r` the block size, `p` the lanes; memory 128 · n · r bytes.
  case scrypt(n: Int, r: Int, p: Int)
  /// PBKDF2 (RFC 8018) with HMAC-SHA-256.
  case pbkdf2(iterations: Int)

  /// The parameters for keys of value: 256 MiB and about a second.
  public static let standard = KDF.scrypt(n: 262_144, r: 8, p: 1)
  /// For throw-away keys of a test chain: 4 MiB and some milliseconds.
  public static let light = KDF.scrypt(n: 4096, r: 8, p: 1)

  /// Throws `parametersRefused` when the parameters are not lawful, or ask for more than the limits allow.
  public func check(_ limits: KeystoreLimits = .default) throws(KeystoreError) {
    try checkLawful()
    switch self {
    case .scrypt(let n, let r, let p):
      let lanes = r.multipliedSaturated(by: 128).multipliedSaturated(by: p)
      if max(memory, lanes) > limits.memory {
        throw .beyondLimit("scrypt (n = \(n), r = \(r), p = \(p))", "128 · r · max(n, p) ≤ \(limits.memory)")
      }
      if work > limits.scryptWork {
        throw .beyondLimit("scrypt (n = \(n), r = \(r), p = \(p))", "n · r · p ≤ \(limits.scryptWork)")
      }
    case .pbkdf2(let iterations):
      if iterations > limits.pbkdf2Iterations {
        throw .beyondLimit("PBKDF2 (c = \(iterations))", "c ≤ \(limits.pbkdf2Iterations)")
      }
    }
  }

  /// The work of one derivation in scrypt's measure (n · r · p), for sums over a keyring; saturating.
  var work: Int {
    switch self {
    case .scrypt(let n, let r, let p):
      return n.multipliedSaturated(by: r).multipliedSaturated(by: p)
    case .pbkdf2(let iterations):
      return iterations  // Some three times cheaper than scrypt's unit here: on the safe side.
    }
  }

  /// The bytes of memory that one derivation takes; saturating.
  var memory: Int {
    guard case .scrypt(let n, let r, _) = self else { return 0 }
    return n.multipliedSaturated(by: r).multipliedSaturated(by: 128)
  }

  func checkLawful() throws(KeystoreError) {
    switch self {
    case .scrypt(let n, let r, let p):
      guard n > 1, n & (n - 1) == 0 else {
        throw .parameters("scrypt's n is \(n): it has to be a power of two, and more than one.")
      }
      let (product, overflow) = r.multipliedReportingOverflow(by: p)
      guard r >= 1, p >= 1, !overflow, product < 1 << 30 else {
        throw .parameters("scrypt's r = \(r) and p = \(p) are not lawful: both positive, r · p below 2³⁰.")
      }
    case .pbkdf2(let iterations):
      guard iterations >= 1 else { throw .parameters("PBKDF2 with \(iterations) iterations is not lawful.") }
    }
  }

  /// Stretches a password; the parameters must have been checked against the limits by the caller.
  func derive(password: SecretBytes, salt: Bytes, count: Int) throws(KeystoreError) -> SecretBytes {
    do {
      switch self {
      case .pbkdf2(let iterations):
        return try KeyDerivation.pbkdf2(
          password: password, salt: salt, iterations: iterations, length: count, limits: .checkedByCaller)
      case .scrypt(let n, let r, let p):
        // OpenSSL holds to RFC 7914's n < 2^(16·r); key files with r = 1 and a larger n exist and are read by all.
        if r < 4, n >= 1 << (16 * r) {
          return try Scrypt.derive(password: password, salt: salt, n: n, r: r, p: p, count: count)
        }
        return try KeyDerivation.scrypt(
          password: password, salt: salt, n: n, r: r, p: p, length: count, limits: .checkedByCaller)
      }
    } catch {
      throw KeystoreError(
        .cryptography, "The key derivation failed.", reason: "\(error)",
        advice: "Most often memory is short: close something and try again.")
    }
  }
}

extension KeystoreError {
  /// Parameters that no derivation has.
  fileprivate static func parameters(_ reason: String, facts: KeystoreErrors.Facts? = nil) -> KeystoreError {
    KeystoreError(
      .parametersRefused, "The key derivation parameters of this key file are refused.", reason: reason,
      advice: "If the file is yours, let the program that made it encrypt it anew with usual parameters.", facts: facts)
  }

  /// Parameters that ask for more than the limits allow.
  static func beyondLimit(_ parameters: String, _ limit: String) -> KeystoreError {
    .parameters(
      "\(parameters) is beyond the limit \(limit): opening it would take too long or too much memory.",
      facts: .beyondLimit(parameters: parameters, limit: limit))
  }
}

extension KeyDerivation.Limits {
  /// The limits of this module were applied before, to the file as a whole.
  static let checkedByCaller = KeyDerivation.Limits(
    memory: .max, scryptWork: .max, pbkdf2Rounds: .max, length: .max)
}
