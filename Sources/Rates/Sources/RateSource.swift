import Primitives

/// A source of rates, banks or news over HTTP: its addresses, and the meaning of their answers.
///
/// A source keeps nothing and asks nobody itself: ``SourceClient`` asks, at most once in five minutes for an address.
public protocol RateSource: Sendable {
  /// The facts about it.
  var profile: SourceProfile { get }

  /// The addresses that answer a query; none if it has nothing of the kind.
  func requests(for query: RateQuery, at time: Int64) -> [SourceRequest]

  /// Reads an answer with HTTP status 200.
  ///
  /// - Throws: `RatesError` `badAnswer`, `noData`, `badKey`, `limited`, for what a source says with status 200.
  func read(_ answer: SourceAnswer, to request: SourceRequest) throws(RatesError) -> SourceFindings
}

/// The facts about a source.
public struct SourceProfile: Sendable, Hashable {
  /// The name in commands, as in `nbu`.
  public let name: String
  /// The name for people, as in `National Bank of Ukraine`.
  public let title: String
  /// The markets that it has rates of.
  public let markets: [Market]
  /// Whether its addresses are documented by whoever runs it.
  public let isOfficial: Bool
  /// Whether it answers only with a key.
  public let needsKey: Bool
  /// Whether a recorded answer of the living service was ever read; else its form is known from documentation alone.
  public let wasTriedLive: Bool
  /// Seconds for which an answer is fresh, at least 300.
  public let freshness: Int64
  /// Seconds after midnight in ``zone`` from which the next day's rates may be there; nil for a source without days.
  /// Its answers are fresh until then, and after that for half an hour each until the new day is there.
  public let publication: Int64?
  /// Whether the rates of a day are published on the day before, as the National Bank of Ukraine does.
  public let publishesNextDay: Bool
  /// Seconds between two requests to its host, at least 1.
  public let crawlDelay: Int
  /// The zone of its days.
  public let zone: Zone
  /// The code of the language of its news, as in `uk`; nil for a source without news.
  public let newsLanguage: String?
  /// One line: whose data it is and on what terms.
  public let licence: String

  /// The facts as they are given.
  public init(
    name: String, title: String, markets: [Market], isOfficial: Bool = true, needsKey: Bool = false,
    wasTriedLive: Bool = false, freshness: Int64 = 300, publication: Int64? = nil,
    publishesNextDay: Bool = false, crawlDelay: Int = 1, zone: Zone = .utc, newsLanguage: String? = nil,
    licence: String
  ) {
    (self.name, self.title, self.markets, self.isOfficial) = (name, title, markets, isOfficial)
    (self.needsKey, self.wasTriedLive, self.freshness) = (needsKey, wasTriedLive, freshness)
    (self.publication, self.publishesNextDay) = (publication, publishesNextDay)
    (self.crawlDelay, self.zone, self.newsLanguage, self.licence) = (crawlDelay, zone, newsLanguage, licence)
  }
}

/// Something to ask sources for.
public enum RateQuery: Sendable, Hashable {
  /// The rates of now in a market, for these pairs if a source cannot tell all at once.
  case now(Market, [CurrencyPair])
  /// The rates of days, both included.
  case days(Market, CurrencyPair, from: Day, to: Day)
  /// The prices of banks for a currency, and how to reach them.
  case banks(Currency)
  /// Items of news, each with its address.
  case news

  /// The market that rates are asked of; nil for other queries.
  var market: Market? {
    switch self {
    case .now(let market, _), .days(let market, _, _, _): market
    case .banks, .news: nil
    }
  }
}

/// An address to ask by GET, and what it is asked for.
public struct SourceRequest: Sendable, Hashable {
  /// The address; it may have a key in it.
  public let url: String
  /// The address without a key, as it is kept and shown.
  public let shownURL: String
  /// Header lines beside the usual ones, as in `x-cg-demo-api-key: …`; they may have a key in them.
  public let headers: [String]
  /// The query that it is to fulfil.
  public let query: RateQuery
  /// The most bytes that the answer may have.
  public let mostBytes: Int
  /// Seconds for which its answer is fresh, where that is not the source's own time.
  public let freshness: Int64?
  /// Keys in the address and the header lines.
  private let secrets: [String]

  /// A request; a key in the address is shown as `KEY`.
  public init(
    _ url: String, for query: RateQuery, hiding key: String? = nil, headers: [String] = [], mostBytes: Int = 1 << 20,
    freshness: Int64? = nil
  ) {
    self.url = url
    let values = headers.map { $0.drop { $0 != ":" }.dropFirst().drop { $0 == " " } }
    secrets = ([key ?? ""] + values.map { String($0) }).filter { !$0.isEmpty }
    shownURL = key.map { $0.isEmpty ? url : url.replacing($0, with: "KEY") } ?? url
    (self.query, self.headers, self.mostBytes, self.freshness) = (query, headers, mostBytes, freshness)
  }

  /// Whether it goes with a key.
  var hasKey: Bool { !secrets.isEmpty }

  /// A text about it in which no key is left.
  func hidingKeys(in text: String) -> String { secrets.reduce(text) { $0.replacing($1, with: "KEY") } }
}

/// An answer with HTTP status 200.
public struct SourceAnswer: Sendable, Hashable {
  /// The bytes, unzipped.
  public let body: Bytes
  /// The header `Content-Type`.
  public let contentType: String?
  /// The header `Date`, or when the answer came, in seconds since 1970.
  public let date: Int64
  /// The time at which it came, in seconds since 1970.
  public let retrieved: Int64

  /// An answer as it is given.
  public init(_ body: Bytes, contentType: String? = nil, date: Int64, retrieved: Int64) {
    (self.body, self.contentType, self.date, self.retrieved) = (body, contentType, date, retrieved)
  }
}

/// All that an answer tells; what could not be read of it is counted.
public struct SourceFindings: Sendable, Hashable {
  /// Rates; those with a day are kept as the rates of that day, too.
  public var quotes: [Quote] = []
  /// Banks, and how to reach them.
  public var banks: [Bank] = []
  /// The prices of banks.
  public var bankRates: [BankRate] = []
  /// Items of news, each with its address.
  public var news: [NewsItem] = []
  /// The next page, to be asked for now.
  public var next: SourceRequest?
  /// The number of rows that were left out because they cannot be read or say what cannot be.
  public var skipped = 0

  /// The number of these that pay more than they want, or are there twice with different numbers.
  public var contradictions = 0

  /// Nothing yet.
  public init() {}

  /// Rates alone.
  public init(quotes: [Quote], skipped: Int = 0, contradictions: Int = 0) {
    (self.quotes, self.skipped, self.contradictions) = (quotes, skipped, contradictions)
  }
}
