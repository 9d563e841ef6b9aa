import JSONFields
import StrictJSON

/// A value that nodes give as an object.
///
/// Quantities are `0x` hexadecimal without leading zeros, as the execution API has them. Whole JSON numbers are taken
/// as well, because some nodes (eth-tester's, and Kaia in a few fields) send them; negative ones, fractions and
/// exponents are refused. Hashes, addresses and data are `0x` hexadecimal of their exact length.
protocol NodeReply: Sendable {
  init(reply json: JSON) throws(JSONFieldProblem)
}

extension JSONReader where Value: NodeReply {
  /// An object as nodes give it.
  static var reply: JSONReader { JSONReader(Value.init(reply:)) }
}
