import JSONFields
import Primitives
import StrictJSON

/// The JSON of the Standard Relayer API, version 0.
extension OrderV1 {
  /// The API's names.
  public static let spelling = OrderSpelling(
    makerToken: "makerTokenAddress", takerToken: "takerTokenAddress", makerAmount: "makerTokenAmount",
    takerAmount: "takerTokenAmount", expiry: "expirationUnixTimestampSec", signature: "ecSignature")

  /// The twelve members.
  public static let memberNames = [
    "exchangeContractAddress", "maker", "taker", "makerTokenAddress", "takerTokenAddress", "feeRecipient",
    "makerTokenAmount", "takerTokenAmount", "makerFee", "takerFee", "expirationUnixTimestampSec", "salt",
  ]

  /// Reads all twelve members.
  ///
  /// - Throws: `missingMember`, `invalidMember` or `outOfRange`, about the member.
  public init(_ fields: JSONFields<OrderError>) throws(OrderError) {
    self.init(
      exchange: try fields.required("exchangeContractAddress", .checksummed),
      maker: try fields.required("maker", .checksummed),
      taker: try fields.required("taker", .checksummed),
      makerToken: try fields.required("makerTokenAddress", .checksummed),
      takerToken: try fields.required("takerTokenAddress", .checksummed),
      feeRecipient: try fields.required("feeRecipient", .checksummed),
      makerAmount: try fields.required("makerTokenAmount", .decimalString),
      takerAmount: try fields.required("takerTokenAmount", .decimalString),
      makerFee: try fields.required("makerFee", .decimalString),
      takerFee: try fields.required("takerFee", .decimalString),
      expiry: try fields.required("expirationUnixTimestampSec", .decimalString),
      salt: try fields.required("salt", .decimalString))
  }

  /// The twelve members in the order of the contract's fields.
  public var members: JSONObject {
    let values: [JSON] = ([exchange] + contractAddresses).map(JSON.address) + contractValues.map(JSON.decimal)
    return JSONObject(zip(Self.memberNames, values).map { ($0, $1) })
  }
}
