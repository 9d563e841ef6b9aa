import Primitives

/// The rates of a time among which a pair is looked for: a source's own, or made of two through a common currency.
public struct RateBoard: Sendable {
  /// The rates, those to be preferred first.
  public let rates: [Rate]
  private let byBase: [Currency: [Rate]]

  /// A board of rates, those to be preferred first; each counts the other way round, too.
  public init(_ rates: [Rate]) {
    self.rates = rates
    byBase = Dictionary(grouping: rates + rates.map(\.inverse), by: \.pair.base)
  }

  /// The rates of sources for a pair, those to be preferred first.
  public func direct(_ pair: CurrencyPair) -> [Rate] {
    (byBase[pair.base] ?? []).filter { $0.pair.quote == pair.quote }
  }

  /// The rate of a pair: the first source's own, else one made of two through `common`, both of one source if there is
  /// one, else one made of three of which one is USDT in US dollars.
  ///
  /// - Parameter common: The currencies that a way may lead through, the preferred one first.
  /// - Throws: `noData`, which names the leg that is missing.
  public func rate(_ pair: CurrencyPair, through common: [Currency]) throws(RatesError) -> Rate {
    if let rate = direct(pair).first { return rate }
    var problem: RatesError?
    for middle in common where middle != pair.base && middle != pair.quote {
      do throws(RatesError) {
        if let rate = try crossed(pair, through: middle) { return rate }
      } catch { problem = problem ?? error }
    }
    do throws(RatesError) {
      if let rate = try throughDollars(pair, common) { return rate }
    } catch { problem = problem ?? error }
    throw problem ?? missing(pair, common)
  }

  private func crossed(_ pair: CurrencyPair, through middle: Currency) throws(RatesError) -> Rate? {
    let first = direct(CurrencyPair(pair.base, middle))
    let second = direct(CurrencyPair(middle, pair.quote))
    guard let start = first.first, let end = second.first else { return nil }
    for leg in first {
      if let other = second.first(where: { $0.source == leg.source && $0.market == leg.market }) {
        return try leg.followed(by: other)
      }
    }
    return try start.followed(by: end)
  }

  /// A way of three, of which one is from USDT to US dollars or back.
  private func throughDollars(_ pair: CurrencyPair, _ common: [Currency]) throws(RatesError) -> Rate? {
    for (from, to) in [(Currency.usdt, Currency.usd), (.usd, .usdt)] {
      guard let bridge = direct(CurrencyPair(from, to)).first else { continue }
      let start = pair.base == from ? nil : direct(CurrencyPair(pair.base, from)).first
      let end = pair.quote == to ? nil : direct(CurrencyPair(to, pair.quote)).first
      switch (start, end) {
      case (let start?, let end?): return try start.followed(by: bridge).followed(by: end)
      case (let start?, nil) where pair.quote == to: return try start.followed(by: bridge)
      case (nil, let end?) where pair.base == from: return try bridge.followed(by: end)
      default: continue
      }
    }
    return nil
  }

  /// The leg that is missing, by name.
  private func missing(_ pair: CurrencyPair, _ common: [Currency]) -> RatesError {
    let middle = common.first { $0 != pair.base && $0 != pair.quote }
    let legs = middle.map { [CurrencyPair(pair.base, $0), CurrencyPair($0, pair.quote)] } ?? [pair]
    return RatesError(noRateOf: pair, .legs(legs.filter { direct($0).isEmpty }))
  }
}
