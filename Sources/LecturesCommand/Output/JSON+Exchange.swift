import Operations
import Primitives
import StrictJSON
import Tokens

/// The shapes of tokens, pairs and prices in the output of `--json`.
extension JSON {
  /// A token.
  static func token(_ token: DirectoryToken) -> JSON {
    [
      "address": .string(token.address.checksummed), "symbol": .string(token.symbol), "label": .string(token.label),
      "decimals": .integer(token.decimals), "trusted": .bool(token.isVouchedFor),
    ]
  }

  /// An amount of a token.
  static func token(_ units: UInt256, _ token: DirectoryToken) -> JSON { TokenAmount(units, of: token).json }

  /// A pair.
  static func pair(_ pair: DirectoryPair) -> JSON { ["base": .token(pair.base), "quote": .token(pair.quote)] }

  /// A price of a pair: whole quote tokens for a whole base token, exactly and as a decimal number.
  static func price(_ price: PairPrice) -> JSON {
    let value = price.value ?? price.fraction
    return [
      "numerator": .string(value.numerator.description), "denominator": .string(value.denominator.description),
      "value": .text(value.decimal?.text),
    ]
  }
}
