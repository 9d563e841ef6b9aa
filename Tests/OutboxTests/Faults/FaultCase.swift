import NodeDoubles
import NodeRPC

/// A row of the table of faults.
struct FaultCase: Sendable {
  /// For people.
  let name: String
  let kind: Kind

  enum Kind: Sendable {
    /// Something on the way, at a request of a step.
    case fault(Fault)
    /// Nobody listens.
    case refused
  }

  static let all: [FaultCase] = [
    FaultCase(name: "connection refused", kind: .refused),
    FaultCase(name: "request swallowed, no answer", .hang),
    FaultCase(name: "cut before the request", .cutBeforeRequest),
    FaultCase(name: "cut after the request", .cutAfterRequest),
    FaultCase(name: "cut within the answer", .cutWithinAnswer),
    FaultCase(name: "request delivered twice", .deliverTwice),
    FaultCase(name: "answered twice", .answerTwice),
    FaultCase(name: "answered too late", .late(milliseconds: 2 * patience)),
    FaultCase(name: "HTTP 429", .tooMany),
    FaultCase(name: "HTTP 500 after the node's answer", .failure(status: 500)),
    FaultCase(name: "HTTP 503 after the node's answer", .failure(status: 503)),
    FaultCase(name: "web page", .webPage),
    FaultCase(name: "wrong id", .wrongID),
    FaultCase(name: "truncated JSON", .truncated),
    FaultCase(name: "huge JSON", .padded(bytes: 2 * largest)),
    FaultCase(name: "state of an older block", .stale(blocks: 2)),
    FaultCase(name: "transaction forgotten", .forget),
    FaultCase(name: "another chain after a reconnect", .otherNode),
  ]

  /// After how many milliseconds the client gives an answer up, where a fault is about that.
  static let patience = 5_000
  /// The most bytes of an answer that the client takes.
  static let largest = 1 << 20

  init(name: String, kind: Kind) { (self.name, self.kind) = (name, kind) }
  init(name: String, _ fault: Fault) { self.init(name: name, kind: .fault(fault)) }

  /// Whether the client has to lose its patience.
  var isSlow: Bool {
    switch kind {
    case .fault(.hang), .fault(.late): true
    default: false
    }
  }

  var isRefusal: Bool { if case .refused = kind { true } else { false } }

  /// Whether no receipt is ever seen, so that the time to wait for one runs out.
  func hidesReceipt(at step: FaultStep, lasts: Bool) -> Bool {
    switch kind {
    case .fault(.deliverTwice), .fault(.answerTwice): false
    case .fault(.otherNode): step == .receipt
    case .fault(.forget): lasts
    default: lasts && step == .receipt
    }
  }

  /// Whether it makes sense at a step, once or each time.
  func applies(to step: FaultStep, lasts: Bool) -> Bool {
    switch kind {
    case .fault(.forget): step == .broadcast
    // The other node stays there.
    case .fault(.otherNode): !lasts
    default: true
    }
  }
}

/// A column: the request at which it goes wrong.
enum FaultStep: String, CaseIterable, Sendable {
  case chain = "chain id"
  case nonce, estimate, broadcast, receipt

  var method: String {
    switch self {
    case .chain: "eth_chainId"
    case .estimate: "eth_estimateGas"
    case .nonce: "eth_getTransactionCount"
    case .broadcast: "eth_sendRawTransaction"
    case .receipt: "eth_getTransactionReceipt"
    }
  }

  /// Tells a proxy that nobody listens from this request on.
  ///
  /// What is asked side by side comes in any order, so it is always one of those that come alone that decides.
  func refuse(_ proxy: FaultProxy) {
    switch self {
    case .chain: proxy.stop()
    case .estimate: proxy.refuse(at: method)
    case .nonce: proxy.refuse(after: "eth_chainId")
    case .broadcast: proxy.refuse(after: "eth_estimateGas")
    case .receipt: proxy.refuse(after: "eth_sendRawTransaction")
    }
  }

  /// Tells a proxy that another node is there from this request on.
  func swap(_ proxy: FaultProxy) {
    if self == .nonce {
      proxy.fail(.otherNode, after: "eth_chainId")
    } else {
      proxy.fail(.otherNode, on: method)
    }
  }
}
