import Primitives

/// A private key that others can be derived from (BIP-32).
public struct ExtendedKey: Sendable, Hashable {
  /// The key itself.
  public let privateKey: PrivateKey
  /// Where it stands in the tree.
  public let node: ExtendedKeyNode
}

extension ExtendedKey {
  /// Makes the master key of a seed.
  ///
  /// - Parameter seed: 16 to 64 bytes; a mnemonic's has 64.
  /// - Throws: `invalidSeed` for another length, or (once in 2^127) if the seed has no master key.
  public init(seed: SecretBytes) throws(KeysError) {
    guard (16...64).contains(seed.count) else {
      throw KeysError(.invalidSeed, "cannot make a master key: the seed has \(seed.count) bytes\nBIP-32 takes 16 to 64")
    }
    self = try seed.withUnsafeBytes { (seed) throws(KeysError) in
      try Self.withHMAC(key: Bytes("Bitcoin seed".utf8), message: seed) { (key, chainCode) throws(KeysError) in
        guard let key = try? PrivateKey(SecretBytes(copying: key)) else {
          throw KeysError(.invalidSeed, "cannot make a master key: this seed has none (BIP-32)\ntake another seed")
        }
        let node = ExtendedKeyNode(depth: 0, parentFingerprint: 0, index: 0, chainCode: chainCode)
        return ExtendedKey(privateKey: key, node: node)
      }
    }
  }

  /// The public key that derives the public halves of this key's normal children.
  public var extendedPublicKey: ExtendedPublicKey {
    ExtendedPublicKey(publicKey: privateKey.publicKey, node: node)
  }

  /// The address of the key.
  public var address: Address { privateKey.address }
}
