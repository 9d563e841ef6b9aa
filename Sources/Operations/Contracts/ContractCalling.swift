import ContractABI
import ContractClient
import Primitives
import Sending

extension Planner {
  /// Plans to call a contract.
  ///
  /// - Parameters:
  ///   - name: the function's name.
  ///   - abi: the contract's interface, for its events and errors.
  /// - Throws: `OperationError` `.receiver` for money or tokens; the errors of
  ///   ``ContractClient/ContractCall/prepare(from:options:)``.
  public func call(_ call: ContractCall<Void>, _ name: String, abi: ContractABI) async throws -> Planned<CallReceipt> {
    let request = call.sendRequest(from: account)
    if let earlier = try await earlierWithKey(
      errors: abi.errors, isSame: { $0.isSame(as: request) }, outcome: { $0 })
    {
      return earlier
    }
    let warnings = try await warnings { await $0.risks(of: request.data, to: call.contract, value: request.value) }
    listen(.began(.checking))
    var work = TransactionWork(
      "send \(name)", try await call.prepare(from: account, options: options), .call(call.contract), over: connection,
      abi: abi, warnings: warnings
    ) { $0 }
    work.isReceiverChecked = request.value > .zero
    return try await plan(work)
  }
}
