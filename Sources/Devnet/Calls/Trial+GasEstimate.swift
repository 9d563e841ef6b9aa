import EVM
import Primitives

extension Trial {
  /// The gas limit with which a transaction succeeds, found by trying, at most 1.5 % above the lowest.
  ///
  /// - Throws: `reverted` with the data, `executionFailed`, `gasAllowanceExceeded` if no limit suffices, or a refusal.
  func gasEstimate() throws -> UInt64 {
    var high = min(highestGas, callGasLimit)
    if let gas = request.gas, gas >= rules.transactionCosts.base { high = min(high, gas) }
    if let affordable = try affordableGas() { high = min(high, affordable) }

    if request.data.isEmpty, try isPlainTransfer, try succeeds(gas: rules.transactionCosts.base) {
      return rules.transactionCosts.base
    }
    let result: ExecutionResult
    do {
      result = try run(gas: high)
    } catch let error as DevnetError where error.code == .intrinsicGas {
      throw DevnetError(.gasAllowanceExceeded, "gas required exceeds allowance (\(high)): \(error.message)")
    }
    if result.outcome == .failed(.outOfGas) || result.outcome == .failed(.codeDeposit) {
      throw DevnetError(.gasAllowanceExceeded, "gas required exceeds allowance (\(high))")
    }
    if let error = kind.failure(result) { throw error }

    var low = max(result.gasUsed, 1) - 1
    // Most succeed with what they used before the refund, and one 64th for the gas that calls must keep (EIP-150).
    let likely = (result.gasUsed + result.gasRefunded + rules.costs.callStipend) * 64 / 63
    if likely < high { if try succeeds(gas: likely) { high = likely } else { low = likely } }
    while low + 1 < high, Double(high - low) / Double(high) >= 0.015 {
      // Limits close to the lower bound are the likely ones.
      let middle = min((high + low) / 2, max(low * 2, low + 1))
      if try succeeds(gas: middle) { high = middle } else { low = middle }
    }
    return high
  }

  /// Whether the request succeeds with a gas limit; one that doesn't pay for the transaction alone does not.
  func succeeds(gas: UInt64) throws -> Bool {
    do {
      return try run(gas: gas).isSuccess
    } catch let error as DevnetError where error.code == .intrinsicGas {
      return false
    }
  }

  /// Whether no code can run.
  var isPlainTransfer: Bool {
    get throws {
      guard let to = request.to else { return false }
      return (try state.account(to)?.codeHash ?? Code.empty.hash) == Code.empty.hash && rules.precompiles[to] == nil
    }
  }

  /// The gas that the sender can pay for at the request's price; nil if it names no price, or can pay for any.
  func affordableGas() throws -> UInt64? {
    guard request.namesFee, let price = request.gasPrice ?? request.maxFeePerGas else { return nil }
    let balance = try state.account(request.from ?? .zero)?.balance ?? 0
    guard balance > request.value else {
      throw DevnetError(.insufficientFunds, "insufficient funds for gas * price + value: balance \(balance) wei")
    }
    return UInt64(exactly: (balance - request.value) / price)
  }
}
