import Primitives
import StrictJSON

/// Kaia's rules for the price of gas (`kaia_getParams`, KIP-71), as its governance has set them.
///
/// Each is nil where the node does not tell it: before the Magma fork there is only a unit price.
public struct KaiaParameters: Sendable, Hashable {
  /// The only price before the Magma fork, in peb.
  public let unitPrice: UInt256?
  /// The bounds of the base fee, in peb.
  public let lowerBoundBaseFee: UInt256?
  /// The highest base fee, in peb; not below the lower bound.
  public let upperBoundBaseFee: UInt256?
  /// The gas used at which the base fee stands still.
  public let gasTarget: UInt64?
  /// The most gas of a block that counts for the base fee.
  public let maxBlockGasUsedForBaseFee: UInt64?
  /// The divisor of a block's difference from the target, by which the base fee moves (KIP-71).
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
    if let lowerBoundBaseFee, let upperBoundBaseFee, lowerBoundBaseFee > upperBoundBaseFee {
      throw ReplyProblem("is above the upper bound", field: "kip71.lowerboundbasefee")
    }
    gasTarget = try Self.positive(object, "kip71.gastarget")
    maxBlockGasUsedForBaseFee = try Self.positive(object, "kip71.maxblockgasusedforbasefee")
    baseFeeDenominator = try Self.positive(object, "kip71.basefeedenominator")
    raw = json
  }

  /// The next base fee is divided by these.
  private static func positive(_ object: JSONObject, _ name: String) throws(ReplyProblem) -> UInt64? {
    let number = try Reply.optional(object, name, Reply.uint64)
    guard number != 0 else { throw ReplyProblem("is 0 where 1 or more is due", field: name) }
    return number
  }
}
