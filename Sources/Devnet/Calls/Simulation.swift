import EVM
import Primitives
import Transactions

/// The calls of one simulated block.
struct Simulation {
  var execution: BlockExecution
  let chainID: UInt256
  let isValidating: Bool
  let tracesTransfers: Bool
  /// The gas that all calls of all blocks together may use.
  let gasLimit: UInt64
  /// The number of logs of the calls before.
  var logCount = 0

  /// Carries the block's calls out. `gasLeft` is what all the blocks together may still use.
  ///
  /// - Throws: `DevnetError` with a number of `eth_simulateV1`, or `EVMError`.
  consuming func run(
    _ block: SimulatedBlock, gasLeft: inout UInt64
  ) throws -> (outcome: BlockExecution.Outcome, calls: [SimulationOutcome.Call]) {
    var calls: [SimulationOutcome.Call] = []
    for request in block.calls {
      let available = execution.gasLeft
      guard request.gas ?? available <= available else {
        throw DevnetError(
          .simulatedBlockGasLimit,
          "block gas limit reached: the call wants \(request.gas ?? 0), the block has \(available) left")
      }
      let call = try carryOut(request, gas: request.gas ?? available, left: gasLeft)
      gasLeft -= min(gasLeft, call.gasUsed)
      calls.append(call)
    }
    return (try execution.finish(withdrawals: block.withdrawals, ommers: []), calls)
  }

  private mutating func carryOut(
    _ request: DevnetCall, gas: UInt64, left: UInt64
  ) throws -> SimulationOutcome.Call {
    let sent = try transaction(request, gas: min(gas, left))
    if isValidating { try validateNonce(sent) }
    // Nobody signed, so the sender may be a contract, and more gas than a transaction may have is no one's loss.
    var leniency: Machine.Leniency = [.contractSender, .gasLimit]
    if !isValidating {
      leniency.insert(.nonce)
      if !request.namesFee, (request.maxPriorityFeePerGas ?? 0) == 0 { leniency.insert(.fees) }
    }
    var tracer = LogTracer(count: logCount, tracesTransfers: tracesTransfers)
    let machine = execution.machine
    do {
      let result = try machine.observed(by: &tracer) { try execution.include(sent, leniency: leniency) }
      logCount = tracer.count
      return SimulationOutcome.Call(
        output: result.isSuccess ? result.output : [], logs: tracer.entries, gasUsed: result.gasUsed,
        maxGasUsed: result.gasUsed + result.gasRefunded, failure: DevnetError(result))
    } catch let error as EVMError {
      guard error.code != .intrinsicGas || gas <= left else {
        throw DevnetError(.simulatedGasLimit, "the simulation may use \(gasLimit) gas in all, and \(left) are left")
      }
      throw DevnetError(simulated: error)
    }
  }

  /// Looks at the nonce, which the answers of `eth_simulateV1` have before all else that may be wrong.
  private func validateNonce(_ sent: DevnetTransaction) throws {
    let expected = try execution.machine.state.account(sent.sender)?.nonce ?? 0
    let nonce = sent.transaction.transaction.nonce
    let numbers = "address \(sent.sender), tx: \(nonce) state: \(expected)"
    if nonce < expected { throw DevnetError(simulated: EVMError(.nonceTooLow, "nonce too low: \(numbers)")) }
    if nonce > expected { throw DevnetError(simulated: EVMError(.nonceTooHigh, "nonce too high: \(numbers)")) }
    if nonce == .max { throw DevnetError(simulated: EVMError(.nonceOverflow, "nonce has max value: \(numbers)")) }
  }

  /// The transaction of a call, which nobody signed.
  private func transaction(_ request: DevnetCall, gas: UInt64) throws -> DevnetTransaction {
    let machine = execution.machine
    let sender = request.from ?? .zero
    let nonce = try request.nonce ?? machine.state.account(sender)?.nonce ?? 0
    let unsigned = try request.transaction(
      request.kind(machine.rules), chainID: chainID, nonce: nonce, gas: gas,
      maxFee: request.gasPrice ?? request.maxFeePerGas ?? 0, tip: request.maxPriorityFeePerGas ?? 0)
    return DevnetTransaction(SignedTransaction(unsigned: unsigned.unbound), sender: sender)
  }
}

extension DevnetError {
  /// A refusal with its number in `eth_simulateV1`.
  fileprivate init(simulated refusal: EVMError) {
    let number =
      switch refusal.code {
      case .nonceTooLow: -38010
      case .nonceTooHigh: -38011
      case .feeCapTooLow: -38012
      case .intrinsicGas: -38013
      case .insufficientFunds: -38014
      case .blockGasLimit: -38015
      case .senderNotEOA: -38024
      case .initCodeSize: -38025
      case .priorityAboveFeeCap: -32602
      default: -32603
      }
    self.init(.simulation(refusal.code.description, number), "err: \(refusal.message)")
  }
}
