/// The choice between giving up and trying again after a failed attempt.
enum RetryRule {
  enum Verdict: Equatable {
    /// The error is the answer.
    case giveUp
    /// Another endpoint may do better; this one will not.
    case onlyElsewhere
    /// The request may work a little later, here or elsewhere.
    case again
  }

  /// - Parameter replay: Whether the request may reach a node twice.
  static func verdict(_ error: NodeError, replay: ReplayPolicy) -> Verdict {
    if replay == .once {
      // Sure not to have reached the node: no second time.
      guard error.nothingWasSent else { return .giveUp }
      return error.code == .unreachable || error.kind == .connecting ? .again : .giveUp
    }
    switch error.code {
    case .unreachable: return error.kind == .notHTTP ? .onlyElsewhere : .again
    case .timeout, .rateLimited: return .again
    case .httpStatus:
      switch error.httpStatus ?? 0 {
      case 502, 503, 504: return .again
      // The request is too large, here as elsewhere.
      case 413: return .giveUp
      default: return .onlyElsewhere
      }
    case .tls, .notJSON: return .onlyElsewhere
    case .badReply: return error.kind == .badField ? .giveUp : .onlyElsewhere
    case .rpc: return error.isMethodMissing ? .onlyElsewhere : .giveUp
    default: return .giveUp
    }
  }

  /// Whether the failure is the endpoint's, and not the request's.
  static func isEndpointsFault(_ error: NodeError) -> Bool {
    [.unreachable, .timeout, .tls, .httpStatus, .notJSON, .badReply, .rateLimited].contains(error.code)
      && error.kind != .badField
  }

  /// Whether a request offers a signed transaction to a node.
  static func offersTransaction(_ label: String) -> Bool { label.hasSuffix("_sendRawTransaction") }

  /// The time after which no further attempt of a request is made. A first attempt that timed out had all of its time
  /// limit, be it before there was a connection.
  ///
  /// - Parameters:
  ///   - start: The beginning of the first attempt.
  ///   - now: The time at which it had failed.
  static func end(
    of label: String, from start: ContinuousClock.Instant, after error: NodeError, at now: ContinuousClock.Instant,
    options: NodeClient.Options
  ) -> ContinuousClock.Instant {
    let spent = error.code == .timeout ? options.requestTimeout : .zero
    let counted = now.advanced(by: .zero - spent)
    guard !offersTransaction(label) else { return counted.advanced(by: options.offerDeadline ?? options.deadline) }
    return min(start, counted).advanced(by: options.deadline)
  }

  /// The time limit of an attempt when each endpoint had its turn: a read ends with its request, anything else has all
  /// of its time, so that no answer that tells whether it was done is cut off.
  static func timeLimit(
    of label: String, replay: ReplayPolicy, at now: ContinuousClock.Instant, until end: ContinuousClock.Instant,
    options: NodeClient.Options
  ) -> Duration {
    guard replay == .harmless, !offersTransaction(label) else { return options.requestTimeout }
    return min(options.requestTimeout, now.duration(to: end))
  }

  /// The wait before a round of attempts: a random part of a time that doubles, but at least half of it, and as
  /// long as the node asks.
  ///
  /// - Parameters:
  ///   - round: Counted from 1; the attempts before were round 0.
  ///   - retryAfter: Seconds that the node asks for.
  /// - Returns: Nil if the node asks for more than is allowed.
  static func pause(before round: Int, retryAfter: Int?, options: NodeClient.Options) -> Duration? {
    let ceiling = min(options.firstBackoff * (1 << min(round - 1, 16)), options.maximumBackoff)
    let backoff = ceiling / 2 + (ceiling / 2) * Double.random(in: 0...1)
    guard let retryAfter else { return backoff }
    return .seconds(retryAfter) <= options.maximumRetryAfter ? max(backoff, .seconds(retryAfter)) : nil
  }
}
