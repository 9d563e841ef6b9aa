import Primitives
import Sending
import Simulation

/// The way in which somebody's transactions are planned and sent: resolved once, before the first is planned.
public struct SendingSettings: Sendable {
  /// The options of every send. Their callbacks are set where something is planned or carried out, and the keys of a
  /// fee payer once they are unlocked.
  public var options: SendOptions
  /// The transaction on the chain that did what is wanted: it gets the idempotency key, and nothing is sent.
  public var named: Hash32?
  /// Whether transactions are only simulated: no key is used, and nothing is sent.
  public var isDryRun: Bool
  /// The time when warnings can be agreed to.
  public var consent: Consent
  /// The cache of chain states for simulations; nil reads each state anew.
  public var stateCache: StateCache?

  /// The time when warnings can be agreed to.
  public enum Consent: Sendable {
    /// A person sees the review and says which of its warnings are accepted.
    case atReview
    /// Nobody is asked: a plan with any other warning than these is refused where the warning is found.
    case beforehand(Set<ReviewWarning.Kind>)
  }

  /// Settings of a person who sees every review, and sends.
  public init(_ options: SendOptions = SendOptions()) {
    self.options = options
    isDryRun = false
    consent = .atReview
  }

  /// For so many seconds an equal send without an idempotency key is warned about.
  public static let memory: UInt64 = 600
}
