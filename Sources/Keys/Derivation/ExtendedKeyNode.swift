import Primitives

/// The parts of an extended key beside the key: its place in the tree and the chain code (BIP-32).
public struct ExtendedKeyNode: Sendable, Hashable {
  /// The number of levels below the master key.
  public let depth: UInt8
  /// The first four bytes of the parent's identifier; 0 for the master key.
  public let parentFingerprint: UInt32
  /// The index among the parent's children, from 2^31 on hardened; 0 for the master key.
  public let index: UInt32
  /// The chain code, from which the children are derived together with the key. With it and one normal child's private
  /// key, the parent's private key can be computed: do not publish it.
  public let chainCode: Hash32
}

extension ExtendedKeyNode {
  /// The bytes of a serialised key before the key itself: version, depth, parent, index, chain code.
  func header(version: UInt32) -> Bytes {
    var bytes = Bytes()
    bytes.reserveCapacity(78)
    bytes.append(bigEndian: version)
    bytes.append(depth)
    bytes.append(bigEndian: parentFingerprint)
    bytes.append(bigEndian: index)
    chainCode.withUnsafeBytes { bytes.append(contentsOf: $0) }
    return bytes
  }

  /// Reads what ``header(version:)`` writes, without the version.
  ///
  /// - Throws: `invalidExtendedKey` for a master key with a parent or an index.
  init(header bytes: UnsafeRawBufferPointer) throws(KeysError) {
    depth = bytes[4]
    parentFingerprint = bytes.bigEndian(at: 5)
    index = bytes.bigEndian(at: 9)
    chainCode = (try? Hash32(UnsafeRawBufferPointer(rebasing: bytes[13..<45]))) ?? .zero
    guard depth > 0 || (parentFingerprint == 0 && index == 0) else {
      throw ExtendedKeyNode.invalid("it says it is a master key and has a parent or an index")
    }
  }

  /// The place of a child of this node.
  ///
  /// - Throws: `tooDeep` at depth 255.
  func child(_ index: UInt32, parent: PublicKey, chainCode: Hash32) throws(KeysError) -> ExtendedKeyNode {
    guard depth < .max else { throw Self.tooDeep }
    return ExtendedKeyNode(
      depth: depth + 1, parentFingerprint: try parent.fingerprint, index: index, chainCode: chainCode)
  }

  static var tooDeep: KeysError {
    KeysError(.tooDeep, "cannot derive a child key: this one is 255 levels deep already\nBIP-32 has no room for more")
  }

  static func invalid(_ why: String) -> KeysError {
    KeysError(.invalidExtendedKey, "cannot read an extended key: \(why)\ncopy the whole xprv… or xpub… again")
  }

  static func invalidChild(_ index: UInt32) -> KeysError {
    KeysError(
      .invalidChild, "cannot derive child \(index): this key has none (BIP-32)\ntake the next index",
      about: Int(exactly: index))
  }
}

extension ExtendedKeyNode: CustomStringConvertible, CustomReflectable {
  /// The place in the tree; never the chain code.
  public var description: String { "depth \(depth), index \(index)" }
  /// Depth and index alone, so that `dump` shows no key.
  public var customMirror: Mirror { Mirror(self, children: ["depth": depth, "index": index]) }
}

extension PublicKey {
  /// The first four bytes of RIPEMD-160 of SHA-256 of the compressed key (BIP-32).
  public var fingerprint: UInt32 {
    get throws(KeysError) {
      let identifier = try Digest.ripemd160(Digest.sha256(compressed))
      return identifier.withUnsafeBytes { $0.bigEndian(at: 0) }
    }
  }
}

extension Bytes {
  mutating func append(bigEndian value: UInt32) {
    Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
  }
}

extension UnsafeRawBufferPointer {
  func bigEndian(at offset: Int) -> UInt32 {
    UInt32(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }
}
