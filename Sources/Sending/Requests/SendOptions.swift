import Outbox

/// The options of a send, by use; every nil is decided by the sender.
public struct SendOptions: Sendable {
  /// The limit of gas.
  public var gas = GasOptions()
  /// The price of gas, and when it is cheap enough.
  public var fees = FeeOptions()
  /// The name and the bounds of what is wanted, for the outbox.
  public var intent = IntentOptions()
  /// The proof that it was mined.
  public var tracking = TrackingOptions()
  /// Another payer of the gas; nil is nobody.
  public var feeDelegation: FeeDelegation?
  /// The functions that are called on the way.
  public var events = SendEvents()

  /// Everything left to the sender: one confirmation, one endpoint believed, no limits.
  public init() {}
}

/// The name and the bounds of what is wanted: what makes it the same as an earlier send, its nonce, its limits.
public struct IntentOptions: Sendable {
  /// The idempotency key; nil for what may be sent any number of times.
  public var key: IntentKey?
  /// Whether what was sent with the key before is what is wanted; nil compares receiver, value and data, which is right
  /// unless these follow from the chain's state.
  public var isSame: (@Sendable (Intent) -> Bool)?
  /// Send although the same was sent.
  public var again = false
  /// Without a key: what equals something that was sent so many seconds ago is not sent again; nil sends it.
  public var equalWithin: UInt64?
  /// The one in the outbox that waits for its price, if this is to go on with it and to begin nothing else.
  public var waiting: Int64?
  /// A nonce chosen by the caller; nil takes the next.
  public var nonce: UInt64?
  /// The most that may be spent; nil is no limit.
  public var limits: SpendingLimits?

  /// No key, the next nonce, no limits.
  public init() {}
}

/// The functions that are called while something is sent, on any thread.
public struct SendEvents: Sendable {
  /// Called with the number in the outbox, the obstacle and what is waited for, whenever the obstacle changes.
  public var onWait: (@Sendable (Int64, PriceObstacle, PriceWait) -> Void)?
  /// Called for each with a lower nonce that nobody works on and that cannot be offered again: this one waits for it.
  public var onObstacle: (@Sendable (Intent, any Error) -> Void)?
  /// Called for one that an earlier run signed, or another process, and that is waited for now.
  public var onEarlier: (@Sendable (SentTransaction) -> Void)?
  /// Called once for each endpoint that lags, lies or is silent, as long as a quorum is waited for.
  public var onDisagreement: (@Sendable (EndpointDisagreement) -> Void)?
  /// Makes sure, right before anything is signed, that what was agreed to is still so: it may have waited long for its
  /// price, or to be signed anew. An error ends the send, and nothing is signed.
  public var beforeSigning: (@Sendable () async throws -> Void)?

  /// Nothing is called.
  public init() {}
}
