import Primitives
import StrictJSON
import Testing

@testable import Rates

@Suite("Values in the answers of sources")
struct AnswerReadingTests {
  @Test(
    "A number is read from a number and from a string; zero, null and nothing are none",
    arguments: [
      ("44.5526", "44.5526"), (" 44.5526 ", "44.5526"), (.number("44.5526"), "44.5526"),
      (.number("1e-08"), "0.00000001"), (0, nil), ("0", nil), ("0.0000", nil), (.null, nil), ("", nil), ("-1", nil),
      (-1, nil), (true, nil), ([1], nil), ("1,364.81", nil), (.number("18446744073709551616"), nil),
      (.number("18446744073709551615"), "18446744073709551615"), ("0x10", nil), ("٤٤", nil),
    ] as [(JSON, String?)])
  func decimals(json: JSON, text: String?) {
    #expect(json.decimal()?.description == text)
  }

  @Test("Commas between thousands are read only where a format has them")
  func groups() {
    #expect(JSON.string("1,364.81").decimal(groups: true)?.description == "1364.81")
    #expect(JSON.string("13,64.81").decimal(groups: true) == nil)
    #expect(JSON.string(",364").decimal(groups: true) == nil)
  }

  @Test("A rate of 100 units becomes the rate of one by moving the point, and other numbers of units are refused")
  func units() throws {
    let rate = try #require(ExactDecimal("935.15"))
    #expect(rate.per(100)?.description == "9.3515")
    #expect(rate.per(1) == rate)
    for units in [0, -100, 3, 250, 1_000_000_000_000_000_000] { #expect(rate.per(units) == nil) }
  }

  @Test("A mean is rounded once, and a median is not moved by one wrong number")
  func averages() {
    let numbers = ["24.30", "24.35", "24.38", "99999"].compactMap { ExactDecimal($0) }
    #expect(numbers.median?.description == "24.365")
    #expect(numbers.dropLast().map(\.self).median?.description == "24.35")
    #expect(["1", "2", "2"].compactMap { ExactDecimal($0) }.mean?.description == "1.67")
    #expect([ExactDecimal]().mean == nil && [ExactDecimal]().median == nil)
    let large = [ExactDecimal](repeating: ExactDecimal(.max), count: 1000)
    #expect(large.mean == ExactDecimal(.max))
  }

  @Test("A time is read by the zone's clock unless it has an offset of its own")
  func times() {
    #expect(Zone.kyiv.time(of: "2021-02-10 11:18:00") == 1_612_948_680)
    #expect(Zone.kyiv.time(of: "2025-10-26T22:41:28+02:00") == 1_761_511_288)
    #expect(Zone.seoul.time(of: "2025-10-26T22:41:28+02:00") == 1_761_511_288)
    #expect(Zone.kyiv.time(of: "2025-10-26T20:41:28.123Z") == 1_761_511_288)
    #expect(Zone.kyiv.time(of: "2025-10-26T15:11:28-05:30") == 1_761_511_288)
    for text in [
      "", "T", "2021-02-10", "2021-02-30 11:18:00", "2021-02-10 24:00:00", "2021-02-10 1:2:3", "2021-02-10 11",
      "2021-02-10T11:18:00+2", "2021-02-10T11:18:00ZZ", "999999-02-10T11:18:00Z", "2021-02-10T11:18:00+02:00:00:00",
    ] { #expect(Zone.kyiv.time(of: text) == nil, "\(text)") }
  }

  @Test("A currency has its number of ISO 4217, and coins of chains have none")
  func isoNumbers() {
    for (number, code) in [
      (980, "UAH"), (840, "USD"), (978, "EUR"), (410, "KRW"), (985, "PLN"), (12, "DZD"), (8, "ALL"),
    ] {
      #expect(Currency(isoNumber: number)?.code == code)
      #expect(Currency(code)?.isISO == true)
    }
    #expect(Currency(isoNumber: 0) == nil && Currency(isoNumber: -980) == nil && Currency(isoNumber: .max) == nil)
    for code in ["KAIA", "ETH", "BTC", "USDT", "CNH"] { #expect(Currency(code)?.isISO == false) }
  }

  @Test("A text for people keeps nothing that does not show, and a link is one of the web")
  func texts() {
    #expect(JSON.string(" При\u{202e}ват\u{1b}[2J\nБанк ").plainText() == "Приват[2J Банк")
    #expect(JSON.string("\u{200b}\u{0}").plainText() == nil)
    #expect(JSON.string(String(repeating: "я", count: 5000)).plainText(limit: 7) == "яяяяяя…")
    #expect(JSON.string("HTTPS://privatbank.ua/a?b=c").link == "HTTPS://privatbank.ua/a?b=c")
    for text in [
      "javascript:alert(1)", "https://", "http://a b", "https://a\"b", "//a", "file:///etc", "https://\u{202e}",
    ] {
      #expect(JSON.string(text).link == nil, "\(text)")
    }
  }

  @Test("A span of days is divided without a gap, and only the newest of many days are taken")
  func spans() throws {
    let (first, last) = (try #require(Day("2025-01-01")), try #require(Day("2026-03-01")))
    let spans = Day.spans(from: first, to: last, of: 365)
    #expect(spans.map(\.lowerBound) == [first, first.adding(365)] && spans.last?.upperBound == last)
    #expect(Day.spans(from: last, to: first, of: 365).isEmpty && Day.newest(3, from: last, to: first).isEmpty)
    #expect(Day.newest(3, from: first, to: last) == [last.adding(-2), last.adding(-1), last])
    #expect(Day.newest(3, from: last, to: last) == [last])
  }

  @Test("A key is in no text, and one that would change an address is refused")
  func keys() throws {
    let key = try SourceKey("s3cret-Key_1.x", of: "exim")
    #expect(!"\(key) \(String(reflecting: key)) \(MinFinAPI(key: key)) \([key])".contains("s3cret"))
    var dumped = ""
    dump(MinFinAPI(key: key), to: &dumped)
    #expect(!dumped.contains("s3cret"))
    for text in ["", "a b", "a/b", "a&b", "a\n", "ключ", String(repeating: "a", count: 257)] {
      #expect(throws: RatesError(.badKey, words: nil)) { try SourceKey(text, of: "exim") }
    }
  }
}
