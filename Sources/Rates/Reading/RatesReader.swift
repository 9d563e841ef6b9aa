import Primitives

/// The rates of markets, from sources and from what is kept of them.
///
/// A source is asked where its kept rates are not fresh any more, and never twice in five minutes for an address; what
/// it said before is shown with its age when it gives no answer.
public struct RatesReader: Sendable {
  /// The file of rates.
  public let book: RatesBook
  /// The sources that may be asked, those to be preferred first.
  public let sources: [any RateSource]
  let asker: SourceClient
  private let chain: NodeFeeds?
  /// Seconds since 1970.
  public let clock: @Sendable () -> Int64

  /// - Parameters:
  ///   - sources: Those that may be asked, the ones to be preferred first.
  ///   - asker: Asks them.
  ///   - chain: The price feeds of the chain in use; nil where no node may be asked.
  ///   - clock: Seconds since 1970.
  public init(
    book: RatesBook, sources: [any RateSource], asker: SourceClient, chain: NodeFeeds? = nil,
    clock: @escaping @Sendable () -> Int64
  ) {
    (self.book, self.sources, self.asker, self.chain, self.clock) = (book, sources, asker, chain, clock)
  }

  /// The rates of markets, for pairs.
  ///
  /// Sources are asked in their order until every pair has a rate that is not old; where several markets count
  /// together, or a source is named, all are.
  ///
  /// - Throws: `RatesError` `bookFailed`.
  public func reading(
    of markets: [Market], pairs: [CurrencyPair], _ choice: RatesChoice = RatesChoice()
  ) async throws -> MarketReading {
    let now = clock()
    var problems: [SourceProblem] = []
    for market in markets where choice.asking != .never {
      if market == .chain { problems += await readChain(choice, now) }
      var earlier: Set<String> = []
      for source in sources where source.profile.markets.contains(market) && choice.takes(source.profile.name) {
        // The rates of those behind it do not keep the first one from being asked.
        let heard = try await known(of: [market], pairs, choice, now).rates.filter { earlier.contains($0.source) }
        let hasAll = MarketReading(markets: [market], board: RateBoard(heard), problems: [], time: now).hasFresh(pairs)
        if hasAll, choice.asking != .always, !heard.isEmpty { break }
        problems += await ask([source], for: query(market, pairs, choice), choice)
        earlier.insert(source.profile.name)
      }
    }
    let (rates, suspects) = try await known(of: markets, pairs, choice, now)
    return MarketReading(
      markets: markets, board: RateBoard(rates), suspects: suspects, problems: problems, time: now)
  }

  /// The rates of pairs on the last day before each that is kept, from the source of the rate if it has one; nil for
  /// those of which none is kept.
  ///
  /// - Parameter rates: Rates of one market.
  /// - Throws: `RatesError` `bookFailed`.
  public func lastDays(before rates: [Rate]) async throws -> [Rate?] {
    let days = rates.map { $0.day ?? Zone.utc.day(at: $0.asOf) }
    guard let market = rates.first?.market, let first = days.min(), let last = days.max() else { return [] }
    let kept = try await self.days(
      of: rates.flatMap(\.ownPairs), in: market, from: first.adding(-10), to: last.adding(-1))
    return zip(rates, days).map { Self.last(of: kept, before: $1, like: $0) }
  }

  /// - Parameter kept: Rates of days, in order of days.
  private static func last(of kept: [Rate], before day: Day, like rate: Rate) -> Rate? {
    let names = rate.source.split(separator: "+").map(String.init)
    let (pairs, days) = (ways(of: rate.ownPairs, in: rate.market), day.adding(-10)...day.adding(-1))
    var own = kept.filter {
      pairs.contains($0.pair) && names.contains($0.source) && (!rate.legs.isEmpty || $0.kind == rate.kind)
        && $0.day.map(days.contains) ?? false
    }[...]
    while let newest = own.last?.day {
      let start = own.firstIndex { $0.day == newest } ?? own.startIndex
      let board = RateBoard(Array(own[start...]))
      if let found = try? board.rate(rate.pair, through: [rate.market.common]) { return found }
      own = own[..<start]
    }
    return nil
  }

  /// The name of a rate's source for people; of a cross rate of several sources all names.
  public func title(of rate: Rate) -> String {
    rate.source.split(separator: "+").map { title(of: String($0)) }.joined(separator: " + ")
  }

