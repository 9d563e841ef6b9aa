import Locking

/// The counts of a relay since it began, for those who watch it.
struct RelayCounters: Sendable {
  /// A count at a moment.
  struct Counts: Sendable {
    /// Orders that were answered as taken.
    var taken = 0
    /// Requests with orders that were refused.
    var refused = 0
    /// Requests that came too soon.
    var throttled = 0
    /// Connections of WebSocket that are open.
    var webSockets = 0
  }

  private let counts = Guarded(Counts())

  /// The counts now.
  var now: Counts { counts.withLock { $0 } }

  /// Changes the counts.
  func count(_ change: (inout Counts) -> Void) { counts.withLock { change(&$0) } }
}
