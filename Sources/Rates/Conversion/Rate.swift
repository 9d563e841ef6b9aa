import Primitives

/// The rate of a pair at a time, with all that is to be shown of it: sides, source, age, and the rates it was made of.
public struct Rate: Sendable, Hashable {
  /// The side on which a customer stands.
  public enum Side: String, Sendable, Hashable, CaseIterable {
    /// The customer has the base currency and sells it: at the bid.
    case sell
    /// The customer wants the base currency and buys it: at the ask.
    case buy
    /// Neither: the price without sides, or the middle between them.
    case mid
  }

  /// The currencies.
  public let pair: CurrencyPair
  /// The price that is paid for one of the base; nil if nobody buys it there.
  public let bid: Fraction?
  /// The price that is wanted for one of the base; nil if nobody sells it there.
  public let ask: Fraction?
  /// An official or last price, which has no sides.
  public let mid: Fraction?
  /// The way in which it came about; of a cross rate that of the leg which is the least firm.
  public let kind: RateKind
  /// The market that it is of.
  public let market: Market
  /// The source's name; of a cross rate the names of both, with a `+` between them.
  public let source: String
  /// The source's own time, in seconds since 1970; of a cross rate that of the older leg.
  public let asOf: Int64
  /// The day that it is for; nil if it is not a day's.
  public let day: Day?
  /// The time at which it was asked for, in seconds since 1970.
  public let retrieved: Int64
  /// Whether a newer one is due.
  public let isOld: Bool
  /// Whether it is so far from the one before that nobody should rely on it.
  public let isSuspect: Bool
  /// Whether every digit of the source is in it.
  public let isExact: Bool
  /// The rates that it is made of; empty for one that a source gave.
  public let legs: [Rate]

  /// The time from which its age counts, in seconds since 1970: a source's clock may be ahead of the one here.
  public var known: Int64 { min(asOf, retrieved) }

  /// A source's quote.
  public init(_ quote: Quote, isOld: Bool = false, isSuspect: Bool = false) {
    pair = quote.pair
    (bid, ask, mid) = (quote.bid.map(Fraction.init), quote.ask.map(Fraction.init), quote.mid.map(Fraction.init))
    (kind, market, source) = (quote.kind, quote.market, quote.source)
    (asOf, day, retrieved) = (quote.asOf, quote.day, quote.retrieved)
    (self.isOld, self.isSuspect, legs) = (isOld, isSuspect, [])
    isExact = [quote.bid, quote.ask, quote.mid].allSatisfy { $0?.isExact ?? true }
  }

  private init(
    _ pair: CurrencyPair, bid: Fraction?, ask: Fraction?, mid: Fraction?, like rate: Rate, legs: [Rate]
  ) {
    (self.pair, self.bid, self.ask, self.mid, self.legs) = (pair, bid, ask, mid, legs)
    let all = legs.isEmpty ? [rate] : legs
    kind = all.map(\.kind).max { $0.looseness < $1.looseness } ?? rate.kind
    market = rate.market
    source = all.reduce(into: [String]()) { if !$0.contains($1.source) { $0.append($1.source) } }.joined(separator: "+")
    asOf = all.map(\.asOf).min() ?? rate.asOf
    retrieved = all.map(\.retrieved).min() ?? rate.retrieved
    day = all.compactMap(\.day).min()
    isOld = all.contains { $0.isOld }
    isSuspect = all.contains { $0.isSuspect }
    isExact = all.allSatisfy { $0.isExact }
  }

  /// The price at which a customer trades; nil where nobody stands on that side.
  public func price(_ side: Side) -> Fraction? {
    switch side {
    case .sell: bid ?? mid
    case .buy: ask ?? mid
    case .mid: mid ?? middle
    }
  }

  private var middle: Fraction? {
    guard let bid, let ask, let half = Fraction(1, over: 2) else { return nil }
    return try? bid.adding(ask).multiplied(by: half)
  }

  /// Whether the bid is above the ask.
  public var isCrossed: Bool {
    guard let bid, let ask else { return false }
    return bid > ask
  }

  /// Whether bid and ask are further apart than those of an honest rate of its kind.
  public var isWide: Bool {
    guard let bid, let ask, let most = Fraction(UInt256(100 + kind.widestSpread), over: 100),
      let widest = try? min(bid, ask).multiplied(by: most)
    else { return false }
    return max(bid, ask) > widest
  }

  /// The rate the other way round: whoever sells one currency buys the other.
  public var inverse: Rate {
    Rate(
      pair.inverse, bid: ask?.inverse, ask: bid?.inverse, mid: mid?.inverse, like: self,
      legs: legs.reversed().map(\.inverse))
  }

  /// The rate of two rates one after the other: the first's quote currency is the second's base.
  ///
  /// A customer trades at the worse side of both. The division is done on fractions, nothing is rounded.
  ///
  /// - Throws: `noData` naming the leg where a side is missing on both sides, where one is crossed, or where the legs are
  ///   too far apart in time.
  public func followed(by next: Rate) throws(RatesError) -> Rate {
    let whole = CurrencyPair(pair.base, next.pair.quote)
    for leg in [self, next] where leg.isCrossed {
      throw RatesError(noRateOf: whole, .crossed(leg.pair, source: leg.source))
    }
    let apart = abs(asOf - next.asOf)
    let most: Int64 = [kind, next.kind].contains(.official) ? 5 * 86_400 : 72 * 3600
    guard apart <= most else {
      throw RatesError(noRateOf: whole, .apart(pair, next.pair, hours: apart / 3600))
    }
    let (bid, ask, mid): (Fraction?, Fraction?, Fraction?)
    do throws(PrimitivesError) {
      bid = try Rate.product(price(.sell), next.price(.sell))
      ask = try Rate.product(price(.buy), next.price(.buy))
      mid = try Rate.product(self.mid, next.mid)
    } catch {
      throw RatesError(noRateOf: whole, .tooLong(error.message))
    }
    // Two prices without sides make one without sides.
    let hasSides = self.mid == nil || next.mid == nil
    guard bid != nil || ask != nil else { throw RatesError(noRateOf: whole, .noCommonSide(pair, next.pair)) }
    let flat = [self, next].flatMap { $0.legs.isEmpty ? [$0] : $0.legs }
    return Rate(
      whole, bid: hasSides ? bid : nil, ask: hasSides ? ask : nil, mid: mid,
      like: self, legs: flat)
  }

  private static func product(_ left: Fraction?, _ right: Fraction?) throws(PrimitivesError) -> Fraction? {
    guard let left, let right else { return nil }
    return try left.multiplied(by: right)
  }
}

extension RateKind {
  /// The looseness with which it says what somebody would trade at; the loosest leg names a cross rate.
  fileprivate var looseness: Int {
    switch self {
    case .exchange: 0
    case .bank, .card, .cash, .interbank: 1
    case .chain: 2
    case .aggregate: 3
    case .official: 4
    case .manual: 5
    }
  }
}

extension Rate {
  /// The rate of a day that is kept, under the name that its source is shown with.
  init?(_ kept: DayRate, named source: String, zone: Zone) {
    guard
      let quote = Quote(
        source: source, market: kept.market, kind: kept.kind, pair: kept.pair, bid: kept.bid, ask: kept.ask,
        mid: kept.mid, asOf: zone.time(on: kept.day), day: kept.day, retrieved: zone.time(on: kept.day), mayCross: true)
    else { return nil }
    self.init(quote)
  }
}
