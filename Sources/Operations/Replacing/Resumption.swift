import ContractABI
import ContractClient
import NodeRPC
import Outbox
import Primitives
import Sending
import Transactions

/// An intent that an interrupted run left, and what became of it.
public struct ResumedIntent: Sendable {
  /// The intent, as it is now.
  public internal(set) var intent: Intent
  /// The attempt that is waited for; nil if none is.
  public internal(set) var pending: Attempt?
  /// The error that keeps it open; nil if nothing does.
  public internal(set) var failure: (any Error)?

  /// An intent with an attempt that is waited for, or an error that keeps it open.
  public init(_ intent: Intent, pending: Attempt? = nil, failure: (any Error)? = nil) {
    (self.intent, self.pending, self.failure) = (intent, pending, failure)
  }
}

/// Takes up what interrupted runs left in the outbox: what was signed is offered again, byte for byte, so that nothing
/// is paid twice; what was never signed is struck out.
public struct Resumption: Sendable {
  /// The step that resuming an open intent takes.
  public enum Step: String, Sendable, Hashable {
    /// The intent was never signed: it is struck out.
    case strikeOut
    /// The intent goes on waiting for its price, and is signed then.
    case waitForPrice
    /// No node knows it: it is offered again.
    case offerAgain
    /// No node knows it: it is given to the fee delegation service again.
    case handOverAgain
    /// The intent is followed until it is mined.
    case follow
    /// The chain shows its end, which is noted.
    case note
  }

  private let sender: TransactionSender
  private let options: SendOptions
  private let service: FeeService?
  private var outbox: Outbox { sender.outbox }

  /// A resumption on one chain.
  ///
  /// - Parameter service: the service that gets what was handed over once more; nil gives it to none.
  public init(over sender: TransactionSender, _ options: SendOptions, service: FeeService? = nil) {
    (self.sender, self.options, self.service) = (sender, options, service)
  }

  // MARK: Reading

  /// All open intents of the chain, the oldest first; what was mined is looked at again before.
  ///
  /// - Parameter account: the only one whose are looked at; nil for all.
  public func openIntents(of account: Address? = nil) async throws -> [Intent] {
    try await sender.resumer.recheckStatus(of: account, options.tracking, options.events)
    let filter = IntentFilter(chain: try await sender.chain(), account: account, isLive: true, limit: .max)
    return try await outbox.intents(filter).reversed()
  }

  /// One intent by its number, looked at again.
  ///
  /// - Parameters:
  ///   - account: the account whose it has to be; nil for any.
  ///   - isTaken: whether it is to be taken up: then one that no node took is made open again.
  /// - Returns: none where it is not open any more.
  /// - Throws: `OperationError` `.unknownIntent`.
  public func openIntents(
    number: Int64, of account: Address? = nil, toTakeUp isTaken: Bool
  ) async throws -> [Intent] {
    guard let known = try await outbox.intent(number), try await known.chain == sender.chain() else {
      throw OperationError(.unknownIntent, "There is no number \(number) for this chain in the outbox.")
    }
    guard account == nil || known.account == account else {
      throw OperationError(
        .unknownIntent, "Number \(number) is another account's; nothing was done.",
        reason: "It is of \(known.account.checksummed).", facts: .intent(known))
    }
    var intent = try await sender.resumer.recheckStatus(at: known, options.tracking, options.events)
    // An intent without bytes of its own was sent again under another number.
    let isRefused = intent.state == .unpublished && intent.isOpen
    if isRefused, isTaken { intent = try await sender.resumer.reopen(intent) }
    return intent.state.isLive || isRefused ? [intent] : []
  }

