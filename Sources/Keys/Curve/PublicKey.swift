import CSecp256k1
import Primitives

/// A public key: a point of secp256k1 (SEC 2) other than the point at infinity.
public struct PublicKey: Sendable, Hashable {
  /// The coordinates.
  public let x: UInt256
  /// The second coordinate; both are below the field's prime.
  public let y: UInt256

  /// Reads 33 bytes (compressed, `02` or `03` first), 65 (uncompressed, `04` first) or 64 (uncompressed without the `04`).
  ///
  /// - Throws: `invalidPublicKey` for another form or a point that is not on the curve.
  public init(_ bytes: some Collection<UInt8>) throws(KeysError) {
    var form = Bytes(bytes)
    if form.count == 64 { form.insert(4, at: 0) }
    let isCompressed = form.count == 33 && (form[0] == 2 || form[0] == 3)
    guard isCompressed || (form.count == 65 && form[0] == 4) else {
      throw KeysError(
        .invalidPublicKey,
        """
        cannot read a public key: \(bytes.count) bytes in no known form
        give 33 bytes that begin with 02 or 03, 65 that begin with 04, or the 64 of x and y
        """)
    }
    var key = secp256k1_pubkey()
    guard let context = Secp256k1.context, secp256k1_ec_pubkey_parse(context, &key, form, form.count) == 1,
      let parsed = PublicKey(key)
    else {
      throw KeysError(
        .invalidPublicKey, "cannot read a public key: its point is not on secp256k1\ncopy the whole key again")
    }
    self = parsed
  }

  /// Makes a key of what libsecp256k1 computed or parsed; nil for its empty key.
  init?(_ key: secp256k1_pubkey) {
    guard let context = Secp256k1.context else { return nil }
    let coordinates: (UInt256, UInt256)? = withUnsafeTemporaryAllocation(byteCount: 65, alignment: 16) { target in
      var key = key
      var count = 65
      guard
        secp256k1_ec_pubkey_serialize(context, target.octets, &count, &key, UInt32(SECP256K1_EC_UNCOMPRESSED)) == 1,
        count == 65
      else { return nil }
      let bytes = UnsafeRawBufferPointer(target)
      return (UInt256(word: bytes, at: 1), UInt256(word: bytes, at: 33))
    }
    guard let coordinates else { return nil }
    (x, y) = coordinates
  }

  /// 65 bytes: `04`, x, y.
  public var uncompressed: Bytes {
    var bytes = Bytes()
    bytes.reserveCapacity(65)
    bytes.append(4)
    Hash32(x).withUnsafeBytes { bytes.append(contentsOf: $0) }
    Hash32(y).withUnsafeBytes { bytes.append(contentsOf: $0) }
    return bytes
  }

  /// 33 bytes: `02` for an even y, `03` for an odd one, then x.
  public var compressed: Bytes {
    var bytes = Bytes()
    bytes.reserveCapacity(33)
    bytes.append(2 | UInt8(truncatingIfNeeded: y) & 1)
    Hash32(x).withUnsafeBytes { bytes.append(contentsOf: $0) }
    return bytes
  }

  /// The address of the account that this key owns from the beginning: the last 20 bytes of Keccak-256 over x and y.
  ///
  /// On Klaytn an account may have got another key since: then its address is not to be had from the key.
  public var address: Address {
    var hasher = Keccak256()
    Hash32(x).withUnsafeBytes { hasher.update(buffer: $0) }
    Hash32(y).withUnsafeBytes { hasher.update(buffer: $0) }
    return Address(truncating: hasher.finalize())
  }

  /// The key in the form of libsecp256k1.
  var parsed: secp256k1_pubkey? {
    var key = secp256k1_pubkey()
    let form = uncompressed
    guard let context = Secp256k1.context, secp256k1_ec_pubkey_parse(context, &key, form, form.count) == 1 else {
      return nil
    }
    return key
  }
}

extension PublicKey: CustomStringConvertible {
  /// The 33 bytes in hexadecimal.
  public var description: String { compressed.hex }
}
