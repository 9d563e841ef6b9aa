import Operations
import Primitives
import StrictJSON
import Tokens

extension TokenAmount {
  /// The amount in the output of `--json`.
  var json: JSON {
    [
      "units": .string(units.description), "value": .string(token.unit.text(units)), "symbol": .string(token.symbol),
      "decimals": .integer(token.decimals ?? 0), "token": .string(token.address.checksummed),
    ]
  }
}
