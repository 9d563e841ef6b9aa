import Primitives
import Rates
import StrictJSON
import Testing

@Suite("Recorded rates of Kuna")
struct KunaTests {
  private let source = Kuna()
  /// 2024-06-01 00:00 UTC, when it was open.
  private let then: Int64 = 1_717_200_000

  private func request(_ pairs: [CurrencyPair] = []) -> SourceRequest {
    SourceRequest("https://api.kuna.io/v3/tickers", for: .now(.crypto, pairs))
  }

  private func texts(_ name: String, _ pairs: [CurrencyPair] = []) throws -> [String] {
    try source.read(SourceAnswer(recorded: "kuna-\(name).json", at: then), to: request(pairs)).quotes.map { quote in
      let numbers = [quote.bid, quote.ask, quote.mid].map { $0?.description ?? "-" }
      return "\(quote.pair) \(numbers.joined(separator: " ")) \(quote.asOf)"
    }
  }

  @Test("Nobody is asked")
  func closed() {
    #expect(source.requests(for: .now(.crypto, [CurrencyPair(.usdt, .uah)]), at: then).isEmpty)
  }

  @Test("All three versions are read")
  func versions() throws {
    #expect(
      try texts("v3-tickers")
        == ["BTC/UAH 208001 208499 208001 \(then)", "USDT/UAH 27.1 27.19 27.15 \(then)"])
    #expect(try texts("v4-tickers") == ["BTC/UAH 1520000 1525000 1522000 \(then)"])
    #expect(try texts("v2-ticker", [CurrencyPair(.eth, .uah)]) == ["ETH/UAH 323001 323499 323100 1602472941"])
    #expect(throws: RatesError(.badAnswer, words: nil)) { try texts("v2-ticker") }
  }

  @Test("A spoilt row is left out and the others stay")
  func spoilt() throws {
    try source.readsSpoilt(try RecordedAnswer.json("kuna-v3-tickers.json"), to: request(), at: then)
    try source.readsSpoilt(try RecordedAnswer.json("kuna-v4-tickers.json"), to: request(), at: then, rows: ["data"])
    let pair = [CurrencyPair(.eth, .uah)]
    try source.readsSpoilt(try RecordedAnswer.json("kuna-v2-ticker.json"), to: request(pair), at: then, rows: nil)
  }
}
