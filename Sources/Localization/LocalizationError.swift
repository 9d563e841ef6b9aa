@_exported import Failures

/// A failure to read what somebody typed in one of the languages.
public typealias LocalizationError = DomainError<LocalizationErrors>

/// The domain of ``LocalizationError``.
public enum LocalizationErrors: ErrorDomain {}

extension ErrorCode<LocalizationErrors> {
  /// A text that is no number.
  public static var malformedNumber: Self { Self("malformedNumber") }
  /// A number whose comma may be a decimal sign or separate thousands.
  public static var ambiguousNumber: Self { Self("ambiguousNumber") }
}