  /// The step that taking up an intent would be; nothing is done.
  public func step(for intent: Intent) async throws -> Step {
    if intent.state == .waiting { return .waitForPrice }
    guard intent.state.mayBeSent else { return .strikeOut }
    switch try await sender.statuses.status(of: intent) {
    case .missing where intent.lastAttempt?.isHandedOver == false: return .offerAgain
    case .missing: return service == nil ? .follow : .handOverAgain
    case .pending(let known):
      guard let last = intent.lastAttempt, last.hash != known.hash else { return .follow }
      if last.isHandedOver { return service == nil ? .follow : .handOverAgain }
      return .offerAgain
    case .mined, .replaced, .undecided: return .note
    }
  }

  // MARK: Taking up

  /// Takes up an intent: an error keeps it open and is no error of the others.
  ///
  /// - Throws: `CancellationError`; the outbox's errors.
  public func resume(_ intent: Intent) async throws -> ResumedIntent {
    try await outcome(of: intent) {
      switch try await sender.resumer.resume(intent, options.tracking, options.events) {
      case .pending where service != nil && intent.lastAttempt?.isHandedOver == true:
        // The hand-over may have been about to replace the transaction that the nodes know.
        return try await handOver(intent)
      case .pending(let attempt): return attempt
      case .mined(let attempt, _):
        // The transaction may have fewer confirmations than are asked for.
        return try await outbox.intent(intent.id)?.state.isLive == true ? attempt : nil
      case .missing where intent.lastAttempt?.isHandedOver == true: return try await handOver(intent)
      case .missing, .replaced, .undecided: return nil
      }
    }
  }

  /// Waits for the attempt of an intent that was taken up, if it has one.
  ///
  /// - Throws: `CancellationError`; the outbox's errors.
  public func awaitReceipt(of taken: ResumedIntent) async throws -> ResumedIntent {
    guard let attempt = taken.pending else { return taken }
    return try await outcome(of: taken.intent) {
      do {
        _ = try await sender.confirmed(
          try SignedTransaction(decoding: attempt.raw), from: taken.intent.account, label: taken.intent.label,
          options.tracking, options.events)
      } catch let error as SendingError where error.code == .cancelled {}  // Ended, as its state tells.
      return nil
    }
  }

  /// Does something for an intent, and keeps the error with it.
  ///
  /// - Throws: `CancellationError`; the outbox's errors.
  public func outcome(
    of intent: Intent, _ work: () async throws -> Attempt?
  ) async throws -> ResumedIntent {
    do {
      let pending = try await work()
      return ResumedIntent(try await outbox.intent(intent.id) ?? intent, pending: pending)
    } catch {
      // A person who wants to stop does not want to hear of the others.
      try Task.checkCancellation()
      return ResumedIntent(try await outbox.intent(intent.id) ?? intent, failure: error)
    }
  }

  /// Gives a service the bytes that its sender signed once more.
  private func handOver(_ intent: Intent) async throws -> Attempt? {
    guard let service, let part = intent.lastAttempt else {
      throw OperationError(
        .handedOver, "Nobody can tell whether the fee delegation service sent it.",
        reason: "No node knows it, and only the service has all of it.", call: intent.label, facts: .intent(intent))
    }
    let half = try PartlySignedTransaction(decoding: part.raw, chainID: intent.chain.chainID)
    _ = try await sender.send(half, through: service, label: intent.label)
    return try await outbox.intent(intent.id)?.lastAttempt
  }

  /// The intent with the reason why it failed on the chain, if it did.
  ///
  /// - Parameter errors: the custom errors of the contract at an address.
  public func explained(_ resumed: ResumedIntent, errors: (Address?) -> [ABIError]) async -> ResumedIntent {
    let intent = resumed.intent
    guard intent.state == .reverted, intent.reason == nil else { return resumed }
    for attempt in intent.attempts.reversed() {
      guard let receipt = try? await sender.node.transactionReceipt(attempt.hash), receipt.status == false,
        let transaction = try? SignedTransaction(decoding: attempt.raw).transaction
      else { continue }
      _ = await sender.failure(
        of: transaction, from: intent.account, receipt: receipt, errors: errors(transaction.to))
    }
    var explained = resumed
    explained.intent = (try? await outbox.intent(intent.id)) ?? intent
    return explained
  }
}
