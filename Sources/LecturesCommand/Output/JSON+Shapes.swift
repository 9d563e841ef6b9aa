import Operations
import Primitives
import StrictJSON

/// The values of a chain in the output of `--json`; scripts rely on them.
extension JSON {
  /// A whole number: a lecture's number, a block, a count. Above 2^53 it is a string, for many readers of JSON would
  /// round it.
  static func integer(_ value: some BinaryInteger) -> JSON {
    let text = String(value)
    return UInt64(exactly: value.magnitude).map { $0 <= 1 << 53 } ?? false ? .number(text) : .string(text)
  }

  /// A whole number, or null.
  static func integer(_ value: (some BinaryInteger)?) -> JSON { value.map { integer($0) } ?? .null }

  /// A text, or null.
  static func text(_ value: (some CustomStringConvertible)?) -> JSON { value.map { .string($0.description) } ?? .null }

  /// An amount of a chain's money: `{"wei": "10000000000000000000", "value": "10", "symbol": "KLAY"}`.
  ///
  /// Both numbers are strings: an amount nearly always has more than 53 bits.
  static func amount(_ amount: Amount, on network: Network) -> JSON {
    [
      "wei": .string(amount.wei.description), "value": .string(amount.formatted(in: network.unit)),
      "symbol": .string(network.symbol),
    ]
  }
}
