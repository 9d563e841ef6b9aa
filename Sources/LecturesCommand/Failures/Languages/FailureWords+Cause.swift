import Localization

extension FailureWords {
  /// The words with those of a cause that has some of its own for people; else as they are.
  func because(of cause: (any Error)?, in language: Language) -> FailureWords {
    guard let cause = cause as? any CommandFailureConvertible else { return self }
    return because(of: cause.commandFailure.words(in: language))
  }
}
