@_exported import Failures

/// A failure to get, keep or convert rates of exchange.
public typealias RatesError = DomainError<RatesErrors>

/// The domain of ``RatesError``.
public enum RatesErrors: ErrorDomain {
  /// Facts on which the next step depends beyond the code.
  public enum Facts: Sendable, Hashable {
    /// Codes that resemble one that is not known.
    case nearMatches([String])
    /// When the source may be asked again, in seconds since 1970.
    case askableAt(Int64)
    /// The name of the source whose key is missing or refused.
    case key(ofSource: String)
  }
}

extension ErrorCode<RatesErrors> {
  /// A code that names no currency here.
  public static var unknownCurrency: Self { Self("unknownCurrency") }
  /// The source has no such pair or day, or a leg of a cross rate is missing.
  public static var noData: Self { Self("noData") }
  /// Nothing is kept and nobody answers.
  public static var unreachable: Self { Self("unreachable") }
  /// Nothing is kept and the source may not be asked yet.
  public static var tooSoon: Self { Self("tooSoon") }
  /// An answer that cannot be read, or says what cannot be.
  public static var badAnswer: Self { Self("badAnswer") }
  /// A key that is missing where one is needed, or that the source refuses.
  public static var badKey: Self { Self("badKey") }
  /// The source asks to be asked less often.
  public static var limited: Self { Self("limited") }
  /// The file with the rates cannot be opened, read or written.
  public static var bookFailed: Self { Self("bookFailed") }
  /// A rate written by hand that cannot be read.
  public static var badRate: Self { Self("badRate") }
  /// A library that reads answers is not installed.
  public static var noReader: Self { Self("noReader") }
  /// A number, a date or another choice that makes no sense.
  public static var invalidRequest: Self { Self("invalidRequest") }
}
