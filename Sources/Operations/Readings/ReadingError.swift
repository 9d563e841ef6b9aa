@_exported import Failures

/// A reading of the chain's state that is no result, although endpoints answered.
public typealias ReadingError = DomainError<ReadingErrors>

/// The domain of ``ReadingError``.
public enum ReadingErrors: ErrorDomain {
  /// Facts on which the next step depends beyond the code.
  public enum Facts: Sendable, Hashable {
    /// The facts on which too few endpoints agree, and the answer of each; the endpoints that did not answer.
    case disputed([DisputedFact], silent: [String])
  }
}

extension ErrorCode<ReadingErrors> {
  /// Endpoints contradict each other about what was read.
  public static var disputed: Self { Self("disputed") }
}

extension ReadingError {
  /// The facts on which too few endpoints agree; empty for another error.
  public var disputed: [DisputedFact] {
    guard case .disputed(let disputed, _)? = facts else { return [] }
    return disputed
  }

  /// The endpoints that were asked and did not answer, as people know them.
  public var silent: [String] {
    guard case .disputed(_, let silent)? = facts else { return [] }
    return silent
  }

  /// Too few endpoints agree on these facts: none of what was read is returned.
  static func disputed(_ facts: [DisputedFact], silent: [String]) -> ReadingError {
    ReadingError(
      .disputed, "The answer is disputed: the endpoints contradict each other.", facts: .disputed(facts, silent: silent)
    )
  }
}
