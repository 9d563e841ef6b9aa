import Primitives

/// A quote as it is kept.
public struct StoredQuote: Sendable, Hashable {
  /// The rate as its source gave it.
  public let quote: Quote
  /// Whether it is so far from the quote before it that it is shown, and used for nothing, until another agrees.
  public let isSuspect: Bool
  /// The day of its time, in the zone of its source.
  let localDay: Day
}

/// The rate of a day as it is kept: the day's own, or the last quote of it.
public struct DayRate: Sendable, Hashable {
  /// The source's name.
  public let source: String
  /// The market that it is of.
  public let market: Market
  /// The way in which it came about.
  public let kind: RateKind
  /// The currencies.
  public let pair: CurrencyPair
  /// The day, in the zone of the source.
  public let day: Day
  /// The price that the source paid for one of the base; nil if it did not buy.
  public let bid: ExactDecimal?
  /// The price that the source wanted for one of the base; nil if it did not sell.
  public let ask: ExactDecimal?
  /// An official or last price, which has no sides.
  public let mid: ExactDecimal?
  /// Whether the day was over when the source was last heard.
  public let isFinal: Bool
}

/// A bank with its rates as they are kept.
public struct StoredBank: Sendable, Hashable {
  /// The bank; no more than its name where no source told how to reach it.
  public let bank: Bank
  /// Its rates, by currency and form.
  public internal(set) var rates: [BankRate]
}

/// A piece of news as it is kept.
public struct StoredNews: Sendable, Hashable {
  /// The piece of news.
  public let item: NewsItem
  /// Whether somebody read it.
  public let isRead: Bool
  /// The time at which it was first seen, in seconds since 1970.
  public let seen: Int64
}
