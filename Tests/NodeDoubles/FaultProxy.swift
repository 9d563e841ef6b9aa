import Locking
import StrictJSON

/// A proxy between a client and its node that injects the faults a test asks for.
///
/// HTTP on the loopback, like the way to a node. Faults are told by method and turn; all else goes through unchanged.
package final class FaultProxy: Sendable {
  /// Brings a message of JSON-RPC to a node and its answer back; nil if the node is not there.
  package typealias Node = @Sendable ([UInt8]) -> [UInt8]?

  /// A step of an exchange, as the node's side sees it.
  package struct Step: Sendable, Hashable {
    package enum Moment: String, Sendable { case request, answer }
    /// Before the node hears the request, or before the client hears the answer.
    package let moment: Moment
    /// The method asked for; several of a batch with commas between.
    package let method: String
  }

  fileprivate struct Rule {
    let fault: Fault
    /// Nil is any.
    let method: String?
    /// It waits until this method was answered.
    var after: String?
    var skip: Int
    var times: Int
  }

  /// When nobody listens any more.
  fileprivate struct Farewell {
    let method: String
    /// With the method's answer, or instead of it.
    let moment: Step.Moment
  }

  fileprivate struct State {
    var server: HostileServer?
    var rules: [Rule] = []
    var asked: [String] = []
    var nodes: [Node]
    var farewell: Farewell?
  }

  private let state: Guarded<State>
  private let observe: @Sendable (Step) -> Void
  private let reserved: Int32
  package let port: UInt16

  package var url: String { "http://127.0.0.1:\(port)" }
  /// Whether somebody listens.
  package var listens: Bool { state.withLock { $0.server != nil } }
  /// The methods that clients asked for, in order.
  package var asked: [String] { state.withLock { $0.asked } }
  /// How often clients asked for a method; counted here, since a copy of the list that is let go while the proxy adds to
  /// it looks like a race to the thread sanitizer, which does not see reference counts.
  package func count(of method: String) -> Int { state.withLock { state in state.asked.count { $0 == method } } }

  /// - Parameters:
  ///   - nodes: The one that answers, and those that ``Fault/otherNode`` puts in its place.
  ///   - observe: Called at each step, on the connection's thread; what it does not return from does not happen.
  package init(_ nodes: Node..., observe: @escaping @Sendable (Step) -> Void = { _ in }) throws {
    // Keeps the port while nobody listens.
    (reserved, port) = try RawSocket.reservePort()
    self.observe = observe
    state = Guarded(State(nodes: nodes))
    try listen()
  }

  deinit {
    stop()
    RawSocket.end(reserved)
  }

  // MARK: Orders

  /// Does something wrong.
  ///
  /// - Parameters:
  ///   - method: Nil is any.
  ///   - first: Only once this method was answered.
  ///   - skip: How many requests of the method go well before.
  ///   - times: How often.
  package func fail(
    _ fault: Fault, on method: String? = nil, after first: String? = nil, skip: Int = 0, times: Int = 1
  ) {
    state.withLock {
      $0.rules.append(Rule(fault: fault, method: method, after: first, skip: skip, times: times))
    }
  }

  /// Ends all connections and refuses new ones after the next answer to the method.
  package func refuse(after method: String) {
    state.withLock { $0.farewell = Farewell(method: method, moment: .answer) }
  }

  /// Ends all connections and refuses new ones at the next request of the method, which nobody hears.
  package func refuse(at method: String) {
    state.withLock { $0.farewell = Farewell(method: method, moment: .request) }
  }

  /// Forgets all faults, and listens again.
  package func heal() throws {
    let isAway = state.withLock { state in
      state.rules = []
      state.farewell = nil
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
    let server = try HostileServer(port: port) { [weak self] request in self?.acts(for: request.body) ?? [.close] }
    state.withLock { $0.server = server }
  }

  // MARK: Exchanges

  private func acts(for body: [UInt8]) -> [HostileServer.Act] {
    guard let message = try? JSON(parsing: body) else { return [.close] }
    let methods = (message.array ?? [message]).map { $0["method"]?.string ?? "" }
    let name = methods.joined(separator: ",")
    let (fault, node, farewell) = state.withLock { state in
      state.asked += methods
      let isLast = state.farewell.map { methods.contains($0.method) } ?? false
      let farewell = isLast ? state.farewell?.moment : nil
      if isLast { state.farewell = nil }
      return (state.takeFault(of: methods), state.nodes.first ?? { _ in nil }, farewell)
    }
    observe(Step(moment: .request, method: name))
    var acts: [HostileServer.Act] = farewell == .request ? [.leave] : acts(for: body, message, at: node, fault, name)
    if farewell == .answer {
      // The client hears that the connection ends with this answer, so it makes a new one next time.
      if case .send(let reply) = acts.first { acts = [.sendLast(HTTPText.closing(reply))] } else { acts.append(.leave) }
    }
    state.withLock { state in
      if farewell != nil { state.server = nil }
      // Before the answer is on its way: what the client asks when it has heard it comes later.
      for index in state.rules.indices where state.rules[index].after.map({ methods.contains($0) }) ?? false {
        state.rules[index].after = nil
      }
    }
    return acts
  }

  private func acts(
    for body: [UInt8], _ message: JSON, at node: @escaping Node, _ fault: Fault?, _ name: String
  ) -> [HostileServer.Act] {
    switch fault {
    case .hang: return [.hang]
    case .cutBeforeRequest: return [.close]
    case .gateway(let status, let text, let type): return [.reply(text, status: status, type: type)]
    case .forget: return [.reply(NodeTalk.reply(to: message, NodeTalk.hashOfRaw(in: message)).serialized())]
    case .otherNode:
      state.withLock { state in if state.nodes.count > 1 { state.nodes.removeFirst() } }
      return [.close]
    default: break
    }
    let asked: [UInt8] =
      if case .stale(let blocks) = fault { NodeTalk.stale(message, blocks, at: node) } else { body }
    if fault == .deliverTwice { _ = node(asked) }
    guard var answer = node(asked) else { return [.close] }
    observe(Step(moment: .answer, method: name))
    switch fault {
    case .stale(let blocks): answer = NodeTalk.stale(answer, to: message, blocks, at: node)
    case .reorganization(let depth): _ = NodeTalk.ask("anvil_reorg", [.number("\(depth)"), []], at: node)
    case .wrongID: answer = NodeTalk.renumbered(answer)
    case .truncated: answer.removeLast(min(answer.count, answer.count / 2 + 1))
    case .padded(let bytes): answer += [UInt8](repeating: 0x20, count: bytes)
    case .failure(let status): return [.reply("upstream failed", status: status, type: "text/plain")]
    default: break
    }
    let reply = HTTPText.reply(answer)
    switch fault {
    case .cutAfterRequest: return [.close]
    case .cutWithinAnswer: return [.send(Array(reply.dropLast(answer.count / 2 + 1))), .close]
    case .answerTwice: return [.send(reply + reply)]
    case .late(let milliseconds): return [.pause(milliseconds: milliseconds), .send(reply)]
    default: return [.send(reply)]
    }
  }
}

extension FaultProxy.State {
  /// The fault for a request of these methods, which counts as one of them.
  fileprivate mutating func takeFault(of methods: [String]) -> Fault? {
    var found: Fault?
    for index in rules.indices where rules[index].method.map({ methods.contains($0) }) ?? true {
      guard rules[index].after == nil else { continue }
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
