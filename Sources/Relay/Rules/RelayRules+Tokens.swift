import OrderBook
import Primitives
import Tokens

extension RelayRules {
  /// The rules with the tokens of the lists that they name.
  ///
  /// - Throws: `TokenError` for a list that cannot be read.
  func withListedTokens() async throws(TokenError) -> RelayRules {
    var rules = self
    for place in tokenLists {
      let list = try await TokenListPlace(place).read()
      rules.tokens.formUnion(list.tokens(on: chainID).map(\.address))
    }
    return rules
  }

  /// The least that may be filled of orders, in their maker tokens.
  var minimums: OrderMinimums {
    var amounts: [TokenDirection: UInt256] = [:]
    for pair in pairs {
      let direction = TokenDirection(makerToken: pair.tokenA.token, takerToken: pair.tokenB.token)
      amounts[direction] = pair.tokenA.minAmount
      amounts[direction.reversed] = pair.tokenB.minAmount
    }
    return OrderMinimums(amounts)
  }
}
