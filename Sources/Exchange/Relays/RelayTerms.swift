import JSONFields
import NodeRPC
import Orders
import Primitives
import StrictJSON

/// The fees that a relay wants for an order of version 1, in the fee token's smallest unit.
public struct RelayFees: Sendable, Hashable {
  /// The account that receives them; zero for none.
  public let feeRecipient: Address
  /// The fee that the maker pays for the whole order.
  public let makerFee: UInt256
  /// The fee that the takers of the whole order pay.
  public let takerFee: UInt256
}

/// The members that a relay wants in a limit order of version 4.
public struct RelayOrderConfig: Sendable, Hashable {
  /// The only account that may send a fill's transaction; zero for anybody.
  public let sender: Address
  /// The account that receives the fee.
  public let feeRecipient: Address
  /// The fee that the takers of the whole order pay, in taker tokens, below 2^128.
  public let takerFee: UInt256
}

/// The terms of a relay for an order that is not signed yet.
extension RelayClient {
  /// The fees for an order of version 1, whose own fees are not looked at.
  ///
  /// - Throws: `wrongProtocol`, `unreachable`, `busy`, `refused`, `tooLarge`; `malformed`, also for a fee that nobody receives.
  public func fees(for order: OrderV1) async throws(RelayClientError) -> RelayFees {
    try checkProtocol(.v0)
    var question = order.members
    for name in ["feeRecipient", "makerFee", "takerFee"] { question[name] = nil }
    let fields = try await ask(.object(question), routes.fees)
    let fees = RelayFees(
      feeRecipient: try fields.required("feeRecipient", .checksummed),
      makerFee: try fields.required("makerFee", .number), takerFee: try fields.required("takerFee", .number))
    guard fees.feeRecipient != .zero || (fees.makerFee, fees.takerFee) == (0, 0) else {
      throw fields.failure("feeRecipient", "is nobody, and there is a fee")
    }
    return fees
  }

  /// The members that the relay wants in a limit order, whose own of these are not looked at.
  ///
  /// - Throws: `wrongProtocol`, `unreachable`, `busy`, `refused`, `tooLarge`; `malformed`, also for a fee that nobody receives.
  public func orderConfig(for order: LimitOrder) async throws(RelayClientError) -> RelayOrderConfig {
    try checkProtocol(.v4)
    let asked = [
      "maker", "taker", "makerAmount", "takerAmount", "makerToken", "takerToken", "verifyingContract", "expiry",
    ]
    let members = order.members
    let question = JSONObject(asked.compactMap { name in members[name].map { (name, $0) } })
    let fields = try await ask(.object(question), routes.orderConfig)
    let config = RelayOrderConfig(
      sender: try fields.required("sender", .checksummed),
      feeRecipient: try fields.required("feeRecipient", .checksummed),
      takerFee: try fields.required("takerTokenFeeAmount", .number))
    guard config.takerFee.high == 0 else { throw fields.failure("takerTokenFeeAmount", "has more than 128 bits") }
    guard config.feeRecipient != .zero || config.takerFee == 0 else {
      throw fields.failure("feeRecipient", "is nobody, and there is a fee")
    }
    return config
  }

  /// The accounts that the relay lets receive fees (version 4), on the first page of its list.
  ///
  /// - Throws: `wrongProtocol`, `unreachable`, `busy`, `refused`, `tooLarge`, `malformed`.
  public func feeRecipients() async throws(RelayClientError) -> [Address] {
    try checkProtocol(.v4)
    let answer = try await getExisting(routes.feeRecipients)
    return try fields(answer.json).required("records", .list(of: .checksummed, atMost: limits.records))
  }

  private func ask(_ question: JSON, _ url: String) async throws(RelayClientError) -> JSONFields<RelayClientError> {
    try fields(try read(try await post(question, to: url)).json)
  }
}

extension RelayClient {
  /// The members of an answer, whose problems are the relay's.
  func fields(_ json: JSON) throws(RelayClientError) -> JSONFields<RelayClientError> {
    try JSONFields(json) { [address] in RelayClientError.malformed(address, "\($0)") }
  }

  /// Checks that a question is one of the interface's.
  func checkProtocol(_ due: RelayAPI) throws(RelayClientError) {
    guard api == due else {
      throw RelayClientError(
        .wrongProtocol, "The relay is not asked that.", about: address,
        reason: "It is asked by the interface \(api.rawValue), and this is a matter of \(due.rawValue).")
    }
  }
}
