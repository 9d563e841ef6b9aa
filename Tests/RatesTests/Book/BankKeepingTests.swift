import DatabaseSupport
import Primitives
import Testing

@testable import Rates

@Suite("Banks in the book", .overEachEngine)
struct BankKeepingTests {
  private let fixture: BookFixture
  private let book: RatesBook
  private let noon = BookFixture.noon

  init() throws {
    fixture = try BookFixture()
    book = try fixture.book()
  }

  private func keep(_ banks: [Bank] = [], _ rates: [BankRate?] = []) async throws {
    var findings = SourceFindings()
    (findings.banks, findings.bankRates) = (banks, rates.compactMap { $0 })
    let latest = rates.compactMap { $0?.asOf }.max() ?? noon
    try await book.keep(findings, of: BookFixture.profile(), at: max(noon, latest))
  }

  private func rate(
    _ bank: String, _ bid: String?, _ ask: String?, form: BankRate.Form = .cash, currency: Currency = .usd,
    at time: Int64 = BookFixture.noon
  ) -> BankRate? {
    BankRate(
      bank: bank, currency: currency, form: form, bid: bid.flatMap { ExactDecimal($0) },
      ask: ask.flatMap { ExactDecimal($0) }, asOf: time)
  }

  @Test("A bank's rate that is far from the one before is set aside until one of a later day agrees, or ten days pass")
  func suspect() async throws {
    let bids = { try await book.bank("one")?.rates.map { $0.bid?.description ?? "-" } }
    try await keep([], [rate("one", "44", "45")])
    try await keep([], [rate("one", "440", "450", at: noon + 60)])
    #expect(try await bids() == ["44"])
    try await keep([], [rate("one", "441", "450", at: noon + 120)])
    #expect(try await bids() == ["44"])
    try await keep([], [rate("one", "44.1", "45", at: noon + 180)])
    #expect(try await bids() == ["44.1"])
    try await keep([], [rate("one", "441", "450", at: noon + 240)])
    try await keep([], [rate("one", "442", "450", at: noon + 86_400)])
    #expect(try await bids() == ["442"])
    try await keep([], [rate("one", "44", "45", at: noon + 12 * 86_400)])
    #expect(try await bids() == ["44"])
  }

  @Test("Rates and contacts of two sources meet by the bank's name in addresses")
  func joined() async throws {
    var contacts = Bank(slug: "privatbank", name: "ПриватБанк")
    contacts.phone = "3700"
    try await keep([contacts, Bank(slug: "silent", name: "Silent")])
    try await keep(
      [Bank(slug: "privatbank", name: "PrivatBank")],
      [rate("privatbank", "44.1", "44.7"), rate("privatbank", nil, "44.9", form: .card), rate("unknown", "44", "45")])
    let banks = try await book.banks(trading: .usd)
    #expect(banks.map(\.bank.name) == ["PrivatBank", "unknown"])
    #expect(banks.first?.bank.phone == "3700")
    #expect(banks.first?.rates.map(\.form) == [.card, .cash])
    #expect(banks.first?.rates.first?.bid == nil)
    #expect(try await book.banks(trading: .eur).isEmpty)
    #expect(try await book.bank("silent")?.rates == [])
    #expect(try await book.bank("privatbank")?.rates.count == 2)
    #expect(try await book.bank("nobody") == nil)
  }

  @Test("What another source does not tell of a bank stays; what it tells is taken")
  func merged() async throws {
    var first = Bank(slug: "a", name: "A")
    (first.site, first.email) = ("https://a.example", "a@a.example")
    var second = Bank(slug: "a", name: "A Bank")
    second.site = "https://b.example"
    try await keep([first])
    try await keep([second])
    let bank = try #require(try await book.bank("a")?.bank)
    #expect((bank.name, bank.site, bank.email) == ("A Bank", "https://b.example", "a@a.example"))
  }

  @Test("An older rate does not take the place of a newer one")
  func older() async throws {
    try await keep([], [rate("a", "44", "45")])
    try await keep([], [rate("a", "43", "44", at: noon - 1), rate("a", "1", "2", at: noon + 200_000)])
    #expect(try await book.bank("a")?.rates.first?.bid == ExactDecimal("44"))
  }
}
