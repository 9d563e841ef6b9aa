import Listening

/// The requests that a server answers, and its bounds.
///
/// A page of any site can make its visitor's browser send requests to 127.0.0.1. Two checks keep such pages out:
/// - The `Host` of a request must be an IP address, `localhost`, a name below `.localhost`, or one of `hosts`: a site
///   whose name is made to point at this machine (DNS rebinding) is none of them.
/// - The `Origin`, which only browsers send, must be a page of this machine (localhost, a loopback address, or the same
///   host as the request's), a browser extension, or one of `origins`. These get the CORS headers as well.
///
/// Programs that are no browsers send no `Origin` and are answered.
public struct DevnetServerOptions: Sendable {
  /// Names under which the server may be addressed, beside `localhost` and, if it listens for other machines, the
  /// machine's own; `*` allows all.
  public var hosts: Set<String> = []
  /// Pages that may use the server, such as `https://app.example.org`; `*` allows all.
  public var origins: Set<String> = []
  /// The command that starts a server which allows a name, for those who are refused under one; nil for none.
  public var hostAdvice: String?
  /// The command that starts a server which allows a page, for the pages that are refused; nil for none.
  public var originAdvice: String?
  /// The most connections at once. For one more, that of HTTP is closed which has been idle longest; while none is
  /// idle, it is served and the next ones wait.
  public var mostConnections = 256
  /// The time in which a connection's first request has to be there, complete; then it is closed.
  public var firstRequestTime: Duration = .seconds(30)
  /// The most bytes of a request.
  public var mostBytes = 32 << 20
  /// The time without a byte in or out after which a connection is closed; one of WebSocket is pinged first.
  public var idleTime: Duration = .seconds(120)
  /// The time that a client of WebSocket that does not read what it subscribed to has for the reason (1013); then its
  /// connection is reset.
  var farewellTime: Duration = .seconds(10)
  /// The most notifications that wait for WebSocket clients that do not read: 1,024 or 1 MiB for one, 64 MiB for all.
  var waiting = Mailbox.Limits()

  /// The bounds of its connections.
  var bounds: ConnectionBounds {
    var bounds = ConnectionBounds()
    bounds.most = mostConnections
    bounds.firstRequestTime = firstRequestTime
    bounds.idleTime = idleTime
    bounds.mostMessageBytes = mostBytes
    bounds.farewellTime = farewellTime
    return bounds
  }

  /// The usual bounds, and nobody but this machine's own pages and programs.
  public init() {}
}
