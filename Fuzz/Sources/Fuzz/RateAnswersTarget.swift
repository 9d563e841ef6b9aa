import Primitives
@testable import Rates

/// An answer after one byte that chooses the source, read as an answer to each kind of request that the source has; and the
/// same bytes once more as the answer to a request that follows from them.
func fuzzRateAnswers(_ bytes: Bytes) {
  guard let first = bytes.first else { return }
  let (source, requests) = AskedSources.all[Int(first) % AskedSources.all.count]
  let body = Bytes(bytes.dropFirst())
  for request in requests {
    guard let next = findings(of: source, in: body, to: request)?.next else { continue }
    require(next.url.hasPrefix("https://") && next.mostBytes <= 4 << 20, "the next request is \(next.shownURL)")
    _ = findings(of: source, in: body, to: next)
  }
}

/// The sources with requests of each kind.
private enum AskedSources {
  static let all: [(any RateSource, [SourceRequest])] = sources.map { source in
    let own = queries(source.profile.markets).compactMap { source.requests(for: $0, at: AnswerTime.now).first }
    return (source, own + others.filter { $0.key == source.profile.name }.flatMap(\.value))
  }

  private static let key = try? SourceKey("key-of-the-fuzzer", of: "fuzz")
  private static let sources: [any RateSource] = [
    NationalBankOfUkraine(), MinFinSite(), FinanceUA(), PrivatBank(), Monobank(), WhiteBIT(), Binance(), Kuna(),
    KoreanExchange.bithumb, KoreanExchange.upbit, CoinGecko(), EuropeanCentralBank(), Frankfurter(),
    MinFinAPI(key: key), KoreaEximbank(key: key), BankOfKorea(key: key),
  ]

  private static func pairs(of market: Market) -> [CurrencyPair] {
    let coin = market == .crypto ? Currency("BTC") : market == .korea ? .kaia : nil
    return ([coin].compactMap { $0 } + [.usd, .eur, .usdt]).filter { $0 != market.common }
      .map { CurrencyPair($0, market.common) }
  }

  private static func queries(_ markets: [Market]) -> [RateQuery] {
    let day = Zone.utc.day(at: AnswerTime.now).adding(-2)
    let now = markets.map { RateQuery.now($0, pairs(of: $0)) }
    let days = markets.flatMap { market in
      pairs(of: market).prefix(1).map { RateQuery.days(market, $0, from: day, to: day) }
    }
    return now + days + [.banks(.usd)]
  }

  /// Requests that follow from an answer only, or that nobody makes any more.
  private static let others: [String: [SourceRequest]] = [
    "whitebit": [
      SourceRequest(
        "https://whitebit.com/api/v4/public/orderbook/BTC_USDT?limit=1", for: .now(.crypto, pairs(of: .crypto)))
    ],
    "bithumb": [
      SourceRequest("https://api.bithumb.com/v1/ticker?markets=KRW-KAIA", for: .now(.korea, pairs(of: .korea)))
    ],
    "upbit": [SourceRequest("https://api.upbit.com/v1/ticker?markets=KRW-KAIA", for: .now(.korea, pairs(of: .korea)))],
    "kuna": [SourceRequest("https://api.kuna.io/v4/markets", for: .now(.crypto, pairs(of: .crypto)))],
  ]
}
