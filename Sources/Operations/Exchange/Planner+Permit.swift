import ContractClient
import Exchange
import Primitives
import Tokens

extension Planner {
  /// Plans to bring an owner's permit to its token, by this planner's account.
  ///
  /// What an earlier run did with the permit's number is its outcome, and then nothing is signed.
  ///
  /// - Parameters:
  ///   - amount: The amount that the permit lets the exchange move.
  ///   - sign: Has the owner sign the permit; the call was tried then.
  /// - Throws: as `sign`; `ExchangeError`; a `NodeError`.
  public func permit(
    _ permit: ExchangePermit, _ amount: TokenAmount, in market: ExchangeMarket,
    sign: () async throws -> ExchangeCall
  ) async throws -> Planned<CallReceipt> {
    let unsigned = market.calls.unsigned(permit)
    if let found = try await earlier({ $0 }, look: { try await unsigned.earlier(by: account, options: options) }) {
      return found
    }
    return try await exchange(
      try await sign(), "let the exchange move \(amount.text), as its owner signed",
      .allowance(amount, of: amount.token, for: permit.permit.spender)
    ) { $0 }
  }
}
