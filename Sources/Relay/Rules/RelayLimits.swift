/// The limits of a relay, for each client and for all together.
public struct RelayLimits: Sendable, Hashable {
  /// The most orders of one maker that may be open at a time.
  public var openOrdersOfMaker = 1_000
  /// The new orders of a maker in a minute.
  public var newOrdersPerMinute = 60
  /// The new orders of a maker at once.
  public var newOrdersAtOnce = 120
  /// The multiple of its balance of a token that a maker's open orders may promise.
  public var timesBalance = 10
  /// The readings of a network address in a minute.
  public var readsPerMinute = 600
  /// The posts of a network address in a minute; an order with a bad signature counts ten.
  public var postsPerMinute = 60
  /// The connections of a network address at once.
  public var connections = 100
  /// The connections of all at once.
  public var connectionsOfAll = 1_024
  /// The subscriptions of a connection of WebSocket.
  public var subscriptions = 20
  /// The open orders of all makers; above it the one that is furthest from the best price of its side goes.
  public var openOrders = 100_000

  /// The usual limits.
  public init() {}
}
