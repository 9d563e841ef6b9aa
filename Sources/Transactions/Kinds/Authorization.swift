import Keys
import Primitives

/// A signed permission to set an account's code to that of another (EIP-7702).
///
/// A chain skips an invalid one without refusing the transaction, so any values that fit their fields are kept;
/// `authority()` checks whether it is good.
public struct Authorization: Hashable, Sendable {
  /// The chain it is for; 0 is every chain.
  public var chainID: UInt256
  /// The contract whose code the account shall have; the zero address takes it away again.
  public var address: Address
  /// The authority's nonce when the permission is applied.
  public var nonce: UInt64
  /// The signature's parity, 0 or 1 in a valid one.
  public var yParity: UInt8
  /// The signature's `r`.
  public var r: UInt256
  /// The signature's `s`.
  public var s: UInt256

  /// A permission from its fields, signed elsewhere.
  public init(chainID: UInt256, address: Address, nonce: UInt64, yParity: UInt8, r: UInt256, s: UInt256) {
    self.chainID = chainID
    self.address = address
    self.nonce = nonce
    self.yParity = yParity
    self.r = r
    self.s = s
  }

  /// A permission and the signature over its `signingHash(chainID:address:nonce:)`.
  public init(chainID: UInt256, address: Address, nonce: UInt64, signature: Signature) {
    self.init(
      chainID: chainID, address: address, nonce: nonce, yParity: signature.yParity, r: signature.r, s: signature.s)
  }

  /// Signs a permission with the key of the account whose code it sets.
  ///
  /// - Throws: what the key throws.
  public init(chainID: UInt256, address: Address, nonce: UInt64, signedBy key: PrivateKey) throws {
    let digest = Self.signingHash(chainID: chainID, address: address, nonce: nonce)
    self.init(chainID: chainID, address: address, nonce: nonce, signature: try key.sign(digest))
  }

  /// The hash that an authority signs: Keccak-256 of `0x05 ‖ rlp([chainId, address, nonce])`.
  public static func signingHash(chainID: UInt256, address: Address, nonce: UInt64) -> Hash32 {
    Keccak256.hash([0x05] + RLP.encode(.list([.uint(chainID), .address(address), .uint(nonce)])))
  }

  /// The hash that the authority signed.
  public var signingHash: Hash32 { Self.signingHash(chainID: chainID, address: address, nonce: nonce) }

  /// The account that signed this.
  ///
  /// - Throws: `nonceTooLarge`, `invalidV`, `invalidSignature`, `highS` or `recoveryFailed`; a chain skips such a one.
  public func authority() throws(TransactionError) -> Address {
    guard nonce != .max else {
      throw TransactionError(
        .nonceTooLarge, "The authorization's nonce is 2^64 − 1.", about: "nonce",
        reason: "EIP-2681 ends an account's nonces there.")
    }
    let signature = try Signature(checkedR: r, s: s, yParity: yParity, allowingHighS: false)
    return try signature.signer(of: signingHash)
  }
}

extension Authorization {
  /// `[chainId, address, nonce, yParity, r, s]`
  var item: RLP.Item {
    .list([.uint(chainID), .address(address), .uint(nonce), .uint(UInt64(yParity)), .uint(r), .uint(s)])
  }
}

extension [Authorization] {
  /// Reads the next field as an authorization list.
  init(reading reader: inout FieldReader) throws(TransactionError) {
    let items = try reader.list("authorizationList")
    self = []
    reserveCapacity(items.count)
    for (index, item) in items.enumerated() {
      var entry = try FieldReader(item, count: 6, place: .element(of: "authorizationList", index: index))
      append(
        Authorization(
          chainID: try entry.uint256("chainId"), address: try entry.address("address"),
          nonce: try entry.uint64("nonce"), yParity: try entry.uint8("yParity"), r: try entry.uint256("r"),
          s: try entry.uint256("s")))
    }
  }
}
