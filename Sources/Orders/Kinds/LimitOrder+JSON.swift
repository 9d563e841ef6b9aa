import JSONFields
import Primitives
import StrictJSON

/// The JSON of the order book API of version 4.
extension LimitOrder {
  /// The API's names.
  public static let spelling = OrderSpelling(
    makerToken: "makerToken", takerToken: "takerToken", makerAmount: "makerAmount", takerAmount: "takerAmount",
    expiry: "expiry", signature: "signature")

  /// The fourteen members.
  public static let memberNames = [
    "makerToken", "takerToken", "makerAmount", "takerAmount", "takerTokenFeeAmount", "maker", "taker", "sender",
    "feeRecipient", "pool", "expiry", "salt", "chainId", "verifyingContract",
  ]

  /// Reads the members; taker, sender, fee recipient, fee and pool are zero where they are absent.
  ///
  /// - Throws: `missingMember`, `invalidMember` or `outOfRange`, about the member.
  public init(_ fields: JSONFields<OrderError>) throws(OrderError) {
    try self.init(
      exchange: ExchangeContract(
        chainID: try fields.required("chainId", .plainNumber),
        address: try fields.required("verifyingContract", .checksummed)),
      maker: try fields.required("maker", .checksummed),
      taker: try fields.optional("taker", .checksummed) ?? .zero,
      sender: try fields.optional("sender", .checksummed) ?? .zero,
      makerToken: try fields.required("makerToken", .checksummed),
      takerToken: try fields.required("takerToken", .checksummed),
      feeRecipient: try fields.optional("feeRecipient", .checksummed) ?? .zero,
      makerAmount: try fields.required("makerAmount", .decimalString),
      takerAmount: try fields.required("takerAmount", .decimalString),
      takerFee: try fields.optional("takerTokenFeeAmount", .decimalString) ?? 0,
      pool: try fields.optional("pool", .hash) ?? .zero,
      expiry: try fields.required("expiry", .decimalString),
      salt: try fields.required("salt", .decimalString))
  }

  /// All fourteen members, those that are zero as well.
  public var members: JSONObject {
    [
      "makerToken": .address(makerToken), "takerToken": .address(takerToken), "makerAmount": .decimal(makerAmount),
      "takerAmount": .decimal(takerAmount), "takerTokenFeeAmount": .decimal(takerFee), "maker": .address(maker),
      "taker": .address(taker), "sender": .address(sender), "feeRecipient": .address(feeRecipient),
      "pool": .hash(pool), "expiry": .decimal(expiry), "salt": .decimal(salt),
      "chainId": .number(exchange.chainID.description), "verifyingContract": .address(exchange.address),
    ]
  }
}
