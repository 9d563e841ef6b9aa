import CSecp256k1
import Primitives

/// An ECDSA signature over secp256k1, with the bit that lets the public key be recovered.
public struct Signature: Sendable, Hashable {
  /// The x coordinate of the signature's point, in 1 ..< order.
  public let r: UInt256
  /// The second number, in 1 ..< order; in its lower half for every signature made here.
  public let s: UInt256
  /// 0 if the y coordinate of the signature's point is even, 1 if it is odd.
  public let yParity: UInt8

  /// Takes the three numbers of a signature.
  ///
  /// - Throws: `invalidSignature` if r or s is not in 1 ..< order of the curve, or the parity is neither 0 nor 1.
  public init(r: UInt256, s: UInt256, yParity: UInt8) throws(KeysError) {
    guard r != 0, s != 0, r < Secp256k1.order, s < Secp256k1.order else {
      throw KeysError(
        .invalidSignature,
        "cannot take a signature: r or s is zero or not below the order of secp256k1\ncopy the whole signature again")
    }
    guard yParity <= 1 else {
      throw KeysError(.invalidSignature, "cannot take a signature: its parity is \(yParity)\nit must be 0 or 1")
    }
    self.r = r
    self.s = s
    self.yParity = yParity
  }

  /// Numbers that libsecp256k1 made, or that are known not to be a key's signature.
  package init(uncheckedR r: UInt256, s: UInt256, yParity: UInt8) {
    self.r = r
    self.s = s
    self.yParity = yParity
  }

  /// Reads 65 bytes: r, s, v, where v is 0 or 27 for an even y, 1 or 28 for an odd one.
  ///
  /// - Throws: `invalidSignature`.
  public init(bytes65 bytes: some Collection<UInt8>) throws(KeysError) {
    let bytes = Bytes(bytes)
    guard bytes.count == 65 else {
      throw KeysError(
        .invalidSignature,
        "cannot read a signature: \(bytes.count) bytes instead of 65\ngive r (32 bytes), s (32) and v (1)")
    }
    let v = bytes[64]
    guard v <= 1 || v == 27 || v == 28 else {
      throw KeysError(
        .invalidSignature, "cannot read a signature: v, the last byte, is \(v)\nit must be 0, 1, 27 or 28")
    }
    let (r, s) = bytes.withUnsafeBytes { bytes in
      (UInt256(word: bytes, at: 0), UInt256(word: bytes, at: 32))
    }
    try self.init(r: r, s: s, yParity: v >= 27 ? v - 27 : v)
  }

  /// 65 bytes: r, s, v, where v is 27 plus the parity.
  public var bytes65: Bytes { compact + [27 + yParity] }

  /// 64 bytes: r, s.
  public var compact: Bytes {
    var bytes = Bytes()
    bytes.reserveCapacity(65)
    Hash32(r).withUnsafeBytes { bytes.append(contentsOf: $0) }
    Hash32(s).withUnsafeBytes { bytes.append(contentsOf: $0) }
    return bytes
  }

  /// Whether s is in the lower half of its range, as EIP-2 requires of a transaction's signature.
  public var isLowS: Bool { s <= Secp256k1.halfOrder }

  /// The signature with s in the lower half: of the two forms the one that chains accept.
  public var lowS: Signature {
    isLowS ? self : Signature(uncheckedR: r, s: Secp256k1.order - s, yParity: yParity ^ 1)
  }

  /// The public key whose owner made this signature over `digest`; a high s is accepted.
  ///
  /// - Throws: `unrecoverable` if there is no such key.
  public func recover(_ digest: Hash32) throws(KeysError) -> PublicKey {
    var raw = secp256k1_ecdsa_recoverable_signature()
    var key = secp256k1_pubkey()
    guard let context = Secp256k1.context,
      secp256k1_ecdsa_recoverable_signature_parse_compact(context, &raw, compact, Int32(yParity)) == 1,
      digest.withUnsafeBytes({ secp256k1_ecdsa_recover(context, &key, &raw, $0.octets) }) == 1,
      let recovered = PublicKey(key)
    else {
      throw KeysError(
        .unrecoverable,
        """
        cannot tell who signed: no public key can have made this signature
        its r is not the x coordinate of a point of secp256k1; copy the whole signature again
        """)
    }
    return recovered
  }
}

extension Signature: CustomStringConvertible {
  /// The 65 bytes in hexadecimal.
  public var description: String { bytes65.hex }
}
