import COpenSSL
import JSONFields
import Keys
import Primitives
import StrictJSON

/// One encrypted secret, as version 3 has it once and Kaia's version 4 in a ring: KDF, AES-128-CTR, Keccak MAC.
///
/// `dk` = KDF(password, salt); plain = AES-128-CTR(dk[0..<16], iv, ciphertext); mac = keccak256(dk[16..<32] ‖ ciphertext).
struct SealedKey: Sendable, Hashable {
  let kdf: KDF
  let salt: Bytes
  let iv: Bytes
  let ciphertext: Bytes
  let mac: Bytes

  /// Decrypts to a private key of 32 bytes; the parameters must have been checked against the limits.
  ///
  /// Throws `wrongPassword` when the MAC does not fit, `damaged` when what is inside is no private key.
  func open(password: SecretBytes) throws(KeystoreError) -> PrivateKey {
    // Longer derived keys begin with these 32 bytes (both KDFs are of that make), and only these are used.
    let derived = try kdf.derive(password: password, salt: salt, count: 32)
    guard SealedKey.equal(SealedKey.mac(derived, ciphertext), mac) else {
      throw KeystoreError(
        .wrongPassword, "The password does not open this key file.",
        reason: "The password is wrong or, more rarely, the file was damaged.",
        advice: "Try the password again; if it is certainly right, take the file from a backup.")
    }
    // Some tools dropped leading zeros of the key: they are put back.
    var done = false
    let secret = SecretBytes(count: 32) { output in
      output.initializeMemory(as: UInt8.self, repeating: 0)
      let room = UnsafeMutableRawBufferPointer(rebasing: output[(32 - ciphertext.count)...])
      done = SealedKey.cipher(derived, iv, ciphertext, room)
    }
    guard done else { throw SealedKey.cipherRefused }
    do {
      return try PrivateKey(secret)
    } catch {
      throw KeystoreError.damaged(
        "The password is right, but what it opens is no private key.",
        reason: "The number is zero or beyond the curve's order: the file's iv was damaged, or it was written so.")
    }
  }

  /// Encrypts a private key with a fresh salt and initial vector.
  static func seal(_ key: PrivateKey, password: SecretBytes, kdf: KDF) throws(KeystoreError) -> SealedKey {
    let salt = try Randomness.bytes(32)
    let iv = try Randomness.bytes(16)
    let derived = try kdf.derive(password: password, salt: salt, count: 32)
    var ciphertext = Bytes(repeating: 0, count: 32)
    let done = key.secret.withUnsafeBytes { plain in
      ciphertext.withUnsafeMutableBytes { output in
        derived.withUnsafeBytes { derived in
          AES.counterMode(key: UnsafeRawBufferPointer(rebasing: derived[..<16]), iv: iv, input: plain, output: output)
        }
      }
    }
    guard done else { throw cipherRefused }
    return SealedKey(kdf: kdf, salt: salt, iv: iv, ciphertext: ciphertext, mac: mac(derived, ciphertext))
  }

  private static var cipherRefused: KeystoreError {
    KeystoreError(.cryptography, "The cipher refused to work.", reason: "OpenSSL gave no AES-128-CTR.")
  }

  private static func cipher(
    _ derived: SecretBytes, _ iv: Bytes, _ input: Bytes, _ output: UnsafeMutableRawBufferPointer
  ) -> Bool {
    derived.withUnsafeBytes { derived in
      input.withUnsafeBytes { input in
        AES.counterMode(key: UnsafeRawBufferPointer(rebasing: derived[..<16]), iv: iv, input: input, output: output)
      }
    }
  }

  private static func mac(_ derived: SecretBytes, _ ciphertext: Bytes) -> Bytes {
    var hash = Keccak256()
    derived.withUnsafeBytes { hash.update(buffer: UnsafeRawBufferPointer(rebasing: $0[16..<32])) }
    hash.update(ciphertext)
    return hash.finalize().bytes
  }

  /// Compares without telling by its time where the difference is.
  private static func equal(_ a: Bytes, _ b: Bytes) -> Bool {
    a.count == b.count && CRYPTO_memcmp(a, b, a.count) == 0
  }
}

extension SealedKey {
  /// Reads the `crypto` object of version 3, or one entry of a version 4 keyring.
  init(_ fields: Fields) throws(KeystoreError) {
    let cipher = try fields.required("cipher", .string)
    guard cipher.lowercased() == "aes-128-ctr" else {
      throw KeystoreError(
        .unsupported, "The key file's cipher is `\(TerminalSafe.name(cipher))`.",
        reason: "Only aes-128-ctr is read here.")
    }
    iv = try fields.fields("cipherparams").required("iv", .bytes(16...16, prefix: .optional))
    ciphertext = try fields.required("ciphertext", .bytes(1...32, prefix: .optional))
    mac = try fields.required("mac", .bytes(32...32, prefix: .optional))
    let parameters = try fields.fields("kdfparams")
    let name = try fields.required("kdf", .string)
    switch name.lowercased() {
    case "scrypt":
      kdf = .scrypt(
        n: try parameters.required("n", .integer), r: try parameters.required("r", .integer),
        p: try parameters.required("p", .integer))
    case "pbkdf2":
      let prf = try parameters.required("prf", .string)
      guard prf.lowercased() == "hmac-sha256" else {
        throw KeystoreError(
          .unsupported, "The key file's PBKDF2 runs on `\(TerminalSafe.name(prf))`.",
          reason: "Only hmac-sha256 is read here.")
      }
      kdf = .pbkdf2(iterations: try parameters.required("c", .integer))
    default:
      throw KeystoreError(
        .unsupported, "The key file's key derivation is `\(TerminalSafe.name(name))`.",
        reason: "Only scrypt and pbkdf2 are read here.")
    }
    // An empty one is poor, and lawful.
    salt = try parameters.required("salt", .bytes(0...1024, prefix: .optional))
    guard (32...1024).contains(try parameters.required("dklen", .integer)) else {
      throw KeystoreError(
        .parametersRefused, "The key file's `dklen` is \(try parameters.required("dklen", .integer)).",
        reason: "32 bytes are needed: 16 for the cipher and 16 for the MAC.")
    }
    try kdf.checkLawful()
  }

  var json: JSON {
    var parameters: JSONObject
    let name: String
    switch kdf {
    case .scrypt(let n, let r, let p):
      name = "scrypt"
      parameters = ["dklen": 32, "n": .number("\(n)"), "r": .number("\(r)"), "p": .number("\(p)")]
    case .pbkdf2(let iterations):
      name = "pbkdf2"
      parameters = ["dklen": 32, "c": .number("\(iterations)"), "prf": "hmac-sha256"]
    }
    parameters["salt"] = .string(Hex.encode(salt, prefix: false))
    return .object([
      "cipher": "aes-128-ctr",
      "cipherparams": .object(["iv": .string(Hex.encode(iv, prefix: false))]),
      "ciphertext": .string(Hex.encode(ciphertext, prefix: false)),
      "kdf": .string(name),
      "kdfparams": .object(parameters),
      "mac": .string(Hex.encode(mac, prefix: false)),
    ])
  }
}
