import ContractABI
import ContractClient
import NodeRPC
import Outbox
import Primitives
import Sending
import Simulation
import Transactions

/// A transaction that was signed before, to be handed in: checked against the chain, tried, shown and carried out.
public struct Submission: Sendable {
  /// The transaction as it is signed.
  public let transaction: SignedTransaction
  /// The account that signed it.
  public let sender: Address
  /// The call, readable.
  public let label: String
  let abi: ContractABI?
  let connection: ContractConnection

  /// A submission of a transaction; nothing is asked yet.
  ///
  /// - Parameter abi: the interface of the contract that is called, for its events and errors.
  public init(
    _ transaction: SignedTransaction, from sender: Address, label: String, abi: ContractABI?,
    over connection: ContractConnection
  ) {
    (self.transaction, self.sender, self.label) = (transaction, sender, label)
    (self.abi, self.connection) = (abi, connection)
  }

  private var unsigned: UnsignedTransaction { transaction.transaction }

  // MARK: Checks

  /// Makes sure that a node has the transaction already, or that it can be mined and would succeed.
  ///
  /// - Parameters:
  ///   - limit: the most that its gas may cost; nil is no limit.
  ///   - isForced: whether one that would fail now may be handed in all the same.
  ///   - names: names of known addresses.
  /// - Returns: whether a node has it already.
  /// - Throws: `SendingError` `.nonceUsed`, `.signaturesMissing`, `.feeAboveLimit`, `.notEnoughForValue`,
  ///   `.notEnoughForGas`, `.refused` where its nonce is ahead; `ContractError` `.reverted`.
  public func check(
    maximumFee limit: Amount?, isForced: Bool = false, names: [Address: String]
  ) async throws -> Bool {
    let (known, mined, pending, balance) = try await connection.node.send(
      together: .transaction(transaction.hash), .transactionCount(of: sender, at: .latest),
      .transactionCount(of: sender, at: .pending), .balance(of: sender, at: .latest))
    if known != nil { return true }
    guard unsigned.nonce >= mined else {
      throw SendingError(
        .nonceUsed, "The transaction can never be mined: its nonce is used.", about: transaction.hash,
        reason: "It has nonce \(unsigned.nonce), and \(sender) has sent \(mined) transactions.",
        advice: "Sign it anew with nonce \(pending).")
    }
    if !isForced { try await connection.sender.accounts.checkSignatures(of: transaction, names: names) }
    try checkCost(balance, limit)
    guard !isForced else { return false }
    guard unsigned.nonce <= pending else {
      throw SendingError(
        .refused, "The transaction would have to wait: its nonce is ahead.",
        reason: "It has nonce \(unsigned.nonce); the account's next is \(pending).",
        advice: "Send what comes before it first.")
    }
    // An earlier transaction may change the effect of this one.
    if unsigned.nonce == mined { try await simulate() }
    return false
  }

  private func checkCost(_ balance: Amount, _ limit: Amount?) throws {
    let fee = try unsigned.maximumGasCost
    let part = Amount(wei: unsigned.kaia?.feePayment.split(fee.wei).sender ?? fee.wei)
    if let limit, fee > limit {
      throw SendingError(
        .feeAboveLimit,
        "Gas could cost \(connection.text(fee)), above the limit of \(connection.text(limit)); nothing was sent.")
    }
    let value = Amount(wei: unsigned.value)
    let needed = unsigned.kaia == nil ? try unsigned.maximumCost : try value.adding(part)
    guard balance < needed else { return }
    throw SendingError(
      balance < value ? .notEnoughForValue : .notEnoughForGas,
      "\(connection.text(try needed.subtracting(balance))) are missing: \(connection.text(needed)) may be needed, \(connection.text(balance)) are there.",
      reason:
        "The account is \(sender); \(connection.text(value)) are sent, up to \(connection.text(part)) are for gas.",
      advice: "Fund the account with what is missing.")
  }

  private func simulate() async throws {
    let request = CallRequest(
      from: sender, to: unsigned.to, value: Amount(wei: unsigned.value), data: unsigned.data)
    do throws(NodeError) {
      _ = try await connection.node.call(request, at: .latest)
    } catch {
      guard let data = error.revertData else { return }
      throw ContractError(
        .reverted, "The transaction would fail.", about: .refusal(RevertReason(data, errors: abi?.errors ?? [])),
        advice: "Nothing was sent.", cause: error)
    }
  }

  // MARK: Simulation and review

  /// The transaction, simulated and not handed in.
  ///
  /// - Throws: `SimulationError`; the node's objection.
  public func simulated(cache: StateCache?) async throws -> DryRunOutcome {
    try await DryRunOutcome(
      of: "send transaction \(transaction.hash)", transaction.trial(by: sender), call: label, abi: abi,
      on: connection.node, cache: cache)
  }

  /// The limit that it would exceed, which somebody has to agree to before it is handed in; nil if none.
  public func excess(over limits: SpendingLimits) async throws -> OutboxError? {
    try await connection.sender.excess(of: transaction, label: label, over: limits)
  }

  // MARK: Carrying out

  /// Hands it in, unless a node has it, and waits for its receipt.
  ///
  /// - Throws: The outbox's errors, and those of ``Sending/TransactionSender/broadcast(_:label:limits:)``;
  ///   `ContractError` `.failedOnChain` with the reason when it was mined and failed.
  public func carryOut(
    _ agreement: Agreement = Agreement(), unless isKnown: Bool, options: SendOptions
  ) async throws -> Confirmation {
    let limits = agreement.accepted.contains(.overLimit) ? nil : options.intent.limits
    if !isKnown { try await connection.sender.broadcast(transaction, label: label, limits: limits) }
    return try await confirmed(options)
  }

  /// Waits for the receipt of what was handed in.
  ///
  /// - Throws: `ContractError` `.failedOnChain` with the reason when it was mined and failed; what waiting throws.
  func confirmed(_ options: SendOptions) async throws -> Confirmation {
    let confirmation = try await connection.sender.confirmed(
      transaction, from: sender, label: label, options.tracking, options.events)
    let receipt = confirmation.receipt
    guard receipt.status ?? true else {
      let revert = await connection.sender.failure(
        of: unsigned, from: sender, receipt: receipt, errors: abi?.errors ?? [])
      throw ContractError.failedOnChain(
        receipt, evidence: confirmation.vouched, revert: revert, call: label, unit: connection.sender.unit)
    }
    return confirmation
  }
}

extension ContractConnection {
  /// An amount of the chain's money, with every digit.
  func text(_ amount: Amount) -> String { "\(amount.formatted(in: sender.unit)) \(sender.unit.symbol)" }
}
