/// The choices of whoever looks at rates: where from, of when, and whether anybody is to be asked.
public struct RatesChoice: Sendable, Hashable {
  /// Whether sources are asked.
  public enum RefreshPolicy: Sendable, Hashable {
    /// The sources whose kept rates are not fresh any more.
    case whenDue
    /// All that may be asked: no address twice in five minutes.
    case always
    /// None; what is kept has to do.
    case never
  }

  /// The name of the one source that counts; nil for those of the market, in their order.
  public var source: String?
  /// The day that is asked about; nil for now.
  public var day: Day?
  /// Whether sources are asked.
  public var asking: RefreshPolicy
  /// Seconds after which a rate counts as old, whatever its source says; nil for the source's own time.
  public var mostAge: Int64?

  /// The choices as they are given.
  public init(source: String? = nil, day: Day? = nil, asking: RefreshPolicy = .whenDue, mostAge: Int64? = nil) {
    (self.source, self.day, self.asking, self.mostAge) = (source, day, asking, mostAge)
  }
}

/// A source that gave no answer when it was asked, or may not be asked now.
public struct SourceProblem: Sendable {
  /// The source's name.
  public let source: String
  /// The reason.
  public let error: RatesError
  /// The time at which it may be asked again, in seconds since 1970; nil for now.
  public let nextTry: Int64?

  /// The problem in a sentence that names the source as people do.
  var words: String {
    let title = error.subject?.title ?? source
    return error.message.contains(title) ? error.message : "\(title): \(error.message)"
  }

  static func tooSoon(_ outcome: SourceOutcome) -> RatesError {
    RatesError(
      .tooSoon, "It was asked less than five minutes ago.", facts: outcome.nextTry.map { .askableAt($0) })
  }

  /// A problem as it is given.
  public init(source: String, error: RatesError, nextTry: Int64? = nil) {
    (self.source, self.error, self.nextTry) = (source, error, nextTry)
  }
}
