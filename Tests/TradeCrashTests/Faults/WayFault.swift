import NodeDoubles

/// A row of the tables of faults between a trader and a relay, and between a relay and its node.
struct WayFault: Sendable {
  enum Kind: Sendable {
    case fault(Fault)
    /// Nobody listens.
    case refused
  }

  /// For people.
  let name: String
  let kind: Kind

  /// The faults of every kind of connection.
  private static let all: [WayFault] = [
    WayFault(name: "connection refused", kind: .refused),
    WayFault(name: "request swallowed, no answer", .hang),
    WayFault(name: "cut before the request", .cutBeforeRequest),
    WayFault(name: "cut after the request", .cutAfterRequest),
    WayFault(name: "cut within the answer", .cutWithinAnswer),
    WayFault(name: "request delivered twice", .deliverTwice),
    WayFault(name: "answered twice", .answerTwice),
    WayFault(name: "answered slowly, but in time", .late(milliseconds: 300)),
    WayFault(name: "answered too late", .late(milliseconds: 2 * patience)),
    WayFault(name: "HTTP 429", .tooMany),
    WayFault(name: "HTTP 500 after the answer", .failure(status: 500)),
    WayFault(name: "HTTP 503 after the answer", .failure(status: 503)),
    WayFault(name: "web page", .webPage),
  ]

  /// Between a trader and a relay, whose own words are among the rows.
  static let atRelay =
    all + [
      WayFault(
        name: "the relay's own 429",
        .gateway(
          status: 429, body: #"{"code":103,"reason":"Throttled: too many requests"}"#, type: "application/json")),
      WayFault(
        name: "the relay's own 503",
        .gateway(status: 503, body: #"{"reason":"The node does not answer"}"#, type: "application/json")),
    ]

  /// Between a relay and its node.
  static let atNode =
    all + [WayFault(name: "truncated JSON", .truncated)]

  /// After how many milliseconds a client gives an answer up, where a fault is about that.
  static let patience = 2_000

  private init(name: String, kind: Kind) { (self.name, self.kind) = (name, kind) }
  private init(name: String, _ fault: Fault) { self.init(name: name, kind: .fault(fault)) }

  /// Whether a client has to lose its patience.
  var isSlow: Bool {
    switch kind {
    case .fault(.hang), .fault(.late(milliseconds: 2 * Self.patience)): true
    default: false
    }
  }
}
