import ContractABI
import Keys
import NodeRPC
import Primitives
import Sending

/// What came of a call that was sent and confirmed.
public struct CallReceipt: Sendable {
  public let confirmation: Confirmation
  /// The contract called, or the one deployed.
  public let contract: Address
  /// The call, readable.
  public let call: String
  /// What was sent with it.
  public let value: Amount

  public var hash: Hash32 { confirmation.hash }
  public var receipt: Receipt { confirmation.receipt }
  /// What the gas cost.
  public var fee: Amount? { confirmation.fee }

  /// The contract's events of a type in this transaction.
  public func events<Event: ContractEvent>(_ type: Event.Type) throws -> [Event] {
    try receipt.logs.events(type, of: contract).map(\.event)
  }
}

extension ContractCall {
  /// Makes sure that the call would succeed now and says what it costs; nothing is signed or sent.
  ///
  /// The chain is checked first, then that there is a contract, that the account holds the value, that the contract
  /// accepts (a refusal is decoded), and that gas can be paid.
  ///
  /// - Throws: `SendingError` `.wrongChain`, `.notEnoughForValue`, `.notEnoughForGas`, `.feeAboveLimit`;
  ///   `ContractError` `.noContract`, `.reverted`; a `NodeError`.
  public func prepare(from account: Address, options: SendOptions = SendOptions()) async throws -> PreparedTransaction {
    let (node, sender) = (connection.node, connection.sender)
    try await sender.checkChain()
    async let code = node.code(of: contract, at: .latest)
    async let standing = sender.standing(of: account, options: options)
    async let simulation = node.answer(request(account), at: .latest)
    guard try await !code.isEmpty else { throw noContract }
    // A node refuses to simulate what cannot be paid, each in its own words; sender.price has ours.
    if try await standing.balance >= value {
      _ = try await output(simulation, at: .latest)
    }
    do {
      return try await sender.price(sendRequest(account), at: standing, options: options)
    } catch let error as NodeError {
      throw refused(error)
    }
  }

  /// The gas that the call would use, as the node estimates it, without a margin.
  public func estimateGas(from account: Address) async throws -> UInt64 {
    do {
      return try await connection.node.estimateGas(request(account), at: .latest)
    } catch {
      throw refused(error)
    }
  }

  /// Sends the call and waits for its confirmation: checked, priced, signed, journaled, broadcast, confirmed.
  ///
  /// - Throws: What ``prepare(from:options:)`` throws, before anything is spent; `ContractError` `.failedOnChain` with
  ///   the decoded reason when it was mined and failed; `SendingError` for what happens on the way.
  public func send(from signer: any Signer, options: SendOptions = SendOptions()) async throws -> CallReceipt {
    try await send(prepare(from: signer.address, options: options), signer: signer, options: options)
  }

  /// Sends what ``prepare(from:options:)`` priced, for callers that ask the user in between.
  public func send(
    _ prepared: PreparedTransaction, signer: any Signer, options: SendOptions = SendOptions()
  ) async throws -> CallReceipt {
    let sent = try await connection.sender.send(prepared, signer: signer, options: options)
    let confirmation = try await sent.confirmed(options)
    guard confirmation.receipt.status ?? true else {
      let revert = await connection.node.failure(
        of: request(prepared.request.from), gasLimit: prepared.gasLimit, receipt: confirmation.receipt, errors: errors)
      throw ContractError.failedOnChain(
        confirmation.receipt, revert: revert, call: readable, unit: connection.sender.unit)
    }
    return CallReceipt(confirmation: confirmation, contract: contract, call: readable, value: value)
  }

  private func sendRequest(_ account: Address) -> SendRequest {
    SendRequest(from: account, to: contract, value: value, data: calldata, label: readable)
  }
}
