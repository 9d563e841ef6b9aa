import ContractABI
import ContractClient
import NodeRPC
import Primitives
import Sending
import Transactions

extension Planner {
  /// Plans to deploy a contract.
  ///
  /// - Parameters:
  ///   - name: the contract's name.
  ///   - initCode: its code with the constructor's arguments.
  ///   - constructor: the constructor's call, readable.
  ///   - abi: its interface.
  /// - Throws: `ContractError` `.reverted` where the constructor refuses; the errors of
  ///   ``Sending/TransactionSender/prepare(_:options:)``. Carrying it out: `ContractError` `.notDeployed`.
  public func deployment(
    of name: String, _ initCode: Bytes, constructor: String, value: Amount, abi: ContractABI
  ) async throws -> Planned<CallReceipt> {
    let request = SendRequest(from: account, to: nil, value: value, data: initCode, label: "deploy \(name)")
    let outcome: @Sendable (CallReceipt) async throws -> CallReceipt = { [connection] in
      try await $0.checkDeployed(on: connection.node)
      return $0
    }
    if let earlier = try await earlierWithKey(
      errors: abi.errors, isSame: { $0.isSame(as: request) }, outcome: outcome)
    {
      return earlier
    }
    listen(.began(.checking))
    let prepared: PreparedTransaction
    do {
      prepared = try await connection.sender.prepare(request, options: options)
    } catch let error as NodeError {
      guard let data = error.revertData else { throw error }
      throw ContractError(
        .reverted, "The constructor refuses to run.", about: .refusal(RevertReason(data, errors: abi.errors)),
        call: constructor, advice: "Nothing was sent and nothing is spent.", cause: error)
    }
    return try await plan(
      TransactionWork(
        request.label, prepared, .deployment(constructor: constructor, bytes: initCode.count), over: connection,
        abi: abi, outcome: outcome))
  }
}

extension CallReceipt {
  /// The address of the contract that the transaction created; nil if it created none.
  public var created: Address? { confirmation.transaction.transaction.to == nil ? contract : nil }

  /// - Throws: `ContractError` `.notDeployed` when the contract's address has no code, or the receipt names another
  ///   address.
  fileprivate func checkDeployed(on node: NodeClient) async throws {
    guard let address = created, receipt.contractAddress ?? address == address,
      try await !node.code(of: address, at: .latest).isEmpty
    else {
      throw ContractError(
        .notDeployed, "The deployment \(hash) was mined, but left no contract.", about: .mined(hash, nil), call: call,
        advice: "The fee is spent. Look at the constructor and its gas.")
    }
  }
}
