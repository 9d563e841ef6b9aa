import ContractABI
import ContractClient
import Exchange
import Keys
import LectureKit
import Outbox
import Primitives
import Sending

/// The work of an action: the transaction that it makes, the way to send it, and its outcome.
struct TransactionWork<Outcome: Sendable>: Sendable {
  let action: PlannedAction
  let title: String
  let prepared: PreparedTransaction
  /// The interface of the contract that is called or created, for its events and errors.
  var abi: ContractABI?
  /// The idempotency key that follows from what the transaction does.
  var key: IntentKey?
  /// The transaction in whose place it is sent.
  var replaced: Intent?
  /// Whether the risks of the receiver are among the warnings already.
  var isReceiverChecked = false
  /// The balances after a transfer; nil for other work.
  var effect: TransferEffect?
  /// The warnings that planning found so far.
  var warnings: [ReviewWarning] = []
  /// Makes sure that what it was planned for still holds.
  var recheck: @Sendable () async throws -> Void = {}
  let send: @Sendable (Keyring, SendOptions) async throws -> Outcome

  /// The work of a call of a lecture contract.
  init(
    _ call: PlannedCall, _ action: PlannedAction, warnings: [ReviewWarning] = [],
    outcome: @escaping @Sendable (CallReceipt) async throws -> Outcome
  ) {
    (self.action, title, prepared) = (action, call.title, call.prepared)
    (abi, key) = (LectureMarket.abi, call.key)
    self.warnings = warnings
    recheck = { try await call.checkAgain() }
    send = { try await outcome(try await call.send(from: $0, options: $1)) }
  }

  /// The work of a transaction of an exchange.
  init(
    _ call: PlannedExchangeCall, _ title: String, _ action: PlannedAction,
    outcome: @escaping @Sendable (CallReceipt) async throws -> Outcome
  ) {
    (self.action, self.title, prepared, key) = (action, title, call.prepared, call.call.key)
    recheck = { try await call.checkAgain() }
    send = { try await outcome(try await call.send(from: $0, options: $1)) }
  }

  /// The work of a priced transaction that is sent in a way of its own.
  init(
    _ title: String, _ prepared: PreparedTransaction, _ action: PlannedAction,
    send: @escaping @Sendable (Keyring, SendOptions) async throws -> Outcome
  ) {
    (self.action, self.title, self.prepared, self.send) = (action, title, prepared, send)
  }

  /// The work of any priced transaction, sent as it is.
  init(
    _ title: String, _ prepared: PreparedTransaction, _ action: PlannedAction, over connection: ContractConnection,
    abi: ContractABI? = nil, warnings: [ReviewWarning] = [],
    outcome: @escaping @Sendable (CallReceipt) async throws -> Outcome
  ) {
    (self.action, self.title, self.prepared, self.abi, self.warnings) = (action, title, prepared, abi, warnings)
    send = { signer, options in
      let sent = try await connection.sender.send(prepared, signer: signer, options: options)
      return try await outcome(
        try await connection.receipt(of: sent, errors: abi?.errors ?? [], options: options))
    }
  }

  /// The work for callers that do not look at the outcome.
  var withoutOutcome: TransactionWork<Void> {
    var work = TransactionWork<Void>(title, prepared, action) { [send] in _ = try await send($0, $1) }
    (work.abi, work.key, work.replaced) = (abi, key, replaced)
    (work.isReceiverChecked, work.effect, work.warnings, work.recheck) = (isReceiverChecked, effect, warnings, recheck)
    return work
  }
}
