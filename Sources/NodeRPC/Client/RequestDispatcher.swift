/// Brings a request to an endpoint and an answer back: the choice of the endpoint, the rate, retries and fallback.
final class RequestDispatcher: Sendable {
  private struct EndpointConnection {
    let target: HTTPTarget
    let bucket: TokenBucket?
    let key: EndpointHealth.Key
  }

  private let connections: [EndpointConnection]
  private let options: NodeClient.Options
  /// The place of the one endpoint that is asked, of several; nil for whichever answers.
  private let only: Int?

  convenience init(endpoints: [Endpoint], options: NodeClient.Options) {
    self.init(
      endpoints.map { endpoint in
        EndpointConnection(
          target: HTTPTarget(
            endpoint: endpoint, connectTimeout: options.connectTimeout.milliseconds,
            requestTimeout: options.requestTimeout.milliseconds,
            maximumResponseBytes: max(1_024, options.maximumResponseBytes),
            authorityFile: options.certificateAuthorityFile),
          bucket: options.rateLimit.map(TokenBucket.init),
          key: EndpointHealth.Key(endpoint: endpoint, authorityFile: options.certificateAuthorityFile))
      }, options)
  }

  private init(_ connections: [EndpointConnection], _ options: NodeClient.Options, only: Int? = nil) {
    (self.connections, self.options, self.only) = (connections, options, only)
  }

  private var health: EndpointHealth { options.health }

  /// A dispatcher to one of the endpoints, over the same connections and at the same rate.
  func alone(_ index: Int) -> RequestDispatcher {
    RequestDispatcher(connections, options, only: only ?? index)
  }

  /// Sends a request until there is an answer that stands.
  ///
  /// - Parameters:
  ///   - body: The JSON-RPC message.
  ///   - label: What to call it in an error.
  ///   - count: How many requests it counts for with the rate limit.
  ///   - replay: Whether it may reach a node twice.
  ///   - read: Reads the answer; an error of it is treated as if the transport had failed.
  func deliver<Value: Sendable>(
    _ body: [UInt8], label: String, count: Int, replay: ReplayPolicy,
    read: (HTTPReply) throws(NodeError) -> Value
  ) async throws(NodeError) -> Value {
    // The first attempt apart, with nothing made for a second one: nearly every request needs no more.
    guard let first = await candidates(for: label).first else { throw notAskedAgain(label) }
    let start = ContinuousClock.now
    var last: NodeError
    do throws(NodeError) {
      let value = try await attempt(body, on: first, label: label, count: count, replay: replay, read: read)
      if connections.count > 1 { await health.succeeded(connections[first].key) }
      return value
    } catch {
      last = error
    }

    let deadline = RetryRule.end(of: label, from: start, after: last, at: .now, options: options)
    var limit = options.requestTimeout
    var attempts = 1
    var round = 0
    var hopeless: Set<Int> = []
    var triedInRound: Set<Int> = [first]
    var current = first
    var answer: NodeError?
    var hadOpenAttempt = false
    while true {
      last.facts?.attempts = attempts
      last.hadOpenAttempt = hadOpenAttempt
      if connections.count > 1 {
        await note(last, of: current, after: limit, isWide: count > 1 || label.hasSuffix("_getLogs"))
      }
      // A node's own answer tells more than the silence of the others.
      if last.code == .rpc { answer = answer ?? last }
      let verdict = RetryRule.verdict(last, replay: replay)
      hadOpenAttempt = last.leavesOutcomeOpen
      answer?.hadOpenAttempt = hadOpenAttempt
      if verdict == .giveUp { throw answer ?? last }
      if verdict == .onlyElsewhere { hopeless.insert(current) }

      var candidates = await self.candidates(for: label)
      candidates.removeAll { hopeless.contains($0) }
      guard !candidates.isEmpty else { throw answer ?? (hopeless.isEmpty ? alsoSilent(last) : last) }
      if let next = candidates.first(where: { !triedInRound.contains($0) }) {
        current = next
      } else {
        round += 1
        guard round <= options.retries, let next = candidates.first else { throw answer ?? last }
        guard let pause = RetryRule.pause(before: round, retryAfter: last.retryAfter, options: options),
          ContinuousClock.now.advanced(by: pause) < deadline
        else {
          throw answer ?? last
        }
        try await wait(until: .now.advanced(by: pause), label: label, attempts: attempts)
        triedInRound = []
        current = next
      }
      if round > 0 {
        guard ContinuousClock.now < deadline else { throw answer ?? last }
        limit = RetryRule.timeLimit(of: label, replay: replay, at: .now, until: deadline, options: options)
      }
      triedInRound.insert(current)
      attempts += 1
      do throws(NodeError) {
        let value = try await attempt(
          body, on: current, within: limit, label: label, count: count, replay: replay, read: read)
        if connections.count > 1 { await health.succeeded(connections[current].key) }
        return value
      } catch {
        last = error
      }
    }
  }

  /// The endpoints that may be asked, in their order. A silent one is not, be it the only one that could: that is no
  /// answer, as it would be after another wait. A signed transaction is offered to it all the same.
  private func candidates(for label: String) async -> [Int] {
    guard connections.count > 1 else { return [0] }
    let selection = await selection()
    let offered = RetryRule.offersTransaction(label) ? selection.order + selection.silent : selection.order
    return only.map { offered.contains($0) ? [$0] : [] } ?? offered
  }

