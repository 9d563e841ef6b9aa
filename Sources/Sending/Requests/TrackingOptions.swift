/// The proof that a transaction was mined: how many blocks and endpoints it takes, and how long they are waited for.
public struct TrackingOptions: Sendable, Hashable {
  /// Blocks on top of and including the transaction's own before it counts as confirmed.
  public var confirmations: UInt64 = 1
  /// The time to wait for them, in seconds.
  public var timeout: Double = 180
  /// The number of endpoints that have to give the same receipt before it is believed.
  public var quorum = 1
  /// The time to wait for the slower of several endpoints when all are asked, in seconds.
  public var patience: Double = 2
  /// Whether an earlier send with the same key that is on its way is waited for; if not, that is an error.
  public var followsEarlier = true

  /// One confirmation within three minutes, one endpoint believed.
  public init() {}
}