  /// The name of a source for people; the name itself where nobody here is called so.
  public func title(of source: String) -> String {
    sources.first { $0.profile.name == source }?.profile.title ?? source
  }

  // MARK: Asking

  /// Asks sources side by side, unless nobody is to be asked.
  func ask(_ sources: [any RateSource], for query: RateQuery, _ choice: RatesChoice) async -> [SourceProblem] {
    guard choice.asking != .never else { return [] }
    return await asker.ask(sources, for: query, isForced: choice.asking == .always).compactMap { outcome in
      // With what was asked for a moment ago nothing is wrong; an error says when it can be newer.
      let isTooSoon = choice.asking == .always && !outcome.wasAsked && (outcome.nextTry ?? 0) > clock()
      let error = outcome.problem ?? (isTooSoon ? SourceProblem.tooSoon(outcome) : nil)
      return error.map {
        SourceProblem(
          source: outcome.source, error: $0.about(outcome.source, title: title(of: outcome.source)),
          nextTry: outcome.nextTry)
      }
    }
  }

  /// Asks feeds for news.
  ///
  /// - Parameter feeds: The names of the feeds that are asked.
  public func askForNews(_ feeds: Set<String>, _ choice: RatesChoice) async -> [SourceProblem] {
    await ask(
      sources.filter { feeds.contains($0.profile.name) && $0.profile.newsLanguage != nil }, for: .news, choice)
  }

  private func query(_ market: Market, _ pairs: [CurrencyPair], _ choice: RatesChoice) -> RateQuery {
    if let day = choice.day, let pair = pairs.first { return .days(market, pair, from: day.adding(-10), to: day) }
    // Each currency in the market's own, too: a way through it is one of two such legs.
    let legs = Set(pairs.flatMap { [$0.base, $0.quote] }).filter { $0 != market.common }.sorted()
    return .now(market, pairs + legs.map { CurrencyPair($0, market.common) }.filter { !pairs.contains($0) })
  }

  /// Asks the chain in use, unless what its nodes said is not five minutes old.
  private func readChain(_ choice: RatesChoice, _ now: Int64) async -> [SourceProblem] {
    guard let chain, choice.asking != .never, choice.day == nil else { return [] }
    do {
      let kept = try await book.quotes(in: .chain, at: now).filter { chain.own(name: $0.quote.source) != nil }
      if let newest = kept.map(\.quote.retrieved).max(), (now - 299...now).contains(newest) { return [] }
      for (provider, quotes) in Dictionary(grouping: try await chain.read().quotes, by: \.source) {
        let name = chain.kept(name: provider)
        try await book.keep(
          SourceFindings(quotes: quotes.map { $0.named(name) }), of: .feeds(of: provider, named: name), at: now)
      }
      return []
    } catch {
      let problem =
        error as? RatesError ?? RatesError(.unreachable, "The chain's price feeds cannot be read.", cause: error)
      return [SourceProblem(source: "chain", error: problem.about("chain", title: "chain"))]
    }
  }

  // MARK: What is kept

  /// The rates that count, in the order of preference, and those that are suspect beside them.
  private func known(
    of markets: [Market], _ pairs: [CurrencyPair], _ choice: RatesChoice, _ now: Int64
  ) async throws -> (rates: [Rate], suspects: [Rate]) {
    var (rates, suspects): ([Rate], [Rate]) = ([], [])
    for market in markets {
      if let day = choice.day {
        // Of each source and pair the last day before counts.
        rates += try await days(of: pairs, in: market, from: day.adding(-10), to: day).reversed()
      } else {
        let told = try await book.toldQuotes(in: market, at: now)
        let rate = { (kept: StoredQuote) in
          own(kept.quote.source, market).map {
            Rate(kept.quote.named($0), isOld: isOld(kept.quote, choice, now), isSuspect: kept.isSuspect)
          }
        }
        rates += told.counting.compactMap(rate)
        suspects += told.suspect.compactMap(rate)
      }
    }
    return (preferred(rates.filter { choice.takes($0.source) }), suspects.filter { choice.takes($0.source) })
  }

