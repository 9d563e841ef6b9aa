import ContractClient
import Primitives
import Sending
import Tokens

extension Planner {
  /// Plans to take back an allowance that the account has given.
  ///
  /// - Throws: the errors of ``Sending/TransactionSender/prepare(_:options:)``.
  package func revocation(of allowance: WalletAllowance) async throws -> Planned<CallReceipt> {
    let (token, spender) = (allowance.token, allowance.spender)
    let request = SendRequest(
      from: account, to: token.address, value: .zero, data: TokenCalls.approve(spender, 0),
      label: "approve(\(spender), 0) of \(token.address)")
    if let earlier = try await earlierWithKey(isSame: { $0.isSame(as: request) }, outcome: { $0 }) { return earlier }
    listen(.began(.checking))
    let prepared = try await connection.sender.prepare(request, options: options)
    return try await plan(
      TransactionWork(
        "take back the allowance of \(token.shown)", prepared,
        .allowance(TokenAmount(0, of: token), of: token, for: spender, isExchange: allowance.isExchange),
        over: connection
      ) { $0 })
  }
}
