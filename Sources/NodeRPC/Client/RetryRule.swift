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
