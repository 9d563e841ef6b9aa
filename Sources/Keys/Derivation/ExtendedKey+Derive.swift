import CSecp256k1
import Primitives

extension ExtendedKey {
  /// The child at `index`; from 2^31 on the hardened one.
  ///
  /// - Throws: `invalidChild` (once in 2^127; take the next index), `tooDeep` below depth 255.
  public func child(_ index: UInt32) throws(KeysError) -> ExtendedKey {
    let isHardened = index >= DerivationPath.hardened
    return try withWipedScratch(37) { (message) throws(KeysError) in
      if isHardened {
        privateKey.secret.withUnsafeBytes {
          UnsafeMutableRawBufferPointer(rebasing: message[1..<33]).copyBytes(from: $0)
        }
      } else {
        message.copyBytes(from: privateKey.publicKey.compressed)
      }
      message.storeBytes(of: index.bigEndian, toByteOffset: 33, as: UInt32.self)
      return try child(index, message: UnsafeRawBufferPointer(message))
    }
  }

  private func child(_ index: UInt32, message: UnsafeRawBufferPointer) throws(KeysError) -> ExtendedKey {
    try Self.withHMAC(key: node.chainCode.bytes, message: message) { (tweak, chainCode) throws(KeysError) in
      let childNode = try node.child(index, parent: privateKey.publicKey, chainCode: chainCode)
      let secret = try SecretBytes(count: 32) { (target: UnsafeMutableRawBufferPointer) throws(KeysError) in
        privateKey.secret.withUnsafeBytes { target.copyBytes(from: $0) }
        // Fails exactly where BIP-32 says the child is invalid: the tweak not below the order, or the sum zero.
        guard let context = Secp256k1.context,
          secp256k1_ec_seckey_tweak_add(context, target.octets, tweak.octets) == 1
        else { throw ExtendedKeyNode.invalidChild(index) }
      }
      return ExtendedKey(privateKey: try PrivateKey(secret), node: childNode)
    }
  }

  /// The key at the end of a path that begins at this key.
  ///
  /// - Throws: `invalidChild`, `tooDeep`.
  /// - Complexity: O(levels), about 40 µs each.
  public func derive(path: DerivationPath) throws(KeysError) -> ExtendedKey {
    var key = self
    for index in path.indexes { key = try key.child(index) }
    return key
  }

  /// Computes HMAC-SHA512 and lends its first half, which is secret, and its second, the chain code.
  static func withHMAC<Result>(
    key: Bytes, message: UnsafeRawBufferPointer,
    _ body: (UnsafeRawBufferPointer, Hash32) throws(KeysError) -> Result
  ) throws(KeysError) -> Result {
    try withWipedScratch(64) { (target) throws(KeysError) in
      try key.lend { (key) throws(KeysError) in try Digest.hmacSHA512(key: key, message: message, into: target) }
      let bytes = UnsafeRawBufferPointer(target)
      return try body(UnsafeRawBufferPointer(rebasing: bytes[0..<32]), Hash32(UInt256(word: bytes, at: 32)))
    }
  }
}
