@_exported import Failures

/// A failure to get, keep or convert rates of exchange.
public typealias RatesError = DomainError<RatesErrors>

/// The domain of ``RatesError``; its errors are about one source, or about none.
public enum RatesErrors: ErrorDomain {
  /// Facts on which the next step depends beyond the code.
  public enum Facts: Sendable, Hashable {
    /// A name that nothing here has, and the one that is most like it.
    case unknown(Named, String, nearest: String?)
    /// A text that is no pair of currencies.
    case noPair(String)
    /// A currency that was to be exchanged for itself.
    case sameCurrency(Currency)
    /// An amount with too many digits.
    case amount
    /// Days that are out of order, or more than a history has.
    case days(from: Day, to: Day)
    /// The number of a news item that is not there, and how many there are.
    case newsItem(Int, of: Int)
    /// The address of the mirror of sources.
    case mirror
    /// A pair, and why it has no rate.
    case noRate(CurrencyPair, RateGap)
    /// A text that is no rate of exchange.
    case manualRate(String)
    /// When the source may be asked again, in seconds since 1970.
    case askableAt(Int64)
    /// The name of the source whose key is missing or refused.
    case key(ofSource: String)
    /// The HTTP status with which a source answered.
    case status(Int)
    /// The problems of all sources that were asked.
    case problems([RatesError])
    /// The path of the file with the rates, and what is wrong with it.
    case file(String, StoreProblem)
  }

  /// The source that an error is about.
  public typealias Subject = Source

  /// The source of an error.
  public struct Source: Sendable, Hashable {
    /// The name, as in settings.
    public let name: String
    /// The title for people.
    public let title: String
  }

  /// The kind of thing that a name is of.
  public enum Named: Sendable, Hashable, CaseIterable {
    /// A currency, by its code.
    case currency
    /// A source of rates or news.
    case source
    /// A bank.
    case bank
  }

  /// The trouble with the file of rates.
  public enum StoreProblem: Sendable, Hashable, CaseIterable {
    /// A later version of the program has written it.
    case newer
    /// Another process writes into it for long.
    case busy
    /// The disk is full.
    case full
    /// The book, or its folder, cannot be written to.
    case notWritable
    /// The book is on a server that is not there, or refuses this user.
    case server
    /// The book is damaged, another program's, or cannot be read.
    case other
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
  /// Rates that are far from the ones before, and are not believed yet.
  public static var suspect: Self { Self("suspect") }
  /// Rates that contradict one another in one answer, and do not count.
  public static var contradictory: Self { Self("contradictory") }
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
