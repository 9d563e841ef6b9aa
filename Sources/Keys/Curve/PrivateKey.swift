import CSecp256k1
import Primitives

/// A private key of secp256k1, and the public key and address that belong to it.
///
/// The bytes live in a ``SecretBytes``; copies of this value share it, and it is wiped with the last of them.
public struct PrivateKey: Sendable {
  /// The 32 bytes.
  public let secret: SecretBytes
  /// The public key, computed once.
  public let publicKey: PublicKey
  /// The address of the public key, computed once.
  public let address: Address

  /// Takes 32 secret bytes as the key, without copying them.
  ///
  /// - Throws: `invalidPrivateKey` if there are not 32 bytes or they are not a number in 1 ..< order of the curve.
  public init(_ secret: SecretBytes) throws(KeysError) {
    guard secret.count == 32 else { throw Self.wrongLength("\(secret.count) bytes instead of 32") }
    var key = secp256k1_pubkey()
    guard let context = Secp256k1.context,
      secret.withUnsafeBytes({ secp256k1_ec_pubkey_create(context, &key, $0.octets) }) == 1,
      let publicKey = PublicKey(key)
    else {
      throw KeysError(
        .invalidPrivateKey,
        """
        cannot take a private key: it is zero or not below the order of secp256k1
        copy the whole key again, or make a new one
        """)
    }
    self.secret = secret
    self.publicKey = publicKey
    address = publicKey.address
  }

  /// Copies 32 bytes; whoever holds them has to wipe them.
  ///
  /// - Throws: `invalidPrivateKey`.
  public init(bytes: Bytes) throws(KeysError) {
    try self.init(SecretBytes(copying: bytes))
  }

  /// Reads 64 hexadecimal digits, with or without `0x`; the error never tells a digit.
  ///
  /// - Throws: `invalidPrivateKey`.
  public init(hex text: some StringProtocol) throws(KeysError) {
    var digits = Substring(text)[...]
    if digits.utf8.starts(with: "0x".utf8) || digits.utf8.starts(with: "0X".utf8) { digits = digits.dropFirst(2) }
    let utf8 = digits.utf8
    guard utf8.count == 64 else { throw Self.wrongLength("\(utf8.count) digits instead of 64") }
    let secret = try SecretBytes(count: 32) { (target: UnsafeMutableRawBufferPointer) throws(KeysError) in
      for (index, digit) in utf8.enumerated() {
        guard let nibble = Character(Unicode.Scalar(digit)).hexDigitValue, digit < 0x80 else {
          throw KeysError(
            .invalidPrivateKey,
            "cannot read a private key: character \(index + 1) of its 64 is no hexadecimal digit\nuse 0–9 and a–f only",
            about: index)
        }
        target[index / 2] = target[index / 2] << 4 | UInt8(truncatingIfNeeded: nibble)
      }
    }
    try self.init(secret)
  }

  /// Makes a new key from the system's random generator.
  ///
  /// - Throws: `noRandomness`.
  public static func random() throws(KeysError) -> PrivateKey {
    // A number that is no key turns up once in 2^128.
    while true {
      let secret = try SecretBytes.random(count: 32)
      if let key = try? PrivateKey(secret) { return key }
      guard Secp256k1.context != nil else {
        throw KeysError(.cryptographyFailed, "cannot make a private key: no memory for libsecp256k1")
      }
    }
  }

  /// Signs a digest: deterministically (RFC 6979), with s in the lower half, recoverable.
  ///
  /// - Throws: `signingFailed`, which no valid key has met.
  public func sign(_ digest: Hash32) throws(KeysError) -> Signature {
    var raw = secp256k1_ecdsa_recoverable_signature()
    guard let context = Secp256k1.context,
      secret.withUnsafeBytes({ key in
        digest.withUnsafeBytes { digest in
          secp256k1_ecdsa_sign_recoverable(context, &raw, digest.octets, key.octets, nil, nil)
        }
      }) == 1
    else { throw Self.signingFailed }
    var parity: Int32 = 0
    let (r, s) = withUnsafeTemporaryAllocation(byteCount: 64, alignment: 16) { target in
      _ = secp256k1_ecdsa_recoverable_signature_serialize_compact(context, target.octets, &parity, &raw)
      let bytes = UnsafeRawBufferPointer(target)
      return (UInt256(word: bytes, at: 0), UInt256(word: bytes, at: 32))
    }
    // 2 and 3 mean that r was reduced, which happens once in 2^127; Ethereum has no way to write them.
    guard parity == 0 || parity == 1 else { throw Self.signingFailed }
    return Signature(uncheckedR: r, s: s, yParity: UInt8(truncatingIfNeeded: parity))
  }

  private static var signingFailed: KeysError {
    KeysError(.signingFailed, "cannot sign: libsecp256k1 refused the digest or the key")
  }

  private static func wrongLength(_ what: String) -> KeysError {
    KeysError(
      .invalidPrivateKey,
      "cannot take a private key: \(what)\ngive 32 bytes, or 64 hexadecimal digits with or without 0x")
  }
}

extension PrivateKey: Hashable {
  // A public key belongs to exactly one private key, so comparing and hashing need no secret.
  /// Equal public keys.
  public static func == (left: PrivateKey, right: PrivateKey) -> Bool { left.publicKey == right.publicKey }

  /// Hashes the public key.
  public func hash(into hasher: inout Hasher) { hasher.combine(publicKey) }
}

extension PrivateKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The address; never the key.
  public var description: String { "private key of \(address)" }
  /// The description, which shows no secret.
  public var debugDescription: String { description }
  /// The address alone, so that `dump` shows no key.
  public var customMirror: Mirror { Mirror(self, children: ["address": address]) }
}
