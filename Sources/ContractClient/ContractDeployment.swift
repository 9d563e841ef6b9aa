import ContractABI
import Keys
import NodeRPC
import Primitives
import Sending

/// A contract about to be deployed.
public struct ContractDeployment<Contract: ContractBinding>: Sendable {
  /// Bytecode with its encoded constructor arguments.
  public let initCode: Bytes
  /// The value that is sent along to the constructor.
  public let value: Amount
  /// The connection to the chain, and to the contract once it is there.
  public let connection: ContractConnection

  /// A deployment of init code that has its arguments already; nothing is checked.
  public init(initCode: Bytes, value: Amount = .zero, connection: ContractConnection) {
    self.initCode = initCode
    self.value = value
    self.connection = connection
  }

  /// Prices the deployment; see ``ContractCall/prepare(from:options:)``.
  public func prepare(from account: Address, options: SendOptions = SendOptions()) async throws -> PreparedTransaction {
    do {
      return try await connection.sender.prepare(
        SendRequest(from: account, to: nil, value: value, data: initCode, label: "deploy \(Contract.self)"),
        options: options)
    } catch let error as NodeError where error.isExecutionFailure {
      throw ContractError(
        .reverted, "The constructor refuses to run.",
        about: .refusal(RevertReason(error.revertData ?? [], errors: Contract.abi.errors)),
        call: "deploy \(Contract.self)", advice: "Nothing was sent and nothing is spent.", cause: error)
    }
  }

  /// Deploys and waits until the contract is there.
  ///
  /// - Returns: The contract at its new address, and the receipt.
  /// - Throws: `ContractError` `.notDeployed` when it was mined and left no code; what
  ///   ``prepare(from:options:)`` throws.
  public func send(
    from signer: any Signer, options: SendOptions = SendOptions()
  ) async throws -> (contract: Contract, receipt: CallReceipt) {
    try await send(prepare(from: signer.address, options: options), signer: signer, options: options)
  }

  /// Deploys what ``prepare(from:options:)`` priced.
  public func send(
    _ prepared: PreparedTransaction, signer: any Signer, options: SendOptions = SendOptions()
  ) async throws -> (contract: Contract, receipt: CallReceipt) {
    let sent = try await connection.sender.send(prepared, signer: signer, options: options)
    let confirmation = try await sent.confirmed(options)
    // The address follows from sender and nonce; what the node claims must agree with it.
    let address = Address.contract(deployer: prepared.request.from, nonce: sent.nonce)
    guard confirmation.receipt.status ?? true, confirmation.receipt.contractAddress ?? address == address,
      try await !connection.node.code(of: address, at: .latest).isEmpty
    else {
      let reserve = confirmation.vouched == nil ? "As this one node tells it, the" : "The"
      throw ContractError(
        .notDeployed, "\(reserve) deployment \(confirmation.hash) was mined, but left no contract at \(address).",
        about: .mined(confirmation.hash, nil), call: prepared.request.label,
        advice: "\(reserve) fee is spent. Look at the constructor and its gas.")
    }
    return (
      Contract(address: address, connection: connection),
      CallReceipt(
        confirmation: confirmation, contract: address, call: prepared.request.label, value: value,
        earlier: sent.earlier)
    )
  }
}
