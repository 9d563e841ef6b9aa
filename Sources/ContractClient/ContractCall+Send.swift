import ContractABI
import Keys
import NodeRPC
import Outbox
import Primitives
import Sending
import Transactions

/// The result of a call that was sent and confirmed.
public struct CallReceipt: Sendable {
  /// The transaction as it was mined, with its receipt.
  public let confirmation: Confirmation
  /// The contract called, or the one deployed.
  public let contract: Address
  /// The call, readable.
  public let call: String
  /// The value that was sent with it.
  public let value: Amount
  /// Set if it is an earlier send with the same key, found instead of sending again.
  public var earlier: EarlierSend?

  /// The transaction's.
  public var hash: Hash32 { confirmation.hash }
  /// The transaction's; it did not fail, for that is thrown.
  public var receipt: Receipt { confirmation.receipt }
  /// The cost of the gas.
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
    try await sender.pricer.checkChain()
    async let code = node.code(of: contract, at: .latest)
    async let state = sender.pricer.state(of: account, options: options)
    async let simulation = node.answer(request(account), at: .latest)
    guard try await !code.isEmpty else { throw noContract }
    // A node refuses to simulate what cannot be paid, each in its own words; the pricer has ours.
    if try await state.balance >= value {
      _ = try await output(simulation, at: .latest)
    }
    do {
      return try await sender.pricer.price(sendRequest(from: account), at: state, options: options)
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
  /// - Throws: The errors of ``prepare(from:options:)``, before anything is spent; `ContractError` `.failedOnChain`
  ///   with the decoded reason when it was mined and failed; `SendingError` for what happens on the way.
  public func send(from signer: any Signer, options: SendOptions = SendOptions()) async throws -> CallReceipt {
    try await send(prepare(from: signer.address, options: options), signer: signer, options: options)
  }

  /// Sends what ``prepare(from:options:)`` priced, for callers that ask the user in between.
  public func send(
    _ prepared: PreparedTransaction, signer: any Signer, options: SendOptions = SendOptions()
  ) async throws -> CallReceipt {
    let sent = try await connection.sender.send(prepared, signer: signer, options: options)
    return try await connection.receipt(of: sent, errors: errors, options: options)
  }

  /// The call as a transaction, neither tried nor priced.
  public func sendRequest(from account: Address) -> SendRequest {
    SendRequest(from: account, to: contract, value: value, data: calldata, label: readable)
  }
}

extension ContractConnection {
  /// The result of an earlier send with a key; see ``Sending/EarlierSends``.
  ///
  /// - Parameters:
  ///   - errors: The custom errors that the contract may raise.
  ///   - isSame: Whether what was sent with the key is what is wanted.
  /// - Returns: nil if there is none, or nothing of it can be mined.
  /// - Throws: The errors of ``ContractCall/send(from:options:)``.
  public func earlier(
    _ key: IntentKey, of account: Address, errors: [ABIError] = [], options: SendOptions = SendOptions(),
    isSame: (Intent) -> Bool = { _ in true }
  ) async throws -> CallReceipt? {
    guard
      let sent = try await sender.earlierSends.earlier(
        key, of: account, options.tracking, options.events, isSame: isSame)
    else { return nil }
    return try await receipt(of: sent, errors: errors, options: options)
  }

  /// Waits for a sent transaction.
  ///
  /// - Parameter errors: The custom errors that the contract may raise.
  /// - Throws: `ContractError` `.failedOnChain` with the decoded reason when it was mined and failed; what waiting throws.
  public func receipt(of sent: SentTransaction, errors: [ABIError], options: SendOptions) async throws -> CallReceipt {
    let confirmation = try await sent.confirmed(options)
    let transaction = confirmation.transaction.transaction
    let value = Amount(wei: transaction.value)
    guard confirmation.receipt.status ?? true else {
      let revert = await sender.failure(
        of: transaction, from: sent.account, receipt: confirmation.receipt, errors: errors)
      throw ContractError.failedOnChain(
        confirmation.receipt, evidence: confirmation.vouched, revert: revert, call: sent.label, unit: sender.unit)
    }
    return CallReceipt(
      confirmation: confirmation, contract: transaction.to ?? .contract(deployer: sent.account, nonce: sent.nonce),
      call: sent.label, value: value, earlier: sent.earlier)
  }
}
