import ContractABI
import ContractClient
import Primitives
import Sending
import Simulation
import Transactions

/// A transaction that its sender signed, to be handed to a fee delegation service, which signs and sends it.
public struct HandOver: Sendable {
  /// The transaction with the signatures of its sender.
  public let half: PartlySignedTransaction
  /// The call, readable.
  public let label: String
  private let service: FeeService
  private let abi: ContractABI?
  private let connection: ContractConnection

  /// A hand-over of a transaction; nothing is asked yet.
  ///
  /// - Parameter abi: the interface of the contract that is called, for its events and errors.
  public init(
    _ half: PartlySignedTransaction, to service: FeeService, label: String, abi: ContractABI?,
    over connection: ContractConnection
  ) {
    (self.half, self.service, self.label) = (half, service, label)
    (self.abi, self.connection) = (abi, connection)
  }

  /// The transaction, simulated and not handed over.
  ///
  /// - Throws: `SimulationError`; the node's objection.
  public func simulated(cache: StateCache?) async throws -> DryRunOutcome {
    // The service's balance is not known here: the simulation treats its gas as free.
    let trial = half.trial(payer: nil)
    return try await DryRunOutcome(
      of: "hand transaction \(half.senderTxHash) to \(service.address)", trial, call: label, abi: abi,
      leniency: trial.trialLeniency, on: connection.node, cache: cache)
  }

  /// Hands it over, and waits for the receipt of what the service sent.
  ///
  /// - Throws: The errors of ``Sending/TransactionSender/send(_:through:label:limits:)``; `ContractError` `.failedOnChain`
  ///   with the reason when it was mined and failed.
  public func carryOut(options: SendOptions) async throws -> Confirmation {
    let signed = try await connection.sender.send(half, through: service, label: label, limits: options.intent.limits)
    return try await Submission(signed, from: half.transaction.from, label: label, abi: abi, over: connection)
      .confirmed(options)
  }
}
