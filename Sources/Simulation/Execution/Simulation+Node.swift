import EVM
import NodeRPC
import Primitives
import Transactions

extension Simulation {
  /// The outcome of a transaction as it counts: by the chain's rules where they are known, else by the answer of the
  /// node itself (`eth_call`, `eth_estimateGas`).
  ///
  /// - Parameters:
  ///   - transaction: As for ``run(_:leniency:)-(EVMTransaction,_)``.
  ///   - leniency: What of its validity is not looked at.
  /// - Returns: On a node's word alone without events and balances, unless the nearest rules come to the same.
  /// - Throws: `SimulationError`.
  public func settle(
    _ transaction: EVMTransaction, leniency: Machine.Leniency = []
  ) async throws -> SimulatedTransaction {
    let own = try await run(transaction, leniency: leniency)
    // Where no code runs there is nothing to ask; what an account holds depends on no rule.
    guard !rules.areKnown, transaction.action == .message, !own.isShortOfMoney else { return own }
    let call = CallRequest(
      from: transaction.sender, to: transaction.to, value: Amount(wei: transaction.value), data: transaction.data)
    let told: SimulatedTransaction
    do throws(NodeError) {
      let output = try await state.client.call(call, at: .number(state.block.number))
      let estimate = try await state.client.estimateGas(call)
      // Nodes know nothing of what Kaia's own types cost more.
      let (gas, isAbsurd) = estimate.addingReportingOverflow(transaction.surcharge.charged)
      told = SimulatedTransaction(
        told: .success(output), gas: isAbsurd ? .max : gas, price: price(of: transaction))
    } catch {
      guard error.isExecutionFailure else {
        throw SimulationError(error, reading: "after a call on block \(state.block.number)")
      }
      return SimulatedTransaction(told: .reverted(error.revertData ?? []), price: price(of: transaction))
    }
    let isSame = own.isSuccess && (told.gasUsed == own.gasUsed || told.gasUsed == own.gasLimit)
    return isSame && own.gasPrice == told.gasPrice ? own : told
  }

  /// The gas that a call or a creation takes, refunds deducted, and the lowest limit with which it succeeds; nil if it
  /// does not succeed, or if the rules are not certain enough to say. Nobody pays for it.
  ///
  /// - Throws: `SimulationError`.
  public func gas(
    from sender: Address, to: Address?, value: UInt256, data: Bytes
  ) async throws -> (used: UInt64, needed: UInt64)? {
    guard rules.areCertain else { return nil }
    let trial = EVMTransaction(
      sender: sender, nonce: 0, to: to, value: value, data: data, gasLimit: min(highestGasLimit, Self.mostTriedGas))
    let outcome = try await run(trial, leniency: [.nonce, .fees])
    return outcome.gasLimit.map { (outcome.gasUsed, $0) }
  }

  /// More than that a trial for its gas alone is not worth (EIP-7825).
  private static let mostTriedGas: UInt64 = 1 << 24

  /// Wei for a unit of gas. Between its forks Magma and Kaia everybody paid Kaia's base fee, whatever they offered.
  private func price(of transaction: EVMTransaction) -> UInt256 {
    if rules.isKaia, let baseFee = state.block.header.baseFeePerGas, transaction.maxFeePerGas > 0 {
      return max(baseFee, environment.baseFee)
    }
    return transaction.gasPrice(baseFee: environment.baseFee) ?? transaction.maxFeePerGas
  }
}

extension SimulatedTransaction {
  fileprivate var isShortOfMoney: Bool {
    guard case .refused(let refusal) = outcome else { return false }
    return refusal.code == .insufficientFunds
  }
}
