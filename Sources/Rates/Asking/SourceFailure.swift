import NodeRPC

/// A problem with an answer, or with none, and how long the source is left alone for it.
struct SourceFailure {
  let error: RatesError
  /// The HTTP status; nil without an answer.
  let status: Int?
  /// Seconds; nil where it depends on how often the address has failed.
  let pause: Int64?

  /// Whether it is one of the whole source, and not of what was asked for alone.
  var isOfSource: Bool {
    guard let status else { return true }
    return status >= 500 || [401, 403, 418, 429].contains(status) || [.badKey, .limited].contains(error.code)
  }

  /// No answer came.
  init(_ error: NodeError, of profile: SourceProfile, _ request: SourceRequest) {
    let words = error.words
    let reason = request.hidingKeys(in: [words.message, words.reason].compactMap { $0 }.joined(separator: " "))
    let isAnswer = error.code == .tooLarge
    self.error = RatesError(
      isAnswer ? .badAnswer : .unreachable,
      isAnswer ? "\(profile.title) gives an answer that cannot be used." : "\(profile.title) cannot be reached.",
      reason: reason, advice: error.code == .noLibrary ? words.advice : nil)
    (status, pause) = (nil, nil)
  }

  /// An answer with status 200 that is empty, or cannot be read.
  init(_ error: RatesError, of request: SourceRequest) {
    self.error = RatesError(
      error.code, request.hidingKeys(in: error.message), reason: error.reason.map { request.hidingKeys(in: $0) },
      advice: error.advice, facts: error.facts)
    status = 200
    let isOfDays = if case .days = request.query { true } else { false }
    pause =
      switch error.code {
      case .badKey: RequestRecord.longestPause
      // A day that is not there today will not be there in an hour; the rates of now may.
      case .noData where isOfDays: RequestRecord.longestPause
      default: nil
      }
  }

  /// An answer with another status.
  ///
  /// - Parameter words: Its own words, where the source has words for what it refuses.
  init(
    _ answer: HTTPExchange.Answer, of profile: SourceProfile, _ request: SourceRequest, words: RatesError? = nil
  ) {
    if let words, words.code == .noData {
      error = RatesError(.noData, words.message, reason: words.reason.map { request.hidingKeys(in: $0) })
      (status, pause) = (answer.status, RequestRecord.longestPause)
      return
    }
    status = answer.status
    let asked = answer.retryAfter.map { min(max(Int64($0), RequestRecord.pause), RequestRecord.longestPause) }
    let wait = asked.map { " and asks to wait for \($0) s" } ?? ""
    let reason = "It answers with HTTP status \(answer.status)\(wait)."
    var error: RatesError
    switch answer.status {
    case 418:
      error = RatesError(.limited, "\(profile.title) answers to nobody here for a while.", reason: reason)
      pause = max(asked ?? 0, 3600)
    case 429:
      error = RatesError(.limited, "\(profile.title) wants to be asked less often.", reason: reason)
      pause = asked
    case 503:
      error = RatesError(.unreachable, "\(profile.title) is out of service.", reason: reason)
      pause = asked
    case 401, 403:
      error =
        request.hasKey || profile.needsKey
        ? RatesError(
          .badKey, "\(profile.title) refuses the key.", reason: reason,
          advice: "Look whether the key is the source's own and still in force.", facts: .key(ofSource: profile.name))
        : RatesError(.unreachable, "\(profile.title) refuses to answer.", reason: reason)
      pause = RequestRecord.longestPause
    case 404:
      error = RatesError(.noData, "\(profile.title) has no rates for this.", reason: reason)
      pause = RequestRecord.longestPause
    case 300..<400 where answer.location != nil:
      error = RatesError(
        .unreachable, "\(profile.title) has moved.", reason: "\(reason) It points to another place, which is not asked."
      )
      pause = nil
    default:
      error = RatesError(.unreachable, "\(profile.title) does not answer as it should.", reason: reason)
      pause = nil
    }
    error.facts = error.facts ?? .status(answer.status)
    self.error = error
  }
}
