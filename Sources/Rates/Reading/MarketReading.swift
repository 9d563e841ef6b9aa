import Primitives

/// The rates of one or more markets at a time, with what kept sources from answering.
public struct MarketReading: Sendable {
  /// The markets, the one that decides the common currency first.
  public let markets: [Market]
  /// The rates.
  public let board: RateBoard
  /// The rates that sources tell now and that are far from the ones before, which count in their place.
  public let suspects: [Rate]
  /// The sources that gave no answer when they were asked, or may not be asked yet.
  public let problems: [SourceProblem]
  /// The time of the reading, in seconds since 1970.
  public let time: Int64

  /// A reading as it is given.
  public init(
    markets: [Market], board: RateBoard, suspects: [Rate] = [], problems: [SourceProblem], time: Int64
  ) {
    (self.markets, self.board, self.suspects, self.problems, self.time) = (markets, board, suspects, problems, time)
  }

  /// The suspect rates in whose place others count in a rate or its legs.
  public func suspects(behind rates: [Rate]) -> [Rate] {
    let legs = rates.flatMap { $0.legs.isEmpty ? [$0] : $0.legs }
    return suspects.filter { suspect in
      legs.contains { $0.source == suspect.source && ($0.pair == suspect.pair || $0.pair == suspect.pair.inverse) }
    }
  }

  /// The rate of a pair: a source's own, or made of two or three.
  ///
  /// - Throws: `noData`, which names the leg that is missing.
  public func rate(_ pair: CurrencyPair) throws(RatesError) -> Rate {
    if pair.base == pair.quote { throw RatesError(always: pair.base) }
    var common = markets.map(\.common)
    if markets.contains(.crypto) { common += [.usd, .uah] }
    return try board.rate(pair, through: common)
  }

  /// The rates of all other pairs that sources have in a currency, by code.
  public func others(than pairs: [CurrencyPair], in quote: Currency) -> [Rate] {
    Set(board.rates.map(\.pair)).filter { $0.quote == quote && !pairs.contains($0) }.sorted()
      .compactMap { try? rate($0) }
  }

  /// The reason why there is nothing at all: that nobody answers, or may be asked yet, where no rate is kept; else the
  /// error of the pair.
  public func failure(_ error: RatesError) -> RatesError {
    guard board.rates.isEmpty, let first = problems.first else { return error }
    if let next = problems.compactMap(\.nextTry).min(), next > time, problems.allSatisfy({ $0.error.code == .tooSoon })
    {
      return RatesError(
        .tooSoon, "Nothing is kept, and the sources may not be asked yet.", reason: first.error.reason,
        facts: .askableAt(next))
    }
    return RatesError(
      .unreachable, "Nothing is kept, and no source answers.",
      reason: problems.map(\.words).joined(separator: " "),
      facts: .problems(problems.map(\.error)), cause: first.error)
  }
}
