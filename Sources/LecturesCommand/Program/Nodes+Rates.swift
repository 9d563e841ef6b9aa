import GasPrices
import LectureKit
import Localization
import NodeRPC
import Operations
import Primitives
import Rates
import Terminal

extension Nodes {
  /// Seconds for which the value of an amount waits for another process that writes into the file of rates.
  private static let patience = 0.4

  /// The rates with the settings of this run; the price feeds are those of the chain in use.
  ///
  /// - Parameter patience: Seconds to wait for another process that writes into the file of rates.
  func rates(patience: Double = 10) throws -> RatesOperations {
    try RatesOperations(settings, program: "lectures/\(Version.text)", patience: patience, clock: LocalTime.now) {
      try await connection()
    }
  }

  /// Gives the prices of a network's coin in monies, by the rates that are kept, or asked for where that is due.
  func coinPrices(on network: Network) -> @Sendable (Set<String>) async -> [CoinPrice] {
    { currencies in
      guard let rates = try? rates() else { return [] }
      var prices: [CoinPrice] = []
      for currency in currencies.compactMap({ Currency($0) }) {
        guard let price = await rates.valuation(of: network, in: currency)?.rate.price(.mid),
          let value = RateSubject.value(of: price)
        else { continue }
        prices.append(CoinPrice(currency: currency.code, value: value))
      }
      return prices
    }
  }

  /// The money of a network, with its value where one is wanted and known.
  ///
  /// - Throws: `SettingsError` for a setting that cannot be read; a rate that is missing is no error.
  func money(of network: Network) async throws -> Money {
    let manual = try settings.rates.manualValuation(of: network, at: LocalTime.now())
    let (wanted, _) = (try settings.rates.fiat(), try settings.rates.fiatMarket())
    guard manual == nil, let fiat = wanted else {
      return Money(network: network, language: console.language, valuation: manual)
    }
    let valuation = await (try? rates(patience: Self.patience))?.valuation(of: network)
    let missing = valuation == nil ? network.coin.map { CurrencyPair($0, fiat) } : nil
    // Of what a setting asks for on all networks, nobody wants to read so on each of them.
    let isAsked = if case .given? = settings.raw(.fiat)?.origin { true } else { false }
    return Money(
      network: network, language: console.language, valuation: valuation, missing: missing,
      isWithoutMarket: valuation == nil && network.coin == nil && isAsked)
  }

  /// The money of networks, by their names; those that the settings do not know are left out.
  ///
  /// - Throws: `SettingsError` for a setting that cannot be read; a rate that is missing is no error.
  func moneys(of names: Set<String>) async throws -> [String: Money] {
    try await withThrowingTaskGroup(of: (String, Money).self) { group in
      for name in names {
        guard let network = try? settings.network(named: name) else { continue }
        group.addTask { (name, try await money(of: network)) }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
  }

  /// Adds the values of tokens to the money of networks.
  ///
  /// - Parameter coins: The coins that the tokens are, by network.
  func valuing(
    _ coins: [String: Set<Currency>], by moneys: [String: Money]
  ) async throws -> [String: Money] {
    var valued = moneys
    for (name, coins) in coins where !coins.isEmpty {
      guard let money = moneys[name], let rates = try? rates(patience: Self.patience) else { continue }
      valued[name]?.tokens = await rates.valuations(of: coins, on: money.network)
    }
    return valued
  }

  /// The money of a network with its value on the day of a time: an amount of the past is never valued by a rate of now.
  ///
  /// - Parameter time: In seconds since 1970; nil is now.
  /// - Throws: `SettingsError` for a setting that cannot be read; a rate that is missing is no error.
  func money(of network: Network, at time: UInt64?) async throws -> Money {
    guard let time = time.flatMap({ Int64(exactly: $0) }) else { return try await money(of: network) }
    return try await history(of: network, from: time, to: time)(time)
  }

  /// The money of a network with its value on the days of a span; for today's, where the day has no rate yet, that of now.
  ///
  /// - Throws: `SettingsError` for a setting that cannot be read; a rate that is missing is no error.
  func history(of network: Network, from first: Int64, to last: Int64) async throws -> @Sendable (Int64) -> Money {
    let language = console.language
    guard try settings.rates.fiat() != nil, let rates = try? rates(patience: Self.patience) else {
      return { _ in Money(network: network, language: language, valuation: nil) }
    }
    let now = LocalTime.now()
    let days = await rates.history(of: network, from: first, to: last)
    let present = last > now - 86_400 ? await rates.valuation(of: network) : nil
    return { time in
      let isToday = Zone.utc.day(at: time) == Zone.utc.day(at: now)
      return Money(
        network: network, language: language, valuation: days.valuation(at: time) ?? (isToday ? present : nil))
    }
  }
}
