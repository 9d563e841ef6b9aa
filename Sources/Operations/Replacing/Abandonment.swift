import Outbox

/// The end of an intent that was never signed: its row is marked as abandoned, and nothing is sent.
public struct Abandonment: Sendable {
  /// The intent in the outbox.
  public let intent: Intent
  private let outbox: Outbox

  /// The plan to give an intent up; nil where it was signed, so that only another transaction can take its place.
  public init?(of intent: Intent, in outbox: Outbox) {
    guard !intent.state.mayBeSent else { return nil }
    (self.intent, self.outbox) = (intent, outbox)
  }

  /// Gives it up.
  ///
  /// - Returns: false where it was signed meanwhile, or has ended.
  public func carryOut() async throws -> Bool { try await outbox.giveUp(intent.id) }
}
