import Primitives
import Rates

/// The worth of a chain's coin in money that people know, shown beside amounts.
///
/// Nothing that is signed depends on it: prices, limits, values and gas are in the chain's own money.
package struct FiatValuation: Sendable, Hashable {
  /// The rate of the coin.
  package let rate: Rate
  /// The source's name, for people.
  package let source: String

  /// The worth of an amount, in the digits of the money and with its code, as in `1482 KRW`; nil above 256 bits.
  package func text(_ amount: Amount) -> String? { rate.worth(of: amount, side: .mid)?.text(in: rate.pair.quote) }

  /// The price of a coin, as in `2233.56 USD`.
  package var price: String {
    [rate.price(.mid)?.decimal?.text, rate.pair.quote.code].compactMap { $0 }.joined(separator: " ")
  }

  /// A valuation by a rate.
  package init(rate: Rate, source: String) { (self.rate, self.source) = (rate, source) }
}

extension Network {
  /// The coin that the chain's money is at exchanges; nil where nothing on it is worth anything, or nobody here knows.
  package var coin: Currency? {
    switch chainID {
    case 8217: .kaia
    case 1: .eth
    default: nil
    }
  }
}

extension Settings {
  /// The value of the network's coin by the rate that was written by hand; nil if none is set.
  ///
  /// - Throws: `misused` or `unusable` for a rate that cannot be read.
  package func manualValuation() throws(SettingsError) -> FiatValuation? {
    let network = try network()
    let coin = network.coin ?? Currency(network.symbol) ?? .kaia
    return try value(.fiatRate, expecting: "a rate, as in \"2233.56 USD\"") {
      FiatValuation(rate: try Rate(manual: $0.trimmed, of: coin, at: 0), source: "fiat-rate")
    }
  }
}

extension RatesOperations {
  /// The value of the network's coin in the money of the settings: by hand if it is set so, else by the rate that is kept,
  /// or asked for where that is due; nil without a trustworthy one. A source that is slow, away or lies changes nothing, and
  /// nobody waits for it longer than two seconds.
  package func valuation(of network: Network) async -> FiatValuation? {
    if let manual = try? settings.manualValuation() { return manual }
    return await withTaskGroup(of: FiatValuation?.self) { group in
      group.addTask { await market(of: network) }
      group.addTask {
        try? await Task.sleep(for: .seconds(2))
        return nil
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
  }

  /// The value by the rate that is kept, or asked for where that is due.
  private func market(of network: Network) async -> FiatValuation? {
    guard let coin = network.coin, let fiat = try? settings.fiat(), coin != fiat,
      let mostAge = try? settings.ratesMaxAge()
    else { return nil }
    let pair = CurrencyPair(coin, fiat)
    let markets = (try? settings.fiatMarket()).flatMap { $0 }.map { [$0] } ?? Self.markets(of: fiat)
    guard let reading = try? await reader.reading(of: markets, pairs: [pair]), let rate = try? reading.rate(pair),
      !rate.isSuspect, !rate.isCrossed, rate.price(.mid) != nil,
      reading.time - rate.asOf <= min(mostAge.components.seconds, 10 * 86_400)
    else { return nil }
    return FiatValuation(rate: rate, source: reader.title(of: rate))
  }

  /// The markets whose rates together value a coin in a money.
  private static func markets(of fiat: Currency) -> [Market] {
    switch fiat {
    case .krw: [.korea]
    case .uah: [.crypto, .nbu]
    default: [.crypto]
    }
  }
}
