import Keys
import Primitives
import StrictJSON

/// An account as Kaia has it (`kaia_getAccount`).
public struct KaiaAccount: Sendable, Hashable {
  /// 1 is an account of somebody's, 2 a contract.
  public let type: UInt64
  /// How many transactions it sent, or contracts it created.
  public let nonce: UInt64
  /// How much of the chain's coin it has.
  public let balance: Amount
  /// The key that may sign for it; nil only where the node gives none.
  public let key: AccountKey?
  /// The account as the node gave it.
  public let raw: JSON

  /// Whether it is a contract.
  public var isContract: Bool { type == 2 }

  /// Reads an account as a node gives it.
  public init(reply json: JSON) throws(ReplyProblem) {
    let object = try Reply.object(json)
    type = try Reply.field(object, "accType", Reply.uint64)
    let account = try Reply.field(object, "account", Reply.object)
    do throws(ReplyProblem) {
      nonce = try Reply.field(account, "nonce", Reply.uint64)
      balance = try Reply.field(account, "balance", Reply.amount)
      key = try Reply.optional(account, "key", Reply.accountKey)
    } catch {
      throw error.inside("account")
    }
    raw = json
  }
}
