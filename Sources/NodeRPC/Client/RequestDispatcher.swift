/// Brings a request to an endpoint and an answer back: the choice of the endpoint, the rate, retries and fallback.
final class RequestDispatcher: Sendable {
  private struct EndpointConnection {
    let target: HTTPTarget
    let bucket: TokenBucket?
  }

  private let connections: [EndpointConnection]
  private let health: EndpointHealth
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
          bucket: options.rateLimit.map(TokenBucket.init))
      }, options, EndpointHealth(count: endpoints.count, coolDown: options.coolDown))
  }

  private init(
    _ connections: [EndpointConnection], _ options: NodeClient.Options, _ health: EndpointHealth, only: Int? = nil
  ) {
    (self.connections, self.options, self.health, self.only) = (connections, options, health, only)
  }

  /// A dispatcher to one of the endpoints, over the same connections and at the same rate, which knows whether it hung.
  func alone(_ index: Int) -> RequestDispatcher {
    RequestDispatcher(connections, options, health, only: only ?? index)
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
    guard let first = connections.count == 1 ? 0 : await candidates(for: label).first else {
      throw notAskedAgain(label)
    }
    var last: NodeError
    do throws(NodeError) {
      let value = try await attempt(body, on: first, label: label, count: count, replay: replay, read: read)
      if connections.count > 1 { await health.succeeded(first) }
      return value
    } catch {
      last = error
    }

    // From the beginning of the first attempt, of which only one that timed out took long.
    let spent = last.code == .timeout ? options.requestTimeout : .zero
    let deadline = ContinuousClock.now.advanced(by: options.deadline - spent)
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
        // Of a wide question the node may have thought too long, and a narrower one is answered.
        let hung = last.code == .timeout && count == 1 && !label.hasSuffix("_getLogs")
        if only == nil ? RetryRule.isEndpointsFault(last) : hung {
          await health.failed(
            current, retryAfter: last.retryAfter, after: last.code == .timeout ? options.requestTimeout : .zero,
            hung: hung)
        }
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
      guard !candidates.isEmpty else { throw answer ?? last }
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
      triedInRound.insert(current)
      attempts += 1
      do throws(NodeError) {
        let value = try await attempt(body, on: current, label: label, count: count, replay: replay, read: read)
        if connections.count > 1 { await health.succeeded(current) }
        return value
      } catch {
        last = error
      }
    }
  }

  /// The endpoints that may be asked, in their order. One that is asked alone is not while it rests because it hung: that
  /// is no answer, as it would be after another wait. A signed transaction is offered to it all the same.
  private func candidates(for label: String) async -> [Int] {
    guard connections.count > 1 else { return [0] }
    guard let only else { return await health.order() }
    return await health.hangs(only) && !label.hasSuffix("_sendRawTransaction") ? [] : [only]
  }

  private func notAskedAgain(_ label: String) -> NodeError {
    NodeError(
      .timeout, detail: "It hung a moment ago, and is not waited for again so soon.", method: label,
      endpoint: only.map { connections[$0].target.endpoint.redacted }, attempts: 0, nothingWasSent: true)
  }

  private func attempt<Value: Sendable>(
    _ body: [UInt8], on index: Int, label: String, count: Int, replay: ReplayPolicy,
    read: (HTTPReply) throws(NodeError) -> Value
  ) async throws(NodeError) -> Value {
    let connection = connections[index]
    if let bucket = connection.bucket { try await wait(until: await bucket.reserve(count), label: label, attempts: 0) }
    var failure: NodeError
    switch await TransferEngine.perform(body, at: connection.target, isReplayable: replay == .harmless) {
    case .reply(let reply):
      do throws(NodeError) { return try read(reply) } catch { failure = error }
    case .failed(let cause): failure = cause.nodeError(at: connection.target)
    case .cancelled: failure = NodeError(.cancelled)
    case .noLibrary(let reason): failure = NodeError(noLibrary: reason)
    }
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
