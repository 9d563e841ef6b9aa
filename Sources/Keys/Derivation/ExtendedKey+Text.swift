import Primitives

/// The first four bytes of serialised extended keys; Bitcoin's main network is the only one that other chains' wallets use.
enum ExtendedKeyVersion {
  /// `xprv`
  static let privateKey: UInt32 = 0x0488_ade4
  /// `xpub`
  static let publicKey: UInt32 = 0x0488_b21e
}

extension ExtendedKey {
  /// Reads an `xprv…`.
  ///
  /// - Throws: `invalidBase58`, or `invalidExtendedKey` if the bytes are no private extended key.
  public init(xprv text: String) throws(KeysError) {
    self = try Base58Check.decode(text, count: 78) { (bytes) throws(KeysError) in
      let version = bytes.bigEndian(at: 0)
      guard version == ExtendedKeyVersion.privateKey else {
        throw ExtendedKeyNode.invalid(
          version == ExtendedKeyVersion.publicKey
            ? "it is an xpub, which has no private key" : "its version is not that of an xprv")
      }
      let node = try ExtendedKeyNode(header: bytes)
      guard bytes[45] == 0 else { throw ExtendedKeyNode.invalid("the byte before its private key is not 0") }
      let secret = SecretBytes(copying: UnsafeRawBufferPointer(rebasing: bytes[46..<78]))
      guard let key = try? PrivateKey(secret) else {
        throw ExtendedKeyNode.invalid("its private key is not below the order of secp256k1, or zero")
      }
      return ExtendedKey(privateKey: key, node: node)
    }
  }

  /// The key as `xprv…`, 111 characters that give away this key and all below it.
  ///
  /// - Throws: `cryptographyFailed`, which means that OpenSSL is broken.
  public var xprv: String {
    get throws(KeysError) {
      let header = node.header(version: ExtendedKeyVersion.privateKey)
      let bytes = SecretBytes(count: 78) { target in
        target.copyBytes(from: header)
        privateKey.secret.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: target[46...]).copyBytes(from: $0) }
      }
      return try bytes.withUnsafeBytes { (bytes) throws(KeysError) in try Base58Check.encode(bytes) }
    }
  }
}

extension ExtendedKey: CustomStringConvertible, CustomDebugStringConvertible {
  /// The address and the place in the tree; never the key.
  public var description: String { "extended key of \(address), \(node)" }
  /// The description, which shows no secret.
  public var debugDescription: String { description }
}
