import Primitives
import Rates

/// The value of a chain's coin in money that people know, shown beside amounts.
///
/// Nothing that is signed depends on it: prices, limits, values and gas are in the chain's own money.
package struct FiatValuation: Sendable, Hashable {
  /// The rate of the coin.
  package let rate: Rate
  /// The source's name, for people.
  package let source: String

  /// The money.
  package var currency: Currency { rate.pair.quote }

  /// The worth of an amount in ``currency``, between the sides; nil above 256 bits.
  package func worth(of amount: Amount) -> Fraction? { rate.worth(of: amount, side: .mid) }

  /// The worth of an amount, in the digits of the money and with its code, as in `1482 KRW`; nil above 256 bits.
  package func text(_ amount: Amount) -> String? { worth(of: amount)?.text(in: currency) }

  /// The price of a coin, as in `2233.56 USD`: as it was written by hand, else in the digits that a rate is shown with.
  package var price: String {
    let price = rate.price(.mid)
    let whole = price?.decimal?.text ?? ""
    let decimals = whole.split(separator: ".").dropFirst().first?.count ?? 0
    let isShort = rate.kind == .manual || decimals <= 4
    return "\(isShort ? whole : price?.text(digits: rate.digits) ?? whole) \(currency.code)"
  }

  /// A valuation by a rate.
  package init(rate: Rate, source: String) { (self.rate, self.source) = (rate, source) }
}

extension Network {
  /// The coin that the chain's money is at exchanges; nil where nothing on it is worth anything, or nobody here knows.
  package var coin: Currency? {
    switch (chainID, symbol) {
    case (8217, "KAIA"), (8217, "KLAY"): .kaia
    case (1, "ETH"): .eth
    default: nil
    }
  }
}

extension RatesSettings {
  /// The value of a network's coin by the rate that was written by hand for it; nil if none is set.
  ///
  /// - Parameter time: The time at which it counts, in seconds since 1970.
  /// - Throws: `misused` or `unusable` for a rate that cannot be read.
  package func manualValuation(of network: Network, at time: Int64 = 0) throws(SettingsError) -> FiatValuation? {
    // A rate of this run is of the network in use: another's coin has another price.
    let own = settings.on(network)
    let coin = network.coin ?? Currency(network.symbol) ?? .kaia
    return try own.value(.fiatRate, expecting: "a rate, as in \"2233.56 USD\"") {
      FiatValuation(rate: try Rate(manual: $0.trimmed, of: coin, at: time), source: "fiat-rate")
    }
  }
}

extension RatesOperations {
  /// The longest that anybody waits for a source before an amount is shown without its answer.
  private static let patience = Duration.seconds(2)

  /// The value of the network's coin in the money of the settings, by the rate that is kept, or asked for where that is
  /// due; nil without a trustworthy one. A source that is slow, away or lies changes nothing: after two seconds what is
  /// kept has to do.
  ///
  /// A rate that is written by hand (``RatesSettings/manualValuation(of:at:)``) goes before it.
  ///
  /// - Parameter fiat: Other money than that of the settings.
  package func valuation(of network: Network, in fiat: Currency? = nil) async -> FiatValuation? {
    guard let (pair, markets) = wanted(of: network, in: fiat) else { return nil }
    return await soon { asking in await valuation(pair, in: markets, asking) }
  }

  /// The values of the network's coin on the days of a span, by the days' own rates that are kept or can be had.
  ///
  /// A rate that is written by hand is of no day.
  ///
  /// - Parameters:
  ///   - first: The first time that counts, in seconds since 1970.
  ///   - last: The last one.
  package func history(of network: Network, from first: Int64, to last: Int64) async -> FiatHistory {
    guard let (pair, markets) = wanted(of: network), first <= last else { return FiatHistory() }
    let (end, start) = (Zone.utc.day(at: last).adding(1), Zone.utc.day(at: first).adding(-1))
    let span = (start: max(start, end.adding(1 - RatesReader.mostDays)), end: end)
    let days = await soon { asking in
      for market in markets {
        let choice = RatesChoice(asking: asking)
        let days = (try? await reader.days(of: pair, in: market, from: span.start, to: span.end, choice))?.days ?? []
        if !days.isEmpty { return days }
      }
      return []
    }
    return FiatHistory(days.map { FiatValuation(rate: $0, source: reader.title(of: $0)) })
  }

