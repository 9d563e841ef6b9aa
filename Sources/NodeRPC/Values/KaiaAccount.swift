import JSONFields
import Keys
import Primitives
import StrictJSON

/// An account as Kaia has it (`kaia_getAccount`).
public struct KaiaAccount: Sendable, Hashable, NodeReply {
  /// 1 is an account of somebody's, 2 a contract.
  public let type: UInt64
  /// The number of transactions that it sent, or contracts it created.
  public let nonce: UInt64
  /// The balance in the chain's coin.
  public let balance: Amount
  /// The key that may sign for it; nil only where the node gives none.
  public let key: AccountKey?
  /// The account as the node gave it.
  public let raw: JSON

  /// Whether it is a contract.
  public var isContract: Bool { type == 2 }

  /// Reads an account as a node gives it.
  public init(reply json: JSON) throws(JSONFieldProblem) {
    let fields = try JSONFields(json)
    type = try fields.required("accType", .quantity)
    let account = try fields.fields("account")
    nonce = try account.required("nonce", .quantity)
    balance = try account.required("balance", .quantity)
    key = try account.optional("key", .accountKey)
    raw = json
  }
}