  /// The rates of days that sources gave for pairs, or for the legs of a way through the market's currency.
  func days(of pairs: [CurrencyPair], in market: Market, from first: Day, to last: Day) async throws -> [Rate] {
    let wanted = Self.ways(of: pairs, in: market).sorted()
    let rates = try await book.days(of: wanted, in: market, from: first, to: last).compactMap { day in
      own(day.source, market).flatMap { Rate(day, named: $0, zone: zone(day.source)) }
    }
    return rates.sorted { ($0.day?.number ?? 0) < ($1.day?.number ?? 0) }
  }

  /// Pairs and the legs of ways through the market's currency, both ways round.
  private static func ways(of pairs: [CurrencyPair], in market: Market) -> Set<CurrencyPair> {
    let legs = pairs.flatMap { pair in
      [pair, CurrencyPair(pair.base, market.common), CurrencyPair(pair.quote, market.common)]
    }
    return Set(legs.flatMap { [$0, $0.inverse] }).filter { $0.base != $0.quote }
  }

  /// The name of a source as it is shown; nil for price feeds that were read of other nodes than those in use.
  private func own(_ source: String, _ market: Market) -> String? {
    market == .chain ? chain?.own(name: source) : source
  }

  private func zone(_ source: String) -> Zone { sources.first { $0.profile.name == source }?.profile.zone ?? .utc }

  /// Rates in the order of preference: those that can be relied on first, of these those of the sources named first, of
  /// these a source's own before means of what it lists.
  func preferred(_ rates: [Rate]) -> [Rate] {
    let order = Dictionary(sources.enumerated().map { ($1.profile.name, $0) }) { first, _ in first }
    let ranked = rates.enumerated().map { index, rate in
      (
        rank: (
          rate.isSuspect ? 2 : rate.isOld ? 1 : 0, order[rate.source] ?? .max, rate.kind == .aggregate ? 1 : 0, index
        ),
        rate: rate
      )
    }
    return ranked.sorted { $0.rank < $1.rank }.map(\.rate)
  }

  private func isOld(_ quote: Quote, _ choice: RatesChoice, _ now: Int64) -> Bool {
    guard choice.day == nil else { return false }
    if let most = choice.mostAge { return now - min(quote.asOf, quote.retrieved) > most }
    let profile = sources.first { $0.profile.name == quote.source }?.profile
    return quote.isOld(at: now, profile)
  }
}

extension Rate {
  /// Its pair, or those that it is made of.
  fileprivate var ownPairs: [CurrencyPair] { legs.isEmpty ? [pair] : legs.map(\.pair) }
}

extension RatesChoice {
  /// Whether a source counts.
  func takes(_ name: String) -> Bool { source.map { $0 == name } ?? true }
}

extension MarketReading {
  /// Whether every pair has a rate that is not old.
  func hasFresh(_ pairs: [CurrencyPair]) -> Bool {
    pairs.allSatisfy { pair in (try? rate(pair)).map { !$0.isOld && !$0.isSuspect } ?? false }
  }
}

extension SourceProfile {
  /// The price feeds that a provider keeps on a chain, under the name under which they are kept.
  static func feeds(of provider: String, named name: String) -> SourceProfile {
    SourceProfile(
      name: name, title: provider, markets: [.chain],
      licence: "Read from the contracts of \(provider) by your own node")
  }
}

extension Quote {
  /// Whether a newer one is due: of exchanges and chains after an hour, of banks after a day, of a day's official rate
  /// when the next day's is in force.
  func isOld(at now: Int64, _ profile: SourceProfile?) -> Bool {
    let age = now - min(asOf, retrieved)
    return switch kind {
    case .aggregate where market == .banks: age > 86_400
    case .exchange, .chain, .aggregate: age > 3600
    case .bank, .card, .cash, .interbank: age > 86_400
    case .official: day.map { $0 < newestDue(at: now, profile) } ?? (age > 86_400)
    case .manual: false
    }
  }

  /// The last working day whose rate is in force: those of weekends are Friday's.
  private func newestDue(at now: Int64, _ profile: SourceProfile?) -> Day {
    let zone = profile?.zone ?? .utc
    let today = zone.day(at: now)
    let isOut = profile?.publication.map { now - zone.time(on: today) >= $0 } ?? true
    let due = profile?.publishesNextDay ?? false || isOut ? today : today.adding(-1)
    return due.adding(-max(0, due.weekday - 4))
  }
}
