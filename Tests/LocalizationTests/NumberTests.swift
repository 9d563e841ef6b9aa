import Localization
import Primitives
import Testing

@Suite("Numbers, currencies and times by language") struct NumberTests {
  private func fraction(_ text: String) throws -> Fraction { Fraction(try #require(ExactDecimal(text))) }

  @Test("Amounts of a currency have the signs of the language")
  func money() throws {
    let hryvnias = try fraction("4455.26")
    #expect(Language.english.money(hryvnias, "UAH", digits: 2) == "4,455.26 UAH")
    #expect(Language.korean.money(hryvnias, "UAH", digits: 2) == "4,455.26 UAH")
    #expect(Language.ukrainian.money(hryvnias, "UAH", digits: 2) == "4\u{A0}455,26\u{A0}₴")
    let won = try fraction("1482.4")
    #expect(Language.english.money(won, "KRW", digits: 0) == "1,482 KRW")
    #expect(Language.korean.money(won, "KRW", digits: 0) == "₩1,482")
    #expect(Language.ukrainian.money(won, "KRW", digits: 0) == "1\u{A0}482 KRW")
  }

  @Test(
    "Amounts are rounded half to even, once",
    arguments: [
      ("0.125", 2, "0.12 USD"), ("0.135", 2, "0.14 USD"), ("2.5", 0, "2 USD"), ("3.5", 0, "4 USD"),
      ("999.995", 2, "1,000.00 USD"), ("0", 2, "0.00 USD"), ("1000000", 0, "1,000,000 USD"), ("0.01", 2, "0.01 USD"),
    ])
  func rounds(number: String, digits: Int, text: String) throws {
    #expect(Language.english.money(try fraction(number), "USD", digits: digits) == text)
  }

  @Test("Less than the least unit shows two significant digits")
  func small() throws {
    #expect(Language.english.money(try fraction("0.0034"), "USD", digits: 2) == "0.0034 USD")
    #expect(Language.english.money(try fraction("0.006"), "USD", digits: 2) == "0.0060 USD")
    #expect(Language.korean.money(try fraction("0.25"), "KRW", digits: 0) == "₩0.25")
  }

  @Test("An amount that no text can hold has none")
  func tooLarge() throws {
    let huge = try #require(Fraction(.max, over: 1))
    #expect(Language.english.money(huge, "USD", digits: 2) == nil)
    #expect(Language.english.money(.one, "USD", digits: 99) == nil)
    #expect(Language.english.money(.one, "USD", digits: -1) == nil)
  }

  @Test("Whole numbers are in groups of three")
  func groups() {
    #expect(
      [0, 12, 123, 1234, 123_456, 1_234_567].map(Language.english.grouped) == [
        "0", "12", "123", "1,234", "123,456", "1,234,567",
      ])
    #expect(Language.english.grouped(-1234) == "-1,234")
    #expect(Language.ukrainian.grouped(UInt256(1_234_567)) == "1\u{A0}234\u{A0}567")
  }

  @Test("A number in a text gets the signs of the language, and nothing else changes")
  func inText() {
    #expect(Language.ukrainian.decimal("1,234.57 KLAY") == "1\u{A0}234,57 KLAY")
    #expect(Language.ukrainian.decimal("12345.5 KLAY") == "12345,5 KLAY")
    #expect(Language.ukrainian.decimal("10 KLAY.") == "10 KLAY.")
    #expect(Language.ukrainian.decimal("") == "")
    #expect(Language.english.decimal("1,234.57 KLAY") == "1,234.57 KLAY")
    #expect(Language.korean.decimal("1,234.57 KLAY") == "1,234.57 KLAY")
  }

  @Test("Days and times are written as the language does")
  func times() {
    let (day, clock) = ((year: 2026, month: 3, day: 9), (hour: 9, minute: 5))
    #expect(Language.allCases.map { $0.date(day) } == ["2026-03-09", "2026년 3월 9일", "09.03.2026"])
    #expect(Language.english.time(day, clock, zone: "KST") == "2026-03-09 09:05 KST")
    #expect(Language.korean.time(day, clock, zone: "KST") == "2026년 3월 9일 09:05 한국 시간")
    #expect(Language.ukrainian.time(day, clock, zone: "EEST") == "09.03.2026, 09:05 за Києвом")
    #expect(Language.ukrainian.time(day, clock, zone: "NPT") == "09.03.2026, 09:05 NPT")
    #expect(Language.korean.time(day, clock) == "2026년 3월 9일 09:05")
  }

  @Test("Ages are in the largest unit that fits")
  func ages() {
    #expect(
      [-5, 59, 60, 3599, 3600, 86_400, 172_800].map(Language.english.age) == [
        "0 s ago", "59 s ago", "1 min ago", "59 min ago", "1 h ago", "1 d ago", "2 d ago",
      ])
    #expect([5, 180, 7200, 86_400].map(Language.korean.age) == ["5초 전", "3분 전", "2시간 전", "1일 전"])
    #expect(
      [5, 180, 7200, 86_400, 172_800, 432_000].map(Language.ukrainian.age) == [
        "5 с тому", "3 хв тому", "2 год тому", "1 день тому", "2 дні тому", "5 днів тому",
      ])
    #expect(Language.english.age(.max) == "106751991167300 d ago")
  }
}
