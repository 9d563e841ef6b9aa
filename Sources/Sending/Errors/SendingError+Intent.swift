import Outbox
import Primitives

extension SendingError {
  /// One node alone reports that nothing of what was signed will be mined.
  ///
  /// - Parameters:
  ///   - what: that node's report, behind "one node says that".
  ///   - hash: the transaction that the report is about.
  ///   - obstacle: why validators' seals do not show it; nil where none were looked for.
  static func notProven(
    _ bound: Intent, _ what: String, _ hash: Hash32?, because obstacle: String? = nil
  ) -> SendingError {
    SendingError(
      .notProven, "What was signed before may still be mined; nothing else was sent.",
      about: hash ?? bound.lastAttempt?.hash,
      reason: "Only one node says that \(what): it would be paid twice if that is not so."
        + unproven(because: obstacle), call: bound.label, facts: .intent(bound.id))
  }

  /// A send that is on its way already, for which whoever asks does not wait.
  static func onItsWay(_ intent: Intent) -> SendingError {
    SendingError(
      .underWay, "This is being sent already; nothing was sent a second time.", about: intent.lastAttempt?.hash,
      reason: "Number \(intent.id) does it, and is not final yet.", call: intent.label, facts: .intent(intent.id))
  }

  /// The nonce of what no node took is another's by now.
  static func nonceLent(_ bound: Intent) -> SendingError {
    SendingError(
      .underWay, "What was signed before waits for another with the same nonce; nothing else was sent.",
      about: bound.lastAttempt?.hash,
      reason: "Number \(bound.id) has nonce \(bound.nonce ?? 0), which no node took it with, and a later one got.",
      call: bound.label, facts: .nonceReassigned(intent: bound.id))
  }
}
