import CSecp256k1
import Primitives

/// A public key that the public keys of its normal children can be derived from (BIP-32).
public struct ExtendedPublicKey: Sendable, Hashable {
  /// The key itself.
  public let publicKey: PublicKey
  /// Where it stands in the tree.
  public let node: ExtendedKeyNode

  /// The address of the key.
  public var address: Address { publicKey.address }
}

extension ExtendedPublicKey {
  /// Reads an `xpub…`.
  ///
  /// - Throws: `invalidBase58`, or `invalidExtendedKey` if the bytes are no public extended key.
  public init(xpub text: String) throws(KeysError) {
    self = try Base58Check.decode(text, count: 78) { (bytes) throws(KeysError) in
      let version = bytes.bigEndian(at: 0)
      guard version == ExtendedKeyVersion.publicKey else {
        throw ExtendedKeyNode.invalid(
          version == ExtendedKeyVersion.privateKey
            ? "it is an xprv; keep it secret and read it as one" : "its version is not that of an xpub")
      }
      let node = try ExtendedKeyNode(header: bytes)
      guard let key = try? PublicKey(bytes[45..<78]) else {
        throw ExtendedKeyNode.invalid("its public key is not a point of secp256k1")
      }
      return ExtendedPublicKey(publicKey: key, node: node)
    }
  }

  /// The key as `xpub…`, 111 characters.
  ///
  /// - Throws: `cryptographyFailed`, which means that OpenSSL is broken.
  public var xpub: String {
    get throws(KeysError) {
      let bytes = node.header(version: ExtendedKeyVersion.publicKey) + publicKey.compressed
      return try bytes.lend { (bytes) throws(KeysError) in try Base58Check.encode(bytes) }
    }
  }

  /// The normal child at `index`.
  ///
  /// - Throws: `hardenedFromPublic` from 2^31 on, `invalidChild` (once in 2^127; take the next index), `tooDeep`.
  public func child(_ index: UInt32) throws(KeysError) -> ExtendedPublicKey {
    guard index < DerivationPath.hardened else {
      throw KeysError(
        .hardenedFromPublic,
        """
        cannot derive child \(index - DerivationPath.hardened)' of a public key: hardened children need the private key
        derive it from the xprv, and take the xpub of the result
        """)
    }
    var message = publicKey.compressed
    message.append(bigEndian: index)
    return try message.lend { (message) throws(KeysError) in
      try ExtendedKey.withHMAC(key: node.chainCode.bytes, message: message) { (tweak, chainCode) throws(KeysError) in
        let childNode = try node.child(index, parent: publicKey, chainCode: chainCode)
        guard let context = Secp256k1.context, var key = publicKey.parsed,
          secp256k1_ec_pubkey_tweak_add(context, &key, tweak.octets) == 1, let child = PublicKey(key)
        else { throw ExtendedKeyNode.invalidChild(index) }
        return ExtendedPublicKey(publicKey: child, node: childNode)
      }
    }
  }

  /// The key at the end of a path of normal levels that begins at this key.
  ///
  /// - Throws: `hardenedFromPublic`, `invalidChild`, `tooDeep`.
  public func derive(path: DerivationPath) throws(KeysError) -> ExtendedPublicKey {
    var key = self
    for index in path.indexes { key = try key.child(index) }
    return key
  }
}

extension ExtendedPublicKey: CustomStringConvertible {
  /// The address and the place in the tree.
  public var description: String { "extended public key of \(address), \(node)" }
}
