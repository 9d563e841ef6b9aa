import Primitives
import Rates

/// Looking at rates as a person does: the settings decide what is not said, sources are asked where that is due, and
/// what is missing is reported beside what is there.
package struct RatesOperations: Sendable {
  /// The rates themselves.
  package let reader: RatesReader
  let settings: Settings

  /// Rates with the settings of a person.
  package init(_ settings: Settings, reader: RatesReader) { (self.settings, self.reader) = (settings, reader) }

  /// Opens the file of rates, with the sources that the settings name.
  ///
  /// - Parameters:
  ///   - program: The program and its version, which is sent to sources.
  ///   - chain: The price feeds of the chain in use; nil where no node may be asked.
  ///   - patience: Seconds to wait for another process that writes into the file.
  ///   - clock: Seconds since 1970.
  /// - Throws: `SettingsError`; `RatesError` `bookFailed`.
  package init(
    _ settings: Settings, program: String, chain: NodeFeeds? = nil,
    patience: Double = 10, clock: @escaping @Sendable () -> Int64
  ) throws {
    let book = try RatesBook(at: try settings.rates.place(), patience: patience)
    self.init(
      settings,
      reader: RatesReader(
        book: book, sources: try settings.rates.sources(),
        asker: SourceClient(
          book: book, mirror: try settings.rates.mirror().map { try SourceMirror($0) }, userAgent: program,
          timeout: try settings.timeout(), clock: clock),
        chain: chain, clock: clock))
  }

  /// The market of the settings, else the one that was shown last.
  package func market() async throws -> Market { try await chosenMarket() ?? .nbu }

  /// The market of the settings, else the one that was shown last; nil where nobody chose one.
  package func chosenMarket() async throws -> Market? {
    if let market = try settings.rates.market() { return market }
    return try await reader.book.lastMarket()
  }

  /// Shows rates of a market in its common currency, or in another.
  ///
  /// - Parameters:
  ///   - currencies: Nil for those of the settings, else the market's usual ones; where the market has none of these, for all
  ///     that it has.
  ///   - isAll: Whether all that the market has are shown behind these.
  ///   - isBrief: Whether neither changes nor a headline are wanted.
  ///   - isNoted: Whether a market that is named is the one to be shown where none is.
  ///   - language: The language whose feeds are asked for a headline meanwhile, for two seconds at most; nil for none.
  /// - Throws: `RatesError` where not one rate is there: `noData`, `unreachable`, `tooSoon`.
  package func overview(
    of currencies: [Currency]?, isAll: Bool = false, isBrief: Bool = false, isNoted: Bool = true,
    newsIn language: String? = nil, in other: Currency?, _ choice: RatesChoice
  ) async throws -> RatesOverview {
    let market = try await market()
    let quote = other ?? market.common
    let wanted = try currencies ?? settings.rates.currencies(of: market)
    let pairs = wanted.filter { $0 != quote }.map { CurrencyPair($0, quote) }
    async let headlines: Void = askForHeadlines(in: language, choice)
    let (reading, found, missing) = try await rates(of: pairs, in: market, choice)
    let others = reading.others(than: pairs, in: quote)
    let showsAll = isAll || (found.isEmpty && currencies == nil && !isBrief)
    let rates = found + (showsAll ? others : [])
    if rates.isEmpty, let first = missing.first { throw reading.failure(first.error) }
    // A market that is named to be looked at is shown the next time, too.
    if isNoted, !isBrief, case .given = settings.raw(.ratesMarket)?.origin {
      try await reader.book.noteLastMarket(market)
    }
    let earlier = isBrief ? [] : try await reader.lastDays(before: rates)
    let rows = rates.enumerated().map { index, rate in
      RatesOverview.Row(rate: rate, change: isBrief ? nil : RateChange(from: earlier[index], to: rate))
    }
    await headlines
    let unread = isBrief ? [] : try await reader.book.news(limit: 1, isUnread: true)
    return RatesOverview(
      market: market, rows: rows, missing: missing, suspects: reading.suspects(behind: rates),
      headline: unread.first?.item, hasMore: !showsAll && !others.isEmpty, problems: reading.problems,
      time: reading.time)
  }

  /// Converts an amount at one side of a market.
  ///
  /// - Parameter targets: Nil for the currencies of the settings, else the market's usual ones.
  /// - Throws: `RatesError` where not one of the rates is there.
  package func convert(
    _ amount: ExactDecimal, from currency: Currency, to targets: [Currency]?, side: Rate.Side, _ choice: RatesChoice
  ) async throws -> RatesConversion {
    let market = try await market()
    let wanted = try targets ?? ([market.common] + settings.rates.currencies(of: market).filter { $0 != market.common })
    let pairs = wanted.filter { $0 != currency }.map { CurrencyPair(currency, $0) }
    var (reading, rates, missing) = try await rates(of: pairs, in: market, choice)
    if rates.isEmpty, let first = missing.first { throw reading.failure(first.error) }
    var results: [Conversion] = []
    for rate in rates {
      do throws(RatesError) {
        results.append(try Conversion(Fraction(amount), at: rate, side: side))
      } catch {
        missing.append(.init(pair: rate.pair, error: error))
      }
    }
    if results.isEmpty, let first = missing.first { throw reading.failure(first.error) }
    return RatesConversion(
      amount: amount, currency: currency, market: market, results: results,
      suspects: reading.suspects(behind: results.map(\.rate)), missing: missing, problems: reading.problems,
      time: reading.time)
  }

  /// The rates of pairs, and the pairs that have none.
  private func rates(
    of pairs: [CurrencyPair], in market: Market, _ choice: RatesChoice
  ) async throws -> (MarketReading, [Rate], [RatesOverview.Missing]) {
    let reading = try await reader.reading(of: [market], pairs: pairs, choice)
    var (rates, missing): ([Rate], [RatesOverview.Missing]) = ([], [])
    for pair in pairs {
      do throws(RatesError) {
        rates.append(try reading.rate(pair))
      } catch {
        missing.append(.init(pair: pair, error: error))
      }
    }
    return (reading, rates, missing)
  }
}
