import ContractClient
import Exchange
import NodeRPC
import Primitives
import Tokens

extension ExchangeMarket {
  /// The chain's coin as a token.
  ///
  /// - Throws: `ExchangeError` `noContract` where none is known; `unsupportedToken` for a contract that does not count the
  ///   coin as the chain does.
  public func wrappedCoin() throws(ExchangeError) -> DirectoryToken {
    guard let address = contracts.wrappedCoin else { throw ExchangeError.noWrappedCoin() }
    guard let token = tokens[address], token.decimals == 18 else {
      throw ExchangeError(
        .unsupportedToken, "The contract at \(address) is not the chain's coin as a token; nothing was sent.",
        reason: "It does not tell the 18 decimals of the coin.", facts: .contract(address))
    }
    return token
  }

  /// The balance of a token.
  ///
  /// - Throws: `ExchangeError` `unsupportedToken` for a contract that does not tell it; `TokenError`; a `NodeError`.
  public func balance(of owner: Address, in token: DirectoryToken) async throws -> TokenAmount {
    let balances = try await TokenReader(node: connection.node).balances(of: [owner], tokens: [token.address])
    return try told(balances, owner, token)
  }

  /// The amount of a token that an account lets a spender move.
  ///
  /// - Throws: `ExchangeError` `unsupportedToken` for a contract that does not tell it; `TokenError`; a `NodeError`.
  public func allowance(
    of owner: Address, for spender: Address, in token: DirectoryToken
  ) async throws -> TokenAmount {
    let allowances = try await TokenReader(node: connection.node).allowances(
      of: [owner], for: spender, tokens: [token.address])
    return try told(allowances, owner, token)
  }

  private func told(_ amounts: TokenAmounts, _ owner: Address, _ token: DirectoryToken) throws -> TokenAmount {
    if let units = amounts[owner, token.address] { return TokenAmount(units, of: token) }
    if let problem = amounts.problem { throw problem }
    throw ExchangeError(
      .unsupportedToken, "The contract at \(token.address) does not tell what accounts hold.",
      reason: "It does not answer as a token does.", facts: .contract(token.address))
  }
}
