import Keys
import Primitives

/// The hash of typed data (EIP-712), computed from the order's words without a schema.
extension LimitOrder {
  /// The order's text as a type of EIP-712.
  public static let typeText =
    "LimitOrder(address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount,"
    + "uint128 takerTokenFeeAmount,address maker,address taker,address sender,address feeRecipient,bytes32 pool,"
    + "uint64 expiry,uint256 salt)"

  /// The fields as words of 32 bytes, in the order in which both EIP-712 and the contract's ABI have them.
  public var words: [UInt256] {
    [
      UInt256(makerToken), UInt256(takerToken), makerAmount, takerAmount, takerFee, UInt256(maker), UInt256(taker),
      UInt256(sender), UInt256(feeRecipient), UInt256(pool), expiry, salt,
    ]
  }

  /// The hash of the fields (`hashStruct`).
  public var structHash: Hash32 { Self.hash([Self.typeHash] + words) }

  /// The hash by which the exchange knows the order (`getLimitOrderHash`), which is its digest as typed data.
  public var hash: Hash32 {
    var hasher = Keccak256()
    hasher.update([0x19, 0x01])
    exchange.limitOrderDomain.withUnsafeBytes { hasher.update(buffer: $0) }
    structHash.withUnsafeBytes { hasher.update(buffer: $0) }
    return hasher.finalize()
  }

  private static let typeHash = UInt256(Keccak256.hash(typeText.utf8))

  fileprivate static func hash(_ words: [UInt256]) -> Hash32 {
    var hasher = Keccak256()
    for word in words { Hash32(word).withUnsafeBytes { hasher.update(buffer: $0) } }
    return hasher.finalize()
  }
}

extension ExchangeContract {
  /// The hash of the domain that version 4 signs its orders for.
  public var limitOrderDomain: Hash32 { LimitOrder.hash(Self.domainBeginning + [chainID, UInt256(address)]) }

  private static let domainBeginning = [
    "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)", "ZeroEx", "1.0.0",
  ].map { UInt256(Keccak256.hash($0.utf8)) }
}

/// The order as typed data with names, for a wallet that shows what it signs.
extension LimitOrder: TypedStruct {
  /// The fields in the order in which they are hashed.
  public static let typedFields: [TypedField<LimitOrder>] = [
    TypedField("makerToken", \.makerToken), TypedField("takerToken", \.takerToken),
    TypedField("makerAmount", type: "uint128", \.makerAmount),
    TypedField("takerAmount", type: "uint128", \.takerAmount),
    TypedField("takerTokenFeeAmount", type: "uint128", \.takerFee), TypedField("maker", \.maker),
    TypedField("taker", \.taker), TypedField("sender", \.sender), TypedField("feeRecipient", \.feeRecipient),
    TypedField("pool", \.pool), TypedField("expiry", type: "uint64", \.expiry), TypedField("salt", \.salt),
  ]

  /// The order with its domain and the names and types of its fields; its digest is ``hash``.
  ///
  /// - Throws: nothing that an order has met: its fields fit their types.
  public func typedData() throws(KeysError) -> TypedData {
    try TypedData(
      domain: TypedDomain(
        name: "ZeroEx", version: "1.0.0", chainID: exchange.chainID, verifyingContract: exchange.address),
      message: self)
  }
}
