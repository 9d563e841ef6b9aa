import Primitives
import Rates
import StrictJSON
import Testing

@Suite("Rates from Bithumb and Upbit")
struct KoreanExchangeTests {
  private let bithumb = KoreanExchange.bithumb
  private let upbit = KoreanExchange.upbit
  /// 2026-11-23 12:00 UTC.
  private let now: Int64 = 1_795_435_200

  private func won(_ coin: String) throws -> CurrencyPair { CurrencyPair(try #require(Currency(coin)), .krw) }

  private func book(_ source: KoreanExchange, _ coin: String) throws -> SourceRequest {
    try #require(source.requests(for: .now(.korea, [try won(coin)]), at: now).first)
  }

  @Test("Each coin in won has the address of its book; KLAY is asked for as KAIA")
  func addresses() throws {
    let pairs = [try won("KLAY"), CurrencyPair(.usdt, .krw), CurrencyPair(.usd, .krw)]
    #expect(
      bithumb.requests(for: .now(.korea, pairs), at: now).map(\.url)
        == ["KAIA", "USDT"].map { "https://api.bithumb.com/v1/orderbook?markets=KRW-\($0)" })
    #expect(
      upbit.requests(for: .now(.korea, pairs), at: now).first?.url
        == "https://api.upbit.com/v1/orderbook?markets=KRW-KAIA")
    #expect(bithumb.requests(for: .now(.crypto, pairs), at: now).isEmpty)
  }

  @Test("The best orders with a size are taken, whatever their order, at the book's own time")
  func book() throws {
    let found = try bithumb.read(
      SourceAnswer(recorded: "bithumb-book-kaia.json", at: now), to: try book(bithumb, "KAIA"))
    let quote = try #require(found.quotes.first)
    #expect(quote.pair == CurrencyPair(.kaia, .krw) && quote.source == "bithumb" && quote.market == .korea)
    // 150.4 is an order of nothing.
    #expect(quote.bid?.description == "150.3" && quote.ask?.description == "150.5" && quote.asOf == 1_795_435_197)
  }

  @Test("The recorded books of both are read, with their times")
  func recordedBooks() throws {
    for (source, time, bid, ask) in [
      (bithumb, 1_785_397_720, "91196000", "91226000"), (upbit, 1_785_397_260, "91200000", "91215000"),
    ] as [(KoreanExchange, Int64, String, String)] {
      let answer = try SourceAnswer(recorded: "\(source.profile.name)-book-btc.json", at: time + 5)
      let quote = try #require(try source.read(answer, to: book(source, "BTC")).quotes.first)
      #expect(quote.asOf == time && quote.bid?.description == bid && quote.ask?.description == ask)
    }
  }

  @Test("The book of another market is refused")
  func otherMarket() throws {
    let answer = try SourceAnswer(recorded: "bithumb-book-btc.json", at: now)
    #expect(throws: RatesError(.badAnswer, words: nil)) { try bithumb.read(answer, to: book(bithumb, "KAIA")) }
  }

  @Test("A book without orders leads to the last price, which is as old as its trade")
  func lastPrice() throws {
    let empty = try bithumb.read(
      SourceAnswer(recorded: "bithumb-book-empty.json", at: now), to: try book(bithumb, "KAIA"))
    #expect(empty.quotes.isEmpty)
    #expect(empty.next?.url == "https://api.bithumb.com/v1/ticker?markets=KRW-KAIA")
    for (source, time, price) in [
      // Not 1785430110, which is what Bithumb's own timestamp says: nine hours later.
      (bithumb, 1_785_397_710, "91171000"), (upbit, 1_785_397_260, "91200000"),
    ] as [(KoreanExchange, Int64, String)] {
      let name = source.profile.name
      let request = SourceRequest(
        "https://api.\(name).com/v1/ticker?markets=KRW-BTC", for: .now(.korea, [try won("BTC")]))
      let found = try source.read(SourceAnswer(recorded: "\(name)-ticker-btc.json", at: time + 20), to: request)
      let quote = try #require(found.quotes.first)
      #expect(quote.asOf == time && quote.mid?.description == price && quote.bid == nil && quote.ask == nil)
      try source.readsSpoilt(try RecordedAnswer.json("\(name)-ticker-btc.json"), to: request, at: time + 20)
    }
  }