  /// The endpoints to ask; the silent ones that are due are looked at meanwhile.
  private func selection() async -> EndpointHealth.Selection {
    let selection = await health.selection(of: connections.map(\.key), within: options.requestTimeout)
    for index in selection.due { Task { await look(at: index, for: options.requestTimeout) } }
    return selection
  }

  /// Notes a failure of an endpoint.
  ///
  /// - Parameters:
  ///   - limit: The time limit of the attempt.
  ///   - isWide: Whether the node may have thought too long about the question, and answers a narrower one.
  private func note(_ error: NodeError, of index: Int, after limit: Duration, isWide: Bool) async {
    let key = connections[index].key
    if error.code == .timeout, !isWide {
      await health.recordTimeout(key, for: limit, coolDown: options.coolDown)
    } else if only == nil, RetryRule.isEndpointsFault(error) {
      let wait = error.code == .timeout ? limit : .zero
      await health.failed(key, coolDown: options.coolDown, retryAfter: error.retryAfter, after: wait)
    }
  }

  /// Asks an endpoint for its chain, which any node answers at once, only to see whether it says anything.
  private func look(at index: Int, for patience: Duration) async {
    let key = connections[index].key
    let looking = connections[index].target.within(patience)
    let question = Envelope.request(options.namespace.method("chainId"), [])
    switch await TransferEngine.perform(question, at: looking, isReplayable: true) {
    case .failed(let failure) where failure.nodeError(at: looking).code == .timeout:
      await health.recordTimeout(key, for: options.requestTimeout, coolDown: options.coolDown)
    case .reply, .failed, .noLibrary: await health.recordAnswer(key)
    case .cancelled: break
    }
  }

  /// Looks at all endpoints when an answer has been waited for half of the time, to know by the end of it which others
  /// are silent as well: then they are not waited for one after another.
  private func lookWhileWaiting() -> Task<Void, Never> {
    Task {
      let half = options.requestTimeout / 2
      guard (try? await Task.sleep(for: half)) != nil else { return }
      let order = await selection().order
      await withTaskGroup(of: Void.self) { group in
        for index in order { group.addTask { await self.look(at: index, for: half) } }
      }
    }
  }

  private func notAskedAgain(_ label: String) -> NodeError {
    alsoSilent(
      NodeError(
        .timeout, detail: "It hung a moment ago, and is not waited for again so soon.", method: label,
        endpoint: connections[only ?? 0].target.endpoint.redacted, attempts: 0, nothingWasSent: true))
  }

  /// The error with the fact that no other endpoint says anything either, where all were to be asked.
  private func alsoSilent(_ error: NodeError) -> NodeError {
    guard error.code == .timeout, only == nil, connections.count > 1 else { return error }
    var all = NodeError(
      .timeout, kind: error.kind, detail: "None of the \(Set(connections.map(\.key)).count) endpoints answers.",
      method: error.method, endpoint: error.endpoint, attempts: error.attempts, nothingWasSent: error.nothingWasSent)
    all.hadOpenAttempt = error.hadOpenAttempt
    return all
  }

  private func attempt<Value: Sendable>(
    _ body: [UInt8], on index: Int, within limit: Duration? = nil, label: String, count: Int, replay: ReplayPolicy,
    read: (HTTPReply) throws(NodeError) -> Value
  ) async throws(NodeError) -> Value {
    let connection = connections[index]
    let isShort = limit.map { $0 < options.requestTimeout } ?? false
    let target = if isShort, let limit { connection.target.within(limit) } else { connection.target }
    if let bucket = connection.bucket { try await wait(until: await bucket.reserve(count), label: label, attempts: 0) }
    // After a short attempt there is no time for others.
    let watch = connections.count > 1 && !isShort ? lookWhileWaiting() : nil
    var failure: NodeError
    switch await TransferEngine.perform(body, at: target, isReplayable: replay == .harmless) {
    case .reply(let reply):
      watch?.cancel()
      do throws(NodeError) { return try read(reply) } catch { failure = error }
    case .failed(let cause): failure = cause.nodeError(at: target)
    case .cancelled: failure = NodeError(.cancelled)
    case .noLibrary(let reason): failure = NodeError(noLibrary: reason)
    }
    // Its looks end when the wait does.
    if failure.code != .timeout || failure.kind == .connecting { watch?.cancel() }
    await watch?.value
    if failure.method == nil { failure.facts?.method = label }
    failure.facts?.endpoint = connection.target.endpoint.redacted
    throw failure
  }

  private func wait(until time: ContinuousClock.Instant, label: String, attempts: Int) async throws(NodeError) {
    guard time > .now else { return }
    do {
      try await Task.sleep(until: time, clock: .continuous)
    } catch {
      throw NodeError(.cancelled, method: label, attempts: attempts)
    }
  }
}

extension Duration {
  /// Whole milliseconds, rounded up, from 1 to about 24 days.
  var milliseconds: Int {
    let (seconds, attoseconds) = components
    guard seconds >= 0 else { return 1 }
    guard seconds < 2_000_000 else { return 2_000_000_000 }
    return max(1, Int(seconds) * 1_000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000))
  }
}
