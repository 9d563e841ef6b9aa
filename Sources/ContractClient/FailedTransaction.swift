import ContractABI
import NodeRPC
import Outbox
import Primitives
import Sending
import Transactions

extension NodeClient {
  /// The reason why a mined transaction failed, found by running its call again on the state before its block, with the
  /// gas that it had. A receipt has none, and that a node tells a failure is no reason for one.
  ///
  /// - Parameters:
  ///   - call: The call of the transaction.
  ///   - gasLimit: The units of gas that it might use.
  ///   - errors: The custom errors that the contract may raise.
  /// - Returns: nil if the call does not fail there, or the node does not know.
  public func failure(
    of call: CallRequest, gasLimit: UInt64, receipt: Receipt, errors: [ABIError] = []
  ) async -> RevertReason? {
    var call = call
    call.gas = gasLimit
    let mined = receipt.blockNumber ?? 0
    guard case .failed(let error) = await answer(call, at: mined > 0 ? .number(mined - 1) : .latest),
      error.isExecutionFailure
    else { return nil }
    if receipt.gasUsed >= gasLimit, error.isOutOfGas {
      return .message("out of gas: all \(gasLimit) units were used")
    }
    return RevertReason(error.revertData ?? [], errors: errors)
  }
}

extension NodeError {
  /// Whether the gas of a call did not suffice, in whatever words: nodes have no common ones.
  fileprivate var isOutOfGas: Bool {
    let words = (rpcMessage ?? "").lowercased()
    return revertData?.isEmpty ?? true
      && ["out of gas", "outofgas", "intrinsic gas", "gas required exceeds"].contains { words.contains($0) }
  }
}

extension TransactionSender {
  /// The reason why a mined transaction failed, which the outbox keeps if it was sent from here.
  ///
  /// - Parameters:
  ///   - account: the sender.
  ///   - errors: the custom errors that the contract may raise.
  /// - Returns: the reason, from ``NodeRPC/NodeClient/failure(of:gasLimit:receipt:errors:)``.
  public func failure(
    of transaction: UnsignedTransaction, from account: Address, receipt: Receipt, errors: [ABIError] = []
  ) async -> RevertReason? {
    let call = CallRequest(
      from: account, to: transaction.to, value: Amount(wei: transaction.value), data: transaction.data)
    let reason = await node.failure(of: call, gasLimit: transaction.gasLimit, receipt: receipt, errors: errors)
    if let reason { await outbox.explain(receipt.transactionHash, reason.readable) }
    return reason
  }
}

extension ContractError {
  /// A transaction that was mined and failed; its fee is spent, if that is so.
  ///
  /// - Parameters:
  ///   - evidence: The evidence for it; nil where one node alone says it.
  ///   - revert: The reason, from ``NodeRPC/NodeClient/failure(of:gasLimit:receipt:errors:)``.
  ///   - call: The readable call.
  ///   - unit: The chain's currency.
  public static func failedOnChain(
    _ receipt: Receipt, evidence: EvidenceLevel?, revert: RevertReason?, call: String, unit: Amount.Unit
  ) -> ContractError {
    let reserve = evidence == nil ? "As this one node tells it, the" : "The"
    return ContractError(
      .failedOnChain, "\(reserve) transaction \(receipt.transactionHash) was mined, and it failed.",
      about: .mined(receipt.transactionHash, revert),
      reason: revert == nil
        ? "No reason is known: the node gives none, and a replay of the call on this node does not fail." : nil,
      call: call,
      advice: receipt.fee.map {
        "\(reserve) fee of \($0.formatted(in: unit)) \(unit.symbol) is spent, nothing else."
      }, facts: evidence == nil ? .oneNodesWord : nil)
  }
}
