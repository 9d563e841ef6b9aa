import ContractClient
import LectureKit
import NodeRPC
import Outbox
import Primitives
import Sending

extension Planner {
  /// Plans to go on waiting for the price of an intent that nobody waits for any more, and to send it then.
  ///
  /// - Parameter session: the session of a lecture contract, if the intent is about one.
  /// - Throws: `OperationError` `.notPlain`; the errors of ``LectureKit/LectureClient/checkAgain(_:)``; what
  ///   ``Sending/TransactionSender/prepare(_:options:)`` throws.
  public func waiting(_ intent: Intent, _ session: Session) async throws -> Plan<Confirmation> {
    guard intent.isPlain, intent.wait != nil else {
      throw OperationError(
        .notPlain, "Number \(intent.id) can go on only by what began it.",
        reason: "Its row does not tell who else pays, or what of Kaia's own it does.", call: intent.label,
        facts: .intent(intent))
    }
    listen(.began(.checking))
    var options = options
    (options.intent.key, options.intent.equalWithin, options.intent.limits) = (intent.key, nil, nil)
    // A person who is asked may take his time: by then another process may have sent it.
    options.intent.waiting = intent.id
    options.events.beforeSigning = try await recheck(of: intent, session)
    try await options.events.beforeSigning?()
    let request = SendRequest(
      from: intent.account, to: intent.to, value: intent.value, data: intent.data, label: intent.label)
    let prepared = try await connection.sender.prepare(request, options: options)
    let work = TransactionWork(intent.label, prepared, .waiting(intent)) { [connection] signer, options in
      try await connection.sender.send(prepared, signer: signer, options: options).confirmed(options)
    }
    let review = Review(work.action, work.title, prepared, nil, [])
    return Plan(review: review, work: work, options: options, sender: connection.sender)
  }

  /// The check that a lecture still is as it was agreed to; nil for an intent that is about no lecture.
  private func recheck(of intent: Intent, _ session: Session) async throws -> (@Sendable () async throws -> Void)? {
    guard let contract = LectureClient.contract(of: intent) else { return nil }
    var session = session
    session.contract = contract
    let client = try await LectureClient.connect(session, over: connection, isChainChecked: true)
    return { try await client.checkAgain(intent) }
  }
}
