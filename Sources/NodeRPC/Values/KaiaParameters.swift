import JSONFields
import Primitives
import StrictJSON

/// Kaia's rules for the price of gas (`kaia_getParams`, KIP-71), as its governance has set them.
///
/// Each is nil where the node does not tell it: before the Magma fork there is only a unit price.
public struct KaiaParameters: Sendable, Hashable, NodeReply {
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
  public init(reply json: JSON) throws(JSONFieldProblem) {
    let fields = try JSONFields(json)
    // The unit price is a string of decimal digits on some versions.
    let digits = fields["governance.unitprice"]?.string.flatMap { $0.hasPrefix("0x") ? nil : try? UInt256(parsing: $0) }
    unitPrice = if let digits { digits } else { try fields.optional("governance.unitprice", .quantity) }
    lowerBoundBaseFee = try fields.optional("kip71.lowerboundbasefee", .quantity)
    upperBoundBaseFee = try fields.optional("kip71.upperboundbasefee", .quantity)
    if let lowerBoundBaseFee, let upperBoundBaseFee, lowerBoundBaseFee > upperBoundBaseFee {
      throw JSONFieldProblem("is above the upper bound", field: "kip71.lowerboundbasefee")
    }
    gasTarget = try Self.positive(fields, "kip71.gastarget")
    maxBlockGasUsedForBaseFee = try Self.positive(fields, "kip71.maxblockgasusedforbasefee")
    baseFeeDenominator = try Self.positive(fields, "kip71.basefeedenominator")
    raw = json
  }

  /// The next base fee is divided by these.
  private static func positive(
    _ fields: JSONFields<JSONFieldProblem>, _ name: String
  ) throws(JSONFieldProblem) -> UInt64? {
    let number: UInt64? = try fields.optional(name, .quantity)
    guard number != 0 else { throw JSONFieldProblem("is 0 where 1 or more is due", field: name) }
    return number
  }
}