  /// The values of coins that tokens of a network are, in the money of the settings; those without a trustworthy rate
  /// are left out, and all of a network whose own coin is worth nothing, as of a test network.
  ///
  /// After two seconds what is kept has to do.
  package func valuations(of coins: Set<Currency>, on network: Network) async -> [Currency: FiatValuation] {
    guard network.coin != nil, !coins.isEmpty, let fiat = try? settings.rates.fiat() else { return [:] }
    let own = (try? settings.rates.fiatMarket()).flatMap { $0 }.map { [$0] }
    return await soon { asking in
      await withTaskGroup(of: (Currency, FiatValuation?).self) { group in
        for coin in coins where coin != fiat {
          group.addTask {
            (coin, await valuation(CurrencyPair(coin, fiat), in: own ?? Self.markets(of: fiat), asking))
          }
        }
        return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
      }
    }
  }

  /// The pair that values a network's coin, and the markets that have it; nil where nobody wants it valued, or can.
  private func wanted(of network: Network, in other: Currency? = nil) -> (CurrencyPair, [Market])? {
    guard let coin = network.coin, let fiat = try? other ?? settings.rates.fiat(), coin != fiat else { return nil }
    if let other, (try? settings.rates.fiat()) != other { return (CurrencyPair(coin, other), Self.markets(of: other)) }
    return (
      CurrencyPair(coin, fiat), (try? settings.rates.fiatMarket()).flatMap { $0 }.map { [$0] } ?? Self.markets(of: fiat)
    )
  }

  /// An answer for which sources may be asked, if it comes soon; else the one of what is kept.
  func soon<Answer: Sendable>(
    _ answer: @Sendable @escaping (RatesChoice.RefreshPolicy) async -> Answer
  ) async -> Answer {
    let asked = await withTaskGroup(of: Answer?.self) { group in
      group.addTask { await answer(.whenDue) }
      group.addTask {
        try? await Task.sleep(for: Self.patience)
        return nil
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
    if let asked { return asked }
    return await answer(.never)
  }

  /// The value by the rate of now.
  private func valuation(
    _ pair: CurrencyPair, in markets: [Market], _ asking: RatesChoice.RefreshPolicy
  ) async -> FiatValuation? {
    let throughDollars = (first: CurrencyPair(pair.base, .usd), second: CurrencyPair(.usd, pair.quote))
    guard let mostAge = try? settings.rates.maxAge(),
      let reading = try? await reader.reading(
        of: markets, pairs: [pair, throughDollars.first, throughDollars.second], RatesChoice(asking: asking)),
      let rate = (try? reading.rate(pair))
        ?? (try? reading.rate(throughDollars.first).followed(by: reading.rate(throughDollars.second))),
      !rate.isSuspect, !rate.isCrossed, rate.price(.mid) != nil,
      reading.time - rate.known <= min(mostAge.components.seconds, 10 * 86_400)
    else { return nil }
    return FiatValuation(rate: rate, source: reader.title(of: rate))
  }

  /// The markets whose rates together value a coin in a money.
  private static func markets(of fiat: Currency) -> [Market] {
    switch fiat {
    case .krw: [.korea]
    case .uah: [.crypto, .nbu]
    case .usd, .usdt: [.crypto]
    default: [.crypto, .ecb]
    }
  }
}

/// The values of a coin on days of the past.
package struct FiatHistory: Sendable, Hashable {
  private let days: [FiatValuation]

  /// Values by the rates of whole days.
  package init(_ days: [FiatValuation] = []) { self.days = days.sorted { $0.rate.asOf < $1.rate.asOf } }

  /// The value by the rate of the day on which a time is, as the source divides days; nil where that is not known.
  ///
  /// - Parameter time: In seconds since 1970.
  package func valuation(at time: Int64) -> FiatValuation? {
    days.last { $0.rate.asOf <= time }.flatMap { time - $0.rate.asOf < 86_400 ? $0 : nil }
  }
}
