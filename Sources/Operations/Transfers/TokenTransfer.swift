import ContractClient
import Outbox
import Primitives
import Sending
import Transactions

/// Tokens that were sent.
public struct TokenTransfer: Sendable {
  /// The amount sent, in the token's smallest unit.
  public let amount: UInt256
  /// The amount that arrived, by the token's own events; nil if there are none.
  public let received: UInt256?
  /// The transaction that sent them, of this run or of an earlier one.
  public let receipt: CallReceipt
}

extension Planner {
  /// Plans to send tokens.
  ///
  /// - Parameters:
  ///   - wanted: the amount in the token's smallest unit; nil is all there is.
  ///   - balance: the account's balance of it.
  /// - Throws: `OperationError` `.notEnoughTokens`, `.receiver`; the errors of
  ///   ``ContractClient/ERC20/prepare(_:from:to:label:options:)``.
  public func tokenTransfer(
    _ wanted: UInt256?, of token: Token, balance: UInt256, to recipient: Address
  ) async throws -> Planned<TokenTransfer> {
    let isSame: @Sendable (Intent) -> Bool = { [address = token.address] intent in
      guard intent.to == address, let sent = ERC20.transfer(in: intent.data) else { return false }
      // All there is was another amount when it was sent.
      return sent.recipient == recipient && wanted ?? sent.amount == sent.amount
    }
    let outcome: @Sendable (CallReceipt) -> TokenTransfer = { receipt in
      TokenTransfer(
        amount: ERC20.transfer(in: receipt.confirmation.transaction.transaction.data)?.amount ?? 0,
        received: token.contract.received(by: recipient, in: receipt.receipt), receipt: receipt)
    }
    if let earlier = try await earlierWithKey(isSame: isSame, outcome: outcome) { return earlier }
    let amount = wanted ?? balance
    guard amount <= balance, balance > 0 else {
      throw OperationError(
        .notEnoughTokens,
        "\(token.text(max(amount, 1) - balance)) are missing: \(token.text(max(amount, 1))) are needed, \(token.text(balance)) are there.",
        call: "balanceOf(\(account)) of \(token.address)")
    }
    let warnings = try await warnings { await $0.risks(ofTransferTo: recipient, token: token.address) }
    listen(.began(.checking))
    var options = options
    options.intent.isSame = isSame
    let prepared = try await token.contract.prepare(
      amount, from: account, to: recipient,
      label: "transfer of \(token.text(amount)) (\(token.address)) to \(recipient)", options: options)
    var work = TransactionWork(
      "send \(token.text(amount))", prepared, .tokenTransfer(amount, of: token, to: recipient), over: connection,
      warnings: warnings, outcome: outcome)
    let cost = ownFee(of: prepared)
    work.effect = TransferEffect(
      of: amount, sender: balance, cost: 0, receiver: try? await token.contract.look(at: recipient).balance,
      coin: (prepared.balance.wei, cost.wei), isToSelf: recipient == account,
      isFirst: await receivers?.isFirstPayment(from: account, to: recipient))
    return try await plan(work, options: options)
  }
}
