import ContractClient
import Exchange
import Primitives
import Tokens

extension ExchangeMarket {
  /// Plans to bring an owner's permit to its token, by a planner's account.
  ///
  /// The outcome of an earlier run with the permit's number is its own, and then nothing is signed.
  ///
  /// - Parameters:
  ///   - amount: The amount that the permit lets the exchange move.
  ///   - sign: Has the owner sign the permit; the call was tried then.
  /// - Throws: as `sign`; `ExchangeError`; a `NodeError`.
  public func permit(
    _ permit: ExchangePermit, _ amount: TokenAmount, by planner: Planner,
    sign: () async throws -> ExchangeCall
  ) async throws -> Planned<CallReceipt> {
    let unsigned = calls.unsigned(permit)
    if let found = try await planner.earlier(
      { $0 }, look: { try await unsigned.earlier(by: planner.account, options: planner.options) })
    {
      return found
    }
    return try await planner.exchange(
      try await sign(), "let the exchange move \(amount.text), as its owner signed",
      .allowance(amount, of: amount.token, for: permit.permit.spender)
    ) { $0 }
  }
}
