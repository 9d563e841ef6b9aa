import Keys
import Outbox
import Sending

/// The keys that sign for a plan, unlocked once somebody said yes to its review.
public struct Signers: Sendable {
  /// The keys of the account that acts.
  public let account: Keyring
  /// The keys of a fee payer that has a keystore here; nil for none, and for a service.
  public let feePayer: Keyring?

  /// Keys that were unlocked.
  public init(_ account: Keyring, feePayer: Keyring? = nil) { (self.account, self.feePayer) = (account, feePayer) }
}

/// An action that was read, simulated and priced, and not done: its review is shown, and it is carried out once somebody
/// agreed.
///
/// It is a value: planning, review and carrying out may be steps of different requests.
public struct Plan<Outcome: Sendable>: Sendable {
  /// Everything to show before it is carried out.
  public let review: Review
  let work: TransactionWork<Outcome>
  let options: SendOptions
  let sender: TransactionSender

  /// Carries it out: checks that what was agreed to is still so, reserves, signs, records, broadcasts and waits.
  ///
  /// - Parameters:
  ///   - agreement: the warnings of the review that are accepted.
  ///   - signers: the keys that sign.
  ///   - listen: gets the progress.
  /// - Throws: The refusal of a warning that is not accepted, and the errors of a recheck, and then nothing is signed;
  ///   those of ``Sending/TransactionSender/send(_:signer:options:)``; `ContractError` `.failedOnChain` when it was mined
  ///   and failed.
  public func carryOut(
    _ agreement: Agreement, by signers: Signers, telling listen: @escaping OperationListener = { _ in }
  ) async throws -> Outcome {
    try agreement.check(review)
    var options = options
    options.events.tell(listen)
    if let payer = signers.feePayer { options.feeDelegation?.payer = .keys(payer) }
    // An agreement to such a warning asks for a duplicate.
    if review.warnings.contains(where: \.isAboutDuplicate) { options.intent.again = true }
    // The person who agreed waits for its end, whoever sends it.
    options.tracking.followsEarlier = true
    // Limits that nobody was shown hold.
    for kind in review.warnings.compactMap(\.limit) {
      options.intent.limits = options.intent.limits?.without(kind)
    }
    listen(.began(.rechecking))
    // To say yes and to type a password may have taken long.
    try await sender.pricer.checkChain()
    try await work.recheck()
    listen(.began(.sending))
    return try await work.send(signers.account, options)
  }
}

extension Plan {
  /// The plan for callers that do not look at the outcome.
  var withoutOutcome: Plan<Void> {
    Plan<Void>(review: review, work: work.withoutOutcome, options: options, sender: sender)
  }
}

extension ReviewWarning {
  fileprivate var isAboutDuplicate: Bool { kind == .sentBefore || kind == .unknownHistory }
}

/// The result of planning an action.
public enum Planned<Outcome: Sendable>: Sendable {
  /// The action can be carried out.
  case ready(Plan<Outcome>)
  /// An earlier run did it: nothing is left to do, and nothing is paid again.
  case done(Outcome)
  /// The action was simulated, as was asked for; with the action and the warnings that a review would have.
  case simulated(DryRunOutcome, of: PlannedAction, despite: [ReviewWarning])
  /// An earlier run signed it, and nothing proves that it will not be mined, or it was sent on another chain. Whoever
  /// wants a second one plans once more, with `again` in the options.
  case unproven(any Error)
}
