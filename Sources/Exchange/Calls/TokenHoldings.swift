import ContractClient
import Primitives
import Tokens

/// An account's holdings of tokens, and what a spender may move of them.
struct TokenHoldings: Sendable {
  /// A balance and an allowance, in the token's smallest unit.
  struct Amounts: Sendable {
    let balance: UInt256
    let allowance: UInt256
  }

  private let amounts: [Address: Amounts]

  init(_ amounts: [Address: Amounts]) { self.amounts = amounts }

  /// The amounts of a token that was asked for.
  subscript(token: Address) -> Amounts { amounts[token] ?? Amounts(balance: 0, allowance: 0) }
}

extension ExchangeCalls {
  /// Reads an account's holdings of tokens at the newest block.
  ///
  /// - Throws: `unsupportedToken` for a contract that does not report them as a token does; `TokenError`; a
  ///   `NodeError`.
  func holdings(of owner: Address, in addresses: [Address], for spender: Address) async throws -> TokenHoldings {
    async let balanceAnswers = tokens.balances(of: [owner], tokens: addresses)
    async let allowanceAnswers = tokens.allowances(of: [owner], for: spender, tokens: addresses)
    let (balances, allowances) = try await (balanceAnswers, allowanceAnswers)
    var amounts: [Address: TokenHoldings.Amounts] = [:]
    for token in addresses {
      guard let balance = balances[owner, token], let allowance = allowances[owner, token] else {
        throw ExchangeError(
          .unsupportedToken, "The contract at \(token) does not tell what accounts hold; nothing was sent.",
          reason: "It does not answer balanceOf and allowance as a token does.", facts: .contract(token))
      }
      amounts[token] = TokenHoldings.Amounts(balance: balance, allowance: allowance)
    }
    return TokenHoldings(amounts)
  }
}

extension ExchangeError {
  /// The error of an account that holds too little of a token.
  static func lacking(_ token: Address, needed: UInt256, there: UInt256) -> ExchangeError {
    ExchangeError(
      .balance, "The account holds too little of the token \(token); nothing was sent.",
      reason: "\(needed) smallest units are needed, \(there) are there.",
      facts: .shortage(token: token, needed: needed, there: there))
  }

  /// The error of an account that lets a spender move too little of a token.
  static func notAllowed(
    _ token: Address, needed: UInt256, allowed: UInt256, for spender: Address
  ) -> ExchangeError {
    ExchangeError(
      .allowance, "The account lets the exchange move too little of the token \(token); nothing was sent.",
      reason: "It may move \(allowed) smallest units, and \(needed) are needed.",
      facts: .shortage(token: token, needed: needed, there: allowed, spender: spender))
  }
}
