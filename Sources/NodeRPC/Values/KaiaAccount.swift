import Primitives
import StrictJSON

/// An account as Kaia has it (`kaia_getAccount`).
public struct KaiaAccount: Sendable, Hashable {
  /// 1 is an account of somebody's, 2 a contract.
  public let type: UInt64
  public let nonce: UInt64
  public let balance: Amount
  /// The kind of its key: 0 nil, 1 legacy, 2 public, 3 fail, 4 multisig, 5 role-based.
  public let keyType: UInt64?
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
      keyType = try Reply.optional(account, "key", Reply.object).flatMap { (key) throws(ReplyProblem) in
        try Reply.optional(key, "keyType", Reply.uint64)
      }
    } catch {
      throw error.inside("account")
    }
    raw = json
  }
}

/// Kaia's rules for the price of gas (`kaia_getParams`, KIP-71), as its governance has set them.
public struct KaiaGasRules: Sendable, Hashable {
  /// The only price before the Magma fork, in peb.
  public let unitPrice: UInt256?
  /// The bounds of the base fee, in peb.
  public let lowerBoundBaseFee: UInt256?
  public let upperBoundBaseFee: UInt256?
  /// The gas used at which the base fee stands still.
  public let gasTarget: UInt64?
  /// The most gas of a block that counts for the base fee.
  public let maxBlockGasUsedForBaseFee: UInt64?
  /// The share of its difference from the target by which a block moves the base fee.
  public let baseFeeDenominator: UInt64?
  /// The parameters as the node gave them.
  public let raw: JSON

  /// Reads the parameters as a node gives them; names are `part.name`, numbers are JSON numbers.
  public init(reply json: JSON) throws(ReplyProblem) {
    let object = try Reply.object(json)
    // The unit price is a string of decimal digits on some versions.
    unitPrice = try Reply.optional(object, "governance.unitprice") { (json) throws(ReplyProblem) in
      if case .string(let text) = json, !text.hasPrefix("0x"), let number = try? UInt256(parsing: text) {
        return number
      }
      return try Reply.quantity(json)
    }
    lowerBoundBaseFee = try Reply.optional(object, "kip71.lowerboundbasefee", Reply.quantity)
    upperBoundBaseFee = try Reply.optional(object, "kip71.upperboundbasefee", Reply.quantity)
    gasTarget = try Reply.optional(object, "kip71.gastarget", Reply.uint64)
    maxBlockGasUsedForBaseFee = try Reply.optional(object, "kip71.maxblockgasusedforbasefee", Reply.uint64)
    baseFeeDenominator = try Reply.optional(object, "kip71.basefeedenominator", Reply.uint64)
    raw = json
  }
}
