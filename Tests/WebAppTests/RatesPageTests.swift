import Foundation
import Localization
import NodeDoubles
import Operations
import Primitives
import Rates
import Testing

@testable import WebApp

@Suite("The pages of rates")
struct RatesPageTests {
  private static let now: Int64 = 1_800_000_000
  private static let nbu = SourceProfile(
    name: "nbu", title: "NBU", markets: [.nbu], publication: 0, zone: .kyiv, licence: "open data")

  private func book(of fixture: SiteFixture) throws -> RatesBook {
    try RatesBook(try fixture.site.settings.rates.book())
  }

  /// Keeps the dollar of yesterday and of today, as the bank tells it.
  private func keepDollars(in fixture: SiteFixture) async throws {
    let today = Zone.kyiv.day(at: Self.now)
    let quotes = [(-1, "44.0"), (0, "44.55")].compactMap { days, price in
      Quote(
        source: "nbu", market: .nbu, kind: .official, pair: CurrencyPair(.usd, .uah), mid: ExactDecimal(price),
        asOf: Zone.kyiv.time(on: today.adding(days)), day: today.adding(days), retrieved: Self.now - 900)
    }
    _ = try await book(of: fixture).keep(SourceFindings(quotes: quotes), of: Self.nbu, at: Self.now - 900)
  }

  private func keepNews(_ title: String, link: String, in fixture: SiteFixture) async throws -> String {
    let item = NewsItem(
      id: "minfin-rss:1", feed: "minfin-rss", time: Self.now - 60, title: title, summary: "One.\nTwo.", link: link,
      image: "https://images.example/spy.png", language: "uk")
    var findings = SourceFindings()
    findings.news = [item]
    let profile = SourceProfile(
      name: "minfin-rss", title: "MinFin", markets: [], newsLanguage: "uk", licence: "headlines and links")
    _ = try await book(of: fixture).keep(findings, of: profile, at: Self.now)
    return try #require(try await book(of: fixture).news(limit: 1).first).item.id
  }

  @Test("where no source answers, the last value is shown with its day and its change", arguments: Language.allCases)
  func kept(language: Language) async throws {
    let fixture = try await SiteFixture.open()
    try await keepDollars(in: fixture)
    // A source that takes its time is asked on, and the page read again.
    let page = try await fixture.browser().settled("/rates?market=nbu&c=USD", language: language)
    #expect(page.status == 200)
    #expect(page.text.contains(language.decimal("44.5500")), "\(page.text)")
    #expect(page.text.contains("+1.25"))
    #expect(page.text.contains(Zone.kyiv.day(at: Self.now).description))
    #expect(page.text.contains("nbu is silent"))
    #expect(page.text.contains("<svg class=\"chart\""))
  }

  @Test("where nothing is kept the page says so, whatever the market", arguments: Market.allCases)
  func nothing(market: Market) async throws {
    let fixture = try await SiteFixture.open(values: [.endpoint: [try HostileServer.nobody()]])
    let browser = try await fixture.browser()
    let page = await browser.get("/rates?market=\(market.rawValue)")
    #expect(page.status == 200)
    #expect(page.text.contains("class=\"note warning\""))
    #expect(await browser.get("/rates?market=moon").status == 404)
  }

  @Test("who chose no market reads of the money of their language, and who chose one of that")
  func ownMoney() async throws {
    let fixture = try await SiteFixture.open()
    let browser = try await fixture.browser()
    let wanted: [(Language, Market, String)] = [
      (.english, .ecb, "USD"), (.korean, .korea, "KRW"), (.ukrainian, .nbu, "UAH"),
    ]
    for (language, market, money) in wanted {
      let page = await browser.get("/rates", language: language).text
      #expect(page.contains("name=\"market\" value=\"\(market.rawValue)\""), "\(page)")
      #expect(page.contains("name=\"to\" value=\"\(money)\""), "\(page)")
    }
    let named = await browser.get("/rates?market=korea&c=USD").text
    #expect(named.contains("name=\"to\" value=\"KRW\""), "\(named)")
    try await book(of: fixture).noteLastMarket(.nbu)
    #expect(await browser.get("/rates", language: .korean).text.contains("name=\"to\" value=\"UAH\""))
  }

