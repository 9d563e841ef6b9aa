/// The bounds of a server's connections, of HTTP and of WebSocket.
package struct ConnectionBounds: Sendable {
  /// The most connections at once. For one more, that of HTTP is closed which has been idle longest; while none is idle, it
  /// is served and the next ones wait.
  package var most = 256
  /// The most connections at once of one address, or one network of IPv6.
  package var mostOfOneAddress = Int.max
  /// The time in which a connection's first request has to be there, complete; then it is closed.
  package var firstRequestTime: Duration = .seconds(30)
  /// The time without a byte in or out after which a connection is closed; one of WebSocket is pinged first.
  package var idleTime: Duration = .seconds(120)
  /// The number of pings in a row that a client of WebSocket may leave unanswered; then its connection is closed.
  package var mostPings = 1
  /// The most bytes of a message of WebSocket.
  package var mostMessageBytes = 32 << 20
  /// The most clients of WebSocket at once, so that some connections are left for others; one more is asked to try later
  /// (1013).
  package var mostWebSocketClients: Int { max(1, most - most / 4) }
  /// The time that a client of WebSocket that does not read what it subscribed to has for the reason (1013); then its
  /// connection is reset.
  package var farewellTime: Duration = .seconds(10)

  /// The usual bounds.
  package init() {}
}
