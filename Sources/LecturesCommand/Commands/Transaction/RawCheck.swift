import ContractABI
import ContractClient
import EVM
import Keys
import LectureKit
import NodeRPC
import Outbox
import Primitives
import Sending
import StrictJSON
import Terminal
import Transactions

/// The checks that a raw transaction has to pass before it is sent.
struct RawCheck: Sendable {
  let signed: SignedTransaction
  let sender: Address
  let place: Connection
  let errors: [ABIError]

  private var transaction: UnsignedTransaction { signed.transaction }
  private var request: CallRequest {
    CallRequest(from: sender, to: transaction.to, value: Amount(wei: transaction.value), data: transaction.data)
  }

  func chain() throws {
    guard let chainID = transaction.chainID, chainID != place.session.chainID else { return }
    let other = Network.builtIn.first { $0.chainID == chainID }
    throw CommandFailure(
      .wrongChain, "The transaction is for chain \(chainID)\(other.map { " (\($0.name))" } ?? "").",
      reason: "The network \(place.network.name) is chain \(place.session.chainID); no node of it would take it.",
      advice: other.map { "Send it with --network \($0.name)." } ?? "Choose its network with --network.")
  }

  /// Whether the node has the transaction already; if not, whether it can be mined and would succeed.
  ///
  /// - Parameters:
  ///   - force: Whether a transaction that would fail now may be sent all the same; nil where there is no such option.
  ///   - names: Names of known addresses.
  func state(maximumFee limit: Amount?, force wish: Bool?, names: [Address: String]) async throws -> Bool {
    let force = wish ?? false
    let (known, mined, pending, balance) = try await place.node.send(
      together: .transaction(signed.hash), .transactionCount(of: sender, at: .latest),
      .transactionCount(of: sender, at: .pending), .balance(of: sender, at: .latest))
    if known != nil { return true }
    guard transaction.nonce >= mined else {
      throw SendingError(
        .nonceUsed, "The transaction can never be mined: its nonce is used.",
        about: signed.hash,
        reason: "It has nonce \(transaction.nonce), and \(sender) has sent \(mined) transactions.",
        advice: "Sign it anew with nonce \(pending).")
    }
    if !force { try await place.connection.sender.checkSignatures(of: signed, names: names) }
    try pay(balance, limit)
    if transaction.nonce > pending, !force {
      throw SendingError(
        .refused, "The transaction would have to wait: its nonce is ahead.",
        reason: "It has nonce \(transaction.nonce); the account's next is \(pending).",
        advice:
          "Send what comes before it first\(wish == nil ? "." : ", or add --force to leave it waiting at the node.")")
    }
    // An earlier transaction may change the effect of this one.
    if transaction.nonce == mined, !force { try await simulate(canForce: wish != nil) }
    return false
  }

  private func pay(_ balance: Amount, _ limit: Amount?) throws {
    let network = place.network
    let fee = try transaction.maximumGasCost
    let part = transaction.kaia?.feePayment.split(fee.wei).sender ?? fee.wei
    if let limit, fee > limit {
      throw SendingError(
        .feeAboveLimit,
        "Gas could cost \(network.text(fee)), above the limit of \(network.text(limit)); nothing was sent.",
        advice: "Sign it anew with lower fees, or allow more with --max-total-fee.")
    }
    let value = Amount(wei: transaction.value)
    let needed = transaction.kaia == nil ? try transaction.maximumCost : try value.adding(Amount(wei: part))
    guard balance < needed else { return }
    throw SendingError(
      balance < value ? .notEnoughForValue : .notEnoughForGas,
      "\(network.text(try needed.subtracting(balance))) are missing: \(network.text(needed)) may be needed, \(network.text(balance)) are there.",
      reason:
        "The account is \(sender); \(network.text(value)) are sent, up to \(network.text(Amount(wei: part))) are for gas.",
      advice: "Fund the account with what is missing.")
  }

  private func simulate(canForce: Bool) async throws {
    do throws(NodeError) {
      _ = try await place.node.call(request, at: .latest)
    } catch {
      guard let data = error.revertData else { return }
      throw ContractError(
        .reverted, "The transaction would fail.", about: .refusal(RevertReason(data, errors: errors)),
        advice: "Nothing was sent.\(canForce ? " --force sends it all the same, and its gas is spent." : "")",
        cause: error)
    }
  }

  // MARK: Sending

  /// The spending limit that it would exceed; nil if none.
  ///
  /// - Throws: `sending.limitExceeded` where nobody can be asked.
  func overLimit(label: String, in context: CommandContext) async throws -> OutboxError? {
    try context.askable(
      try await place.connection.sender.excess(of: signed, label: label, over: context.settings.spendingLimits()))
  }

  /// Sends it, unless the node has it, waits for its receipt, and reports the outcome.
  ///
  /// - Parameter isOverLimit: Whether a person agreed to more than the limits allow.
  /// - Throws: `contract.failedOnChain` with the reason when it was mined and failed; `sending.limitExceeded`.
  func send(
    unless isKnown: Bool, label: String, overLimit isOverLimit: Bool = false, in context: CommandContext
  ) async throws -> Report {
    let (sending, options) = (place.connection.sender, try await context.sendOptions())
    let limits = isOverLimit ? nil : options.limits
    let confirmation = try await context.awaitReceipt { _ in
      if !isKnown { try await sending.broadcast(signed, label: label, limits: limits) }
      return try await sending.confirmed(signed, from: sender, label: label, options: options)
    }
    return try await report(confirmation, label)
  }

  /// The report of the outcome.
  ///
  /// - Throws: `contract.failedOnChain`, as ``send(unless:label:in:)``.
  func report(_ confirmation: Confirmation, _ label: String) async throws -> Report {
    guard confirmation.receipt.status ?? true else { throw await failed(confirmation, label) }
    let mined = MinedTransaction(
      confirmation: confirmation, value: Amount(wei: transaction.value), call: label,
      created: confirmation.receipt.contractAddress)
    let network = place.network
    var result = mined.json(on: network).object ?? [:]
    result["contract"] = .text(mined.created)
    return Report(.object(result)) {
      StyledText("The transaction was mined", .good) + "."
      mined.fields(on: network)
    }
  }

  private func failed(_ confirmation: Confirmation, _ label: String) async -> ContractError {
    let receipt = confirmation.receipt
    let revert = await place.connection.sender.failure(of: transaction, from: sender, receipt: receipt, errors: errors)
    return .failedOnChain(
      receipt, evidence: confirmation.evidence, revert: revert, call: label, unit: place.network.unit)
  }
}
