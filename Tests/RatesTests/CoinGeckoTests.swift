import Primitives
import Rates
import StrictJSON
import Testing

@Suite("Rates from CoinGecko")
struct CoinGeckoTests {
  private let source = CoinGecko()
  /// 2026-11-23 12:00 UTC.
  private let now: Int64 = 1_795_435_200
  private let query = RateQuery.now(
    .crypto, [CurrencyPair(.kaia, .uah), CurrencyPair(.krw, .kaia), CurrencyPair(.eth, .uah)])

  private func request() throws -> SourceRequest { try #require(source.requests(for: query, at: now).first) }

  @Test("All coins are asked for at once by their names there, with Tether and the dollar for the step to it")
  func address() throws {
    let request = try request()
    #expect(source.requests(for: query, at: now).count == 1 && request.headers.isEmpty)
    #expect(
      request.url == "https://api.coingecko.com/api/v3/simple/price?ids=ethereum,kaia,tether&vs_currencies=krw,uah,usd"
        + "&include_last_updated_at=true&precision=full")
    #expect(source.requests(for: .now(.crypto, [CurrencyPair(.usd, .uah)]), at: now).isEmpty)
    #expect(source.requests(for: .now(.korea, [CurrencyPair(.kaia, .krw)]), at: now).isEmpty)
  }

  @Test("A key goes into the header of its plan, and into no address")
  func keys() throws {
    let key = try SourceKey("CG-secret", of: "coingecko")
    let demo = try #require(CoinGecko(key: key).requests(for: query, at: now).first)
    #expect(demo.headers == ["x-cg-demo-api-key: CG-secret"] && demo.url.hasPrefix("https://api.coingecko.com/"))
    let paid = try #require(CoinGecko(key: key, isPaid: true).requests(for: query, at: now).first)
    #expect(paid.headers == ["x-cg-pro-api-key: CG-secret"] && paid.url.hasPrefix("https://pro-api.coingecko.com/"))
    for request in [demo, paid] { #expect(!(request.url + request.shownURL).contains("secret")) }
    let keyless = try #require(CoinGecko(isPaid: true).requests(for: query, at: now).first)
    #expect(keyless.headers.isEmpty && keyless.url.hasPrefix("https://api.coingecko.com/"))
  }

  @Test("Prices are one number of the time that each coin has")
  func prices() throws {
    let found = try source.read(SourceAnswer(recorded: "coingecko-price.json", at: now), to: try request())
    #expect(found.quotes.count == 9 && found.skipped == 0)
    let kaia = try #require(found.quotes.first { $0.pair == CurrencyPair(.kaia, .krw) })
    #expect(kaia.mid?.description == "150.4331" && kaia.bid == nil && kaia.asOf == 1_795_435_139)
    #expect(kaia.kind == .aggregate && kaia.market == .crypto)
    #expect(found.quotes.contains { $0.pair == CurrencyPair(.usdt, .usd) })
  }

  @Test("Members beside the prices, coins that were not asked for and currencies that are missing are passed over")
  func documented() throws {
    let found = try source.read(
      SourceAnswer(recorded: "coingecko-documented.json", at: now), to: try request())
    #expect(found.quotes.map { "\($0.pair) \($0.mid?.description ?? "")" } == ["ETH/USD 374.01"])
    #expect(found.quotes.first?.asOf == 1_602_472_941)
    let other = Array(#"{"kaia":{"usd":1e-08,"uah":null},"bitcoin":{"usd":1}}"#.utf8)
    let quotes = try source.read(SourceAnswer(other, at: now), to: try request()).quotes
    #expect(quotes.map { "\($0.pair) \($0.mid?.description ?? "") \($0.asOf)" } == ["KAIA/USD 0.00000001 \(now)"])
  }

  @Test(
    "An answer without prices is told apart",
    arguments: [
      ("{}", .noData), (#"{"bitcoin":{"usd":1}}"#, .noData), (#"{"kaia":{}}"#, .badAnswer), ("[]", .badAnswer),
      (#"{"error":"coin not found"}"#, .badAnswer), (#"{"status":{"error_code":403}}"#, .badKey),
    ] as [(String, RatesError.Code)])
  func errors(answer: String, code: RatesError.Code) throws {
    #expect(throws: RatesError(code, words: nil)) {
      try source.read(SourceAnswer(Array(answer.utf8), at: now), to: request())
    }
  }

  @Test("A limit and a key that is refused are told as such")
  func recordedErrors() throws {
    for (name, code) in [("limited", .limited), ("key", .badKey)] as [(String, RatesError.Code)] {
      #expect(throws: RatesError(code, words: nil)) {
        try source.read(SourceAnswer(recorded: "coingecko-\(name).json", at: now), to: request())
      }
    }
  }

  @Test("A spoilt price is left out and the others stay")
  func spoilt() throws {
    try source.readsSpoilt(try RecordedAnswer.json("coingecko-price.json"), to: try request(), at: now)
  }
}