  @Test("Days are asked for by two hundred up to today, and are those of Seoul at Bithumb and of UTC at Upbit")
  func days() throws {
    let (from, to) = (try #require(Day("2026-05-01")), try #require(Day("2026-12-31")))
    // 2026-11-23 17:00 UTC is the 24th in Seoul.
    let late = now + 18_000
    let requests = bithumb.requests(for: .days(.korea, try won("KAIA"), from: from, to: to), at: late)
    let address = "https://api.bithumb.com/v1/candles/days?market=KRW-KAIA"
    #expect(requests.map(\.url) == ["\(address)&count=200&to=2026-11-17T00:00:00", "\(address)&count=8"])
    #expect(
      upbit.requests(for: .days(.korea, try won("BTC"), from: try #require(Day("2026-11-20")), to: to), at: late)
        .map(\.url) == ["https://api.upbit.com/v1/candles/days?market=KRW-BTC&count=4"])
    let found = try bithumb.read(
      SourceAnswer(recorded: "bithumb-days-kaia.json", at: now), to: try #require(requests.last))
    #expect(
      found.quotes.map { "\($0.day?.description ?? "") \($0.mid?.description ?? "")" }
        == ["2026-11-23 150.4", "2026-11-22 150.9", "2026-11-21 152.2", "2026-11-20 149.3"])
    // Midnight in Seoul is 15:00 UTC of the day before.
    #expect(found.quotes.last?.asOf == 1_795_100_400)
    let atUpbit = try #require(
      upbit.requests(for: .days(.korea, try won("BTC"), from: from, to: to), at: now).last)
    let days = try upbit.read(SourceAnswer(recorded: "upbit-days-btc.json", at: now), to: atUpbit)
    #expect(days.quotes.last?.day == Day("2026-11-20") && days.quotes.last?.asOf == 1_795_132_800)
  }

  @Test(
    "An error in the answer is told apart, whether its name is a number or a string",
    arguments: [
      (#"{"error":{"name":404,"message":"Code not found"}}"#, .noData),
      (#"{"error":{"name":"404","message":"Code not found"}}"#, .noData), ("[]", .noData),
      (#"{"error":{"name":"too_many_requests","message":"\u001b[2Jslow"}}"#, .limited),
      (#"{"error":{"name":"400","message":"…"}}"#, .badAnswer), (#"{"error":[]}"#, .badAnswer),
    ] as [(String, RatesError.Code)])
  func errors(answer: String, code: RatesError.Code) throws {
    for source in [bithumb, upbit] {
      #expect(throws: RatesError(code, words: nil)) {
        try source.read(SourceAnswer(Array(answer.utf8), at: now), to: book(source, "KAIA"))
      }
    }
  }

  @Test("A spoilt book or day is left out and the others stay")
  func spoilt() throws {
    try bithumb.readsSpoilt(
      try RecordedAnswer.json("bithumb-book-kaia.json"), to: try book(bithumb, "KAIA"), at: now)
    try upbit.readsSpoilt(try RecordedAnswer.json("upbit-book-btc.json"), to: try book(upbit, "BTC"), at: now)
    let day = try #require(Day("2026-11-20"))
    for (source, coin) in [(bithumb, "KAIA"), (upbit, "BTC")] {
      let request = try #require(
        source.requests(for: .days(.korea, try won(coin), from: day, to: day), at: now).first)
      let name = "\(source.profile.name)-days-\(coin.lowercased()).json"
      try source.readsSpoilt(try RecordedAnswer.json(name), to: request, at: now)
    }
  }
}