  @Test("a market that is only looked at is not the one that is shown the next time")
  func looking() async throws {
    let fixture = try await SiteFixture.open()
    try await keepDollars(in: fixture)
    _ = try await fixture.browser().get("/rates?market=nbu")
    #expect(try await book(of: fixture).lastMarket() == nil)
  }

  @Test("the currency in which rates are told stays in the form and the links of the page")
  func quoteStays() async throws {
    let fixture = try await SiteFixture.open()
    try await keepDollars(in: fixture)
    let rare = Quote(
      source: "nbu", market: .nbu, kind: .official, pair: CurrencyPair(try #require(Currency("GEL")), .uah),
      mid: ExactDecimal("16.1"), asOf: Self.now - 900, day: Zone.kyiv.day(at: Self.now), retrieved: Self.now - 900)
    _ = try await book(of: fixture).keep(
      SourceFindings(quotes: [try #require(rare)]), of: Self.nbu, at: Self.now - 900)
    let page = try await fixture.browser().settled("/rates?market=nbu&in=UAH&amount=5&from=USD&to=UAH").text
    #expect(page.contains("name=\"in\" value=\"UAH\""), "\(page)")
    #expect(page.contains("href=\"/rates?market=nbu&amp;all=yes&amp;in=UAH\""), "\(page)")
    #expect(page.contains("from=UAH&amp;to=USD&amp;side=sell&amp;in=UAH\""), "\(page)")
    // Others can be chosen, of which that of the market comes first.
    let offered = try await fixture.browser().get("/rates?market=nbu&in=EUR", language: .korean).text
    let links = ["UAH", "KRW", "USD"].compactMap {
      offered.firstRange(of: "href=\"/rates?market=nbu&amp;in=\($0)\"")?.lowerBound
    }
    #expect(links.count == 3 && links == links.sorted(), "\(offered)")
    // In another market, too.
    let others = try await fixture.browser().get("/rates?market=nbu&in=EUR").text
    for market in Market.allCases {
      #expect(others.contains("href=\"/rates?market=\(market.rawValue)&amp;in=EUR\""), "\(others)")
    }
  }

  @Test("an amount is converted both ways, typed as people of any language type it")
  func converting() async throws {
    let fixture = try await SiteFixture.open()
    try await keepDollars(in: fixture)
    let browser = try await fixture.browser()
    let sold = await browser.get("/rates?market=nbu&amount=1000&from=usd&to=uah")
    #expect(sold.text.contains("sell: 1,000.00 USD = 44,550.00 UAH"))
    let back = await browser.get("/rates?market=nbu&amount=44550%2C50&from=UAH&to=USD&side=buy", language: .ukrainian)
    #expect(back.text.contains("44\u{A0}550,50"), "\(back.text)")
    #expect(back.text.contains("1\u{A0}000,01 USD"))
  }

  @Test(
    "an amount or a currency that cannot be read is told at its field, and what was typed stays",
    arguments: [
      ("1%2C234", "USD", "amount"), ("-5", "USD", "amount"), ("9e9", "USD", "amount"), ("5", "USSR", "from"),
      ("5", "UAH", "to"),
    ])
  func refused(amount: String, from: String, field: String) async throws {
    let fixture = try await SiteFixture.open()
    let page = try await fixture.browser().get("/rates?market=nbu&amount=\(amount)&from=\(from)&to=UAH")
    #expect(page.status == 422)
    #expect(page.text.contains("href=\"#\(field)\"") && page.text.contains("id=\"\(field)-problem\""))
    #expect(page.text.contains("name=\"from\" value=\"\(from)\""))
  }

  @Test("news are text: no picture of theirs, no markup, and the way out says where it leads")
  func news() async throws {
    let fixture = try await SiteFixture.open()
    let title = "<img src=x onerror=alert(1)> \u{202E}rates"
    let id = try await keepNews(title, link: "https://minfin.com.ua/1", in: fixture)
    let browser = try await fixture.browser()
    let list = await browser.get("/rates/news", language: .ukrainian)
    #expect(list.status == 200 && list.text.contains("&lt;img") && list.text.contains("⟨U+202E⟩"))
    let page = await browser.get("/rates/news/\(PercentCoding.encoded(id))")
    #expect(page.status == 200 && page.text.contains("One.") && page.text.contains("minfin.com.ua. Opening it leaves"))
    #expect(page.text.contains("rel=\"noopener noreferrer external\""))
    for text in [list.text, page.text] { #expect(!text.contains("<img") && !text.contains("images.example")) }
    #expect(await browser.get("/rates/news/none").status == 404)
  }

  @Test(
    "an address that hides where it leads is no link",
    arguments: [
      "javascript:alert(1)", "https://minfin.com.ua@evil.example/", "https://минфин.example/", "//evil.example",
    ])
  func hiddenLink(link: String) async throws {
    let fixture = try await SiteFixture.open()
    let id = try await keepNews("News", link: link, in: fixture)
    let page = try await fixture.browser().get("/rates/news/\(PercentCoding.encoded(id))")
    #expect(page.status == 200 && !page.text.contains("target=\"_blank\""))
    #expect(!page.text.contains("href=\"\(link)"))
  }

  @Test("reading a piece of news changes nothing; marking it is a form")
  func marking() async throws {
    let fixture = try await SiteFixture.open()
    let id = try await keepNews("News", link: "https://minfin.com.ua/1", in: fixture)
    let browser = try await fixture.browser()
    _ = await browser.get("/rates/news/\(PercentCoding.encoded(id))")
    #expect(try await book(of: fixture).unreadCount() == 1)
    #expect(await browser.post("/rates/news/\(PercentCoding.encoded(id))/read").status == 303)
    #expect(try await book(of: fixture).unreadCount() == 0)
  }

  @Test("banks are listed in the order that is asked for, and each has a page")
  func banks() async throws {
    let fixture = try await SiteFixture.open()
    var findings = SourceFindings()
    findings.banks = [Bank(slug: "alpha", name: "Alpha <b>"), Bank(slug: "beta", name: "Beta")]
    findings.bankRates = [("alpha", "44.1", "44.9"), ("beta", "44.2", "44.8")].compactMap { bank, bid, ask in
      BankRate(
        bank: bank, currency: .usd, form: .cash, bid: ExactDecimal(bid), ask: ExactDecimal(ask), asOf: Self.now - 60)
    }
    let profile = SourceProfile(name: "finance-ua", title: "finance.ua", markets: [.banks], licence: "none")
    _ = try await book(of: fixture).keep(findings, of: profile, at: Self.now)
    let browser = try await fixture.browser()
    func order(_ sort: String) async -> [String] {
      let text = await browser.get("/rates/banks?sort=\(sort)").text
      let places = ["Alpha &lt;b&gt;", "Beta"].compactMap { name in text.range(of: name).map { ($0.lowerBound, name) } }
      return places.sorted { $0.0 < $1.0 }.map { String($0.1.prefix(4)) }
    }
    #expect(await order("name") == ["Alph", "Beta"])
    #expect(await order("buy") == ["Beta", "Alph"])
    #expect(await order("sell") == ["Beta", "Alph"])
    #expect(await browser.get("/rates/banks/alpha").text.contains("44.9000"))
    #expect(await browser.get("/rates/banks/none").status == 404)
    #expect(await browser.get("/rates/sources").text.contains("nbu"))
  }
}
