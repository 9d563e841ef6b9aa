import Primitives
import Testing

@testable import Rates

@Suite("The rates of the last day before")
struct LastDayTests {
  private let fixture: BookFixture
  private let dollar = CurrencyPair(.usd, .uah)
  private let euro = CurrencyPair(.eur, .uah)
  private let won = CurrencyPair(.krw, .uah)
  private let today = Zone.utc.day(at: BookFixture.noon)

  init() throws { fixture = try BookFixture() }

  /// A reader of what a source told on some days before today, each at its noon.
  private func reader(
    _ told: [(source: String, pair: CurrencyPair, days: [(before: Int, price: String)])]
  ) async throws -> RatesReader {
    let book = try fixture.book()
    let entries = told.flatMap { entry in entry.days.map { (entry.source, entry.pair, $0.before, $0.price) } }
    for (source, pair, before, price) in entries.sorted(by: { $0.2 > $1.2 }) {
      let day = today.adding(-before)
      let noon = BookFixture.noon - Int64(before) * 86_400
      let quote = try #require(
        Quote(
          source: source, market: .nbu, kind: .official, pair: pair, mid: ExactDecimal(price),
          asOf: Zone.utc.time(on: day), day: day, retrieved: noon))
      try await book.keep(SourceFindings(quotes: [quote]), of: BookFixture.profile(source), at: noon)
    }
    return RatesReader(book: book, sources: [], asker: SourceClient(book: book), clock: { BookFixture.noon })
  }

  /// The middle prices on the last days before the rates of pairs.
  private func prices(_ pairs: [CurrencyPair], _ reader: RatesReader) async throws -> [String?] {
    let reading = try await reader.reading(of: [.nbu], pairs: pairs, RatesChoice(asking: .never))
    let rates = try pairs.map { try reading.rate($0) }
    return try await reader.lastDays(before: rates).map { $0?.price(.mid)?.decimal?.text }
  }

  @Test("Each pair has its own last day, of its own source, at most ten days before")
  func ownDays() async throws {
    let reader = try await reader([
      ("one", dollar, [(3, "40"), (1, "41"), (0, "42")]), ("one", euro, [(2, "45"), (0, "46")]),
      ("one", won, [(11, "0.03"), (0, "0.031")]), ("two", euro, [(1, "47")]),
    ])
    #expect(try await prices([dollar, euro, won], reader) == ["41", "45", nil])
    #expect(try await prices([], reader).isEmpty)
  }

  @Test("A rate that is made of two has the last day on which both were told")
  func crossed() async throws {
    let reader = try await reader([
      ("one", dollar, [(3, "40"), (1, "41"), (0, "42")]), ("one", euro, [(3, "44"), (2, "45"), (0, "46")]),
    ])
    #expect(try await prices([CurrencyPair(.eur, .usd), euro], reader) == ["1.1", "45"])
  }
}
