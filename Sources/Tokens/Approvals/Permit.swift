import Keys
import Primitives

/// An approval that its owner signs and anybody may bring to the token (EIP-2612).
public struct Permit: TypedStruct, Hashable {
  /// The account whose tokens they are, which signs.
  public let owner: Address
  /// The account that may move them.
  public let spender: Address
  /// The amount in the smallest unit, in place of what the spender could move before.
  public let value: UInt256
  /// The number that the token expects of the owner next.
  public let nonce: UInt256
  /// The last time at which it counts, in seconds since 1970.
  public let deadline: UInt256

  /// A permit by its fields.
  public init(owner: Address, spender: Address, value: UInt256, nonce: UInt256, deadline: UInt256) {
    (self.owner, self.spender, self.value, self.nonce, self.deadline) = (owner, spender, value, nonce, deadline)
  }

  /// The fields in the order in which they are hashed.
  public static let typedFields: [TypedField<Permit>] = [
    TypedField("owner", \.owner), TypedField("spender", \.spender), TypedField("value", \.value),
    TypedField("nonce", \.nonce), TypedField("deadline", \.deadline),
  ]

  /// The permit's text as a type of EIP-712.
  public static let typeText =
    "Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)"
  static let typeHash = Keccak256.hash(typeText.utf8)

  /// The 32 bytes that the owner signs, computed without a schema.
  public func digest(for domain: PermitDomain) -> Hash32 {
    let words = [UInt256(Self.typeHash), UInt256(owner), UInt256(spender), value, nonce, deadline]
    var hasher = Keccak256()
    hasher.update([0x19, 0x01])
    domain.separator.withUnsafeBytes { hasher.update(buffer: $0) }
    PermitDomain.hash(words).withUnsafeBytes { hasher.update(buffer: $0) }
    return hasher.finalize()
  }

  /// The permit as typed data with names, for a wallet that shows what it signs; its digest is ``digest(for:)``.
  ///
  /// - Throws: `KeysError` as `TypedData` does; no permit of a domain that was read has met one.
  public func typedData(for domain: PermitDomain) throws(KeysError) -> TypedData {
    try TypedData(domain: domain.typed, message: self)
  }

  /// The calldata that brings the permit to its token.
  public func calldata(_ signature: Signature) -> Bytes {
    TokenCalls.permit(
      owner: owner, spender: spender, value, deadline: deadline, v: 27 + signature.yParity, r: Hash32(signature.r),
      s: Hash32(signature.s))
  }
}

/// The domain that a token's permits are signed for.
public struct PermitDomain: Sendable, Hashable {
  /// The token's name, byte for byte as it is hashed; it may hold anything.
  public let name: String
  /// The version; nil where the domain has none, as that of a few early tokens.
  public let version: String?
  /// The number of the chain.
  public let chainID: UInt256
  /// The token's contract.
  public let token: Address

  /// A domain by its parts.
  public init(name: String, version: String? = "1", chainID: UInt256, token: Address) {
    (self.name, self.version, self.chainID, self.token) = (name, version, chainID, token)
  }

  /// The hash of the domain, which `DOMAIN_SEPARATOR` has to answer.
  public var separator: Hash32 {
    let text =
      version == nil
      ? "EIP712Domain(string name,uint256 chainId,address verifyingContract)"
      : "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
    let texts = [text, name, version].compactMap(\.self).map { UInt256(Keccak256.hash($0.utf8)) }
    return Self.hash(texts + [chainID, UInt256(token)])
  }

  /// The domain with names.
  var typed: TypedDomain {
    TypedDomain(name: name, version: version, chainID: chainID, verifyingContract: token)
  }

  static func hash(_ words: [UInt256]) -> Hash32 {
    var hasher = Keccak256()
    for word in words { Hash32(word).withUnsafeBytes { hasher.update(buffer: $0) } }
    return hasher.finalize()
  }
}
