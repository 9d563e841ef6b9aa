import Primitives

/// A rate as one source gives it, in exact decimals: so many of the quote currency for one of the base currency.
///
/// Sides are the source's: it pays the bid for one of the base, and wants the ask for it.
public struct Quote: Sendable, Hashable {
  /// The source's name, as in `nbu`.
  public private(set) var source: String
  /// The market that it belongs to.
  public let market: Market
  /// The way in which it came about.
  public let kind: RateKind
  /// The currencies.
  public let pair: CurrencyPair
  /// The price that the source pays for one of the base; nil if it does not buy.
  public let bid: ExactDecimal?
  /// The price that the source wants for one of the base; nil if it does not sell.
  public let ask: ExactDecimal?
  /// An official or last price, which has no sides.
  public let mid: ExactDecimal?
  /// The time that the source gives it, in seconds since 1970; of a day's rate that day's midnight in the source's zone.
  public private(set) var asOf: Int64
  /// The day that it is for; nil if it is not a day's.
  public let day: Day?
  /// The time at which it was asked for, in seconds since 1970.
  public let retrieved: Int64

  /// A quote that a source may have made: at least one number, none of them zero, and no bid above its ask.
  ///
  /// - Parameter mayCross: Whether the bid may be above the ask, as in announcements of many people.
  /// - Returns: Nil where nothing is left of it; zeros count as missing.
  public init?(
    source: String, market: Market, kind: RateKind, pair: CurrencyPair, bid: ExactDecimal? = nil,
    ask: ExactDecimal? = nil, mid: ExactDecimal? = nil, asOf: Int64, day: Day? = nil, retrieved: Int64,
    mayCross: Bool = false
  ) {
    let given = { (number: ExactDecimal?) in number.flatMap { $0.isZero ? nil : $0 } }
    (self.bid, self.ask, self.mid) = (given(bid), given(ask), given(mid))
    guard self.bid != nil || self.ask != nil || self.mid != nil, pair.base != pair.quote else { return nil }
    if let bid = self.bid, let ask = self.ask, bid > ask, !mayCross { return nil }
    (self.source, self.market, self.kind, self.pair) = (source, market, kind, pair)
    (self.asOf, self.day, self.retrieved) = (asOf, day, retrieved)
  }

  /// The quote as it is kept at a time: one of no day is of that time at the latest, whatever its source's clock says.
  ///
  /// - Parameter now: Seconds since 1970.
  func told(at now: Int64) -> Quote {
    var quote = self
    if day == nil { quote.asOf = min(asOf, now) }
    return quote
  }

  /// The quote under another name of its source.
  func named(_ source: String) -> Quote {
    var quote = self
    quote.source = source
    return quote
  }

  /// Its source, market, kind and currencies in one text, as quotes are compared with those before them.
  var series: String { "\(source) \(market) \(kind) \(pair)" }

  /// Whether the bid is above the ask: what is shown as given, and used for no cross rate.
  public var isCrossed: Bool {
    guard let bid, let ask else { return false }
    return bid > ask
  }
}

/// A bank that trades currencies, and how to reach it.
public struct Bank: Sendable, Hashable {
  /// The name in addresses, as in `privatbank`.
  public let slug: String
  /// The name for people.
  public var name: String
  /// The name in full; nil if it is not told.
  public var longName: String?
  /// The address of its site; http or https only.
  public var site: String?
  /// Its telephone number, as it is dialled.
  public var phone: String?
  /// Its e-mail address.
  public var email: String?
  /// Its postal address.
  public var address: String?
  /// A mark that a source gives it, as in `4.9`.
  public var rating: String?
  /// The number of its licence and the day.
  public var licence: String?
  /// The address of its picture; http or https only.
  public var icon: String?

  /// A bank of which no more than its name is known.
  public init(slug: String, name: String) { (self.slug, self.name) = (slug, name) }
}

/// The prices of a bank for a currency, in hryvnias.
public struct BankRate: Sendable, Hashable {
  /// The form in which the currency changes hands.
  public enum Form: String, Sendable, Hashable, CaseIterable {
    /// Notes at a counter.
    case cash
    /// A payment by card.
    case card
  }

  /// The bank's ``Bank/slug``.
  public let bank: String
  /// The currency.
  public let currency: Currency
  /// The form in which it changes hands.
  public let form: Form
  /// The price that the bank pays for one; nil if it does not buy.
  public let bid: ExactDecimal?
  /// The price that the bank wants for one; nil if it does not sell.
  public let ask: ExactDecimal?
  /// The bank's own time, in seconds since 1970.
  public let asOf: Int64

  /// A bank's rate; nil where nothing is left of it: zeros count as missing, and no bid is above its ask.
  public init?(
    bank: String, currency: Currency, form: Form, bid: ExactDecimal?, ask: ExactDecimal?, asOf: Int64
  ) {
    let given = { (number: ExactDecimal?) in number.flatMap { $0.isZero ? nil : $0 } }
    (self.bid, self.ask) = (given(bid), given(ask))
    guard self.bid != nil || self.ask != nil else { return nil }
    if let bid = self.bid, let ask = self.ask, bid > ask { return nil }
    (self.bank, self.currency, self.form, self.asOf) = (bank, currency, form, asOf)
  }

  /// Its bank, currency and form in one text, as rates are compared with those before them.
  var series: String { "bank \(bank) \(currency) \(form)" }
}

/// A piece of news, in plain text that a terminal may show.
public struct NewsItem: Sendable, Hashable {
  /// The feed's name and the feed's own identifier of the item.
  public let id: String
  /// The feed's name, as in `minfin`.
  public let feed: String
  /// The time at which it was published, in seconds since 1970.
  public let time: Int64
  /// The headline.
  public let title: String
  /// A few sentences; empty if the feed has none.
  public let summary: String
  /// The address of the whole text; http or https only.
  public let link: String
  /// The address of a picture; http or https only.
  public let image: String?
  /// The language's code, as in `uk`.
  public let language: String

  /// An item as it is given; who reads a feed has made its texts plain.
  public init(
    id: String, feed: String, time: Int64, title: String, summary: String, link: String, image: String?,
    language: String
  ) {
    (self.id, self.feed, self.time, self.title) = (id, feed, time, title)
    (self.summary, self.link, self.image, self.language) = (summary, link, image, language)
  }
}
