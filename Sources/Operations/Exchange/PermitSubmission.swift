import ContractClient
import Exchange
import Primitives
import Tokens

/// The way of an owner's permit to its token.
public struct PermitSubmission: Sendable {
  /// The market whose exchange the permit is for.
  public let market: ExchangeMarket
  /// The permit to sign, with its token's domain.
  public let permit: ExchangePermit
  /// The amount that it lets the exchange move.
  public let amount: TokenAmount

  /// A permit of an amount at a market.
  public init(_ permit: ExchangePermit, of amount: TokenAmount, at market: ExchangeMarket) {
    (self.market, self.permit, self.amount) = (market, permit, amount)
  }

  /// Plans the transaction, by a planner's account.
  ///
  /// The outcome of an earlier run with the permit's number is its own, and then nothing is signed.
  ///
  /// - Parameter sign: Has the owner sign the permit; the call was tried then.
  /// - Throws: as `sign`; `ExchangeError`; a `NodeError`.
  public func plan(
    by planner: Planner, sign: () async throws -> ExchangeCall
  ) async throws -> Planned<CallReceipt> {
    let unsigned = market.calls.unsigned(permit)
    if let found = try await planner.earlier(
      { $0 }, look: { try await unsigned.earlier(by: planner.account, options: planner.options) })
    {
      return found
    }
    return try await planner.trading.exchange(
      try await sign(), "let the exchange move \(amount.text), as its owner signed",
      .allowance(amount, of: amount.token, for: permit.permit.spender, isExchange: true)
    ) { $0 }
  }
}
