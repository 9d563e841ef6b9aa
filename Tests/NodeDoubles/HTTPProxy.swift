import Locking

/// What stands between a client and any server of HTTP on the loopback, as between a trader and a relay, and does to their
/// talk what a test tells it.
///
/// Faults are told by method and turn; all else goes through unchanged.
package final class HTTPProxy: Sendable {
  fileprivate struct Rule {
    let fault: Fault
    /// `POST`, say; nil is any.
    let method: String?
    var skip: Int
    var times: Int
  }

  /// A request that came, and the status with which the server answered it.
  package struct Exchange: Sendable {
    package let request: HostileServer.Request
    /// Nil where no answer came, or none was asked for.
    package let status: Int?
  }

  fileprivate struct State {
    var rules: [Rule] = []
    var exchanges: [Exchange] = []
    var server: HostileServer?
  }

  private let state = Guarded(State())
  private let observe: @Sendable (FaultProxy.Step) -> Void
  private let target: @Sendable () -> UInt16
  /// Keeps the port while nobody listens; nil where somebody else keeps it.
  private let reserved: Int32?
  package let port: UInt16

  package var url: String { "http://127.0.0.1:\(port)" }
  /// All that went through, in the order of the answers.
  package var exchanges: [Exchange] { state.withLock { $0.exchanges } }

  /// - Parameters:
  ///   - port: One that ``RawSocket/reservePort()`` keeps, perhaps of another process; nil is any.
  ///   - target: The server's port, asked for at each request.
  ///   - observe: Called at each step, on the connection's thread; what it does not return from does not happen.
  package init(
    at port: UInt16? = nil, to target: @escaping @Sendable () -> UInt16,
    observe: @escaping @Sendable (FaultProxy.Step) -> Void = { _ in }
  ) throws {
    (self.target, self.observe) = (target, observe)
    if let port {
      (reserved, self.port) = (nil, port)
    } else {
      (reserved, self.port) = try RawSocket.reservePort()
    }
    try listen()
  }

  deinit {
    stop()
    if let reserved { RawSocket.end(reserved) }
  }

  /// Does something wrong.
  ///
  /// - Parameters:
  ///   - method: `POST`, say; nil is any.
  ///   - skip: How many requests of the method go well before.
  ///   - times: How often.
  package func fail(_ fault: Fault, on method: String? = nil, skip: Int = 0, times: Int = 1) {
    state.withLock { $0.rules.append(Rule(fault: fault, method: method, skip: skip, times: times)) }
  }

  /// Forgets all faults, and listens again.
  package func heal() throws {
    let isAway = state.withLock { state in
      state.rules = []
      return state.server == nil
    }
    if isAway { try listen() }
  }

  /// Ends all connections and refuses new ones.
  package func stop() {
    let server = state.withLock { state in
      defer { state.server = nil }
      return state.server
    }
    server?.stop()
  }

  private func listen() throws {
    let server = try HostileServer(port: port) { [weak self] request in self?.acts(for: request) ?? [.close] }
    state.withLock { $0.server = server }
  }

  private func acts(for request: HostileServer.Request) -> [HostileServer.Act] {
    let fault = state.withLock { $0.takeFault(of: request.method) }
    let name = "\(request.method) \(request.path.prefix { $0 != "?" })"
    observe(FaultProxy.Step(moment: .request, method: name))
    switch fault {
    case .hang: return [.hang]
    case .cutBeforeRequest: return [.close]
    case .gateway(let status, let text, let type): return [.reply(text, status: status, type: type)]
    default: break
    }
    if fault == .deliverTwice { _ = ask(request) }
    let answer = ask(request)
    state.withLock { $0.exchanges.append(Exchange(request: request, status: answer?.status)) }
    guard let answer else { return [.close] }
    observe(FaultProxy.Step(moment: .answer, method: name))
    switch fault {
    case .cutAfterRequest: return [.close]
    case .cutWithinAnswer: return [.send(Array(answer.bytes.dropLast(answer.bytes.count / 2 + 1))), .close]
    case .answerTwice: return [.send(answer.bytes + answer.bytes)]
    case .late(let milliseconds): return [.pause(milliseconds: milliseconds), .send(answer.bytes)]
    case .failure(let status): return [.reply("upstream failed", status: status, type: "text/plain")]
    default: return [.send(answer.bytes)]
    }
  }

  /// The server's answer; nil if there is none.
  private func ask(_ request: HostileServer.Request) -> (status: Int, bytes: [UInt8])? {
    let port = target()
    guard let number = try? RawSocket.connect(port: port) else { return nil }
    defer { RawSocket.end(number) }
    var head = ["\(request.method) \(request.path) HTTP/1.1", "Host: 127.0.0.1:\(port)", "Connection: close"]
    if let type = request.headers["content-type"] { head.append("Content-Type: \(type)") }
    if request.method == "POST" { head.append("Content-Length: \(request.body.count)") }
    let text = (head + ["", ""]).joined(separator: "\r\n")
    guard RawSocket.send(Array(text.utf8) + request.body, to: number) else { return nil }
    var buffer: [UInt8] = []
    // A status line has its number where a request line has its path.
    guard let reply = HTTPText.read(from: number, into: &buffer), let status = Int(reply.path) else { return nil }
    let kept = Self.kept.compactMap { name in reply.headers[name].map { "\(name): \($0)" } }
    let type = reply.headers["content-type"] ?? "application/json"
    return (status, HTTPText.reply(reply.body, status: status, headers: kept, type: type))
  }

  private static let kept = ["link", "retry-after", "x-book-sequence", "x-order-state"]
}

extension HTTPProxy.State {
  /// The fault for a request of a method, which counts as one of them.
  fileprivate mutating func takeFault(of method: String) -> Fault? {
    var found: Fault?
    for index in rules.indices where rules[index].method.map({ $0 == method }) ?? true {
      guard rules[index].skip == 0 else {
        rules[index].skip -= 1
        continue
      }
      guard found == nil, rules[index].times > 0 else { continue }
      rules[index].times -= 1
      found = rules[index].fault
    }
    return found
  }
}
