import Database
import FixtureSupport
import Foundation
import Primitives
import Rates
import StrictJSON
import Testing

@testable import LecturesCommand

/// `lectures rates …` inside the test, on sources that say what was recorded of them.
@Suite("The rates commands") struct RatesCommandTests {
  private let home = WalletHome()
  private let sources: RecordedSources

  init() throws {
    sources = try RecordedSources()
    home.environment["LECTURES_RATES_MIRROR"] = sources.url
  }

  @Test("Show the official rates, and ask nobody twice in five minutes")
  func overview() async throws {
    let run = await home.run("rates USD EUR --market nbu --rates-sources nbu --no-news")
    #expect(run.status == .success, "\(run.errors)")
    #expect(run.output.hasPrefix("NBU, in UAH\n"), "\(run.output)")
    #expect(run.output.contains("44.5526") && run.output.contains("51.6817"), "\(run.output)")
    // The recorded answer is of a day that is past.
    #expect(run.output.contains("2026-09-13 (old)"), "\(run.output)")
    #expect(sources.asked.count == 1)
    let again = try await home.json("rates --rates-sources nbu USD --no-news")
    #expect(sources.asked.count == 1, "\(sources.asked)")
    #expect(again["market"] == "nbu" && again["rates"]?[0]?["mid"] == "44.5526", "\(again)")
    #expect(again["rates"]?[0]?["asOfDay"] == "2026-09-13" && again["rates"]?[0]?["old"] == true, "\(again)")
    let forced = await home.run("rates USD --fresh --rates-sources nbu --no-news")
    #expect(sources.asked.count == 1 && forced.output.contains("may be asked again"), "\(forced.output)")
  }

  @Test("Show all that a market has where it has none of the usual currencies, and else say how to see it")
  func lacking() async throws {
    let line = "--market banks --rates-sources privatbank --no-news"
    let all = try await home.json("rates --rates-currencies PLN \(line)")
    #expect(all["rates"]?.array?.map { $0["base"] } == ["EUR", "USD"], "\(all)")
    let part = await home.run("rates USD PLN \(line)")
    #expect(part.output.contains("PLN/UAH: NO DATA"), "\(part.output)")
    #expect(part.output.contains("lectures rates --market banks --all"), "\(part.output)")
    #expect(await home.run("rates PLN \(line)").status == .failure, "who asks for one is told that it is not there")
  }

  @Test("Where none are named a market shows and converts into what people look for in it")
  func usual() async throws {
    let server = try RecordedServer(["--today"])
    home.environment["LECTURES_RATES_MIRROR"] = server.url
    let told = try await home.json("rates --market korea --rates-sources bithumb --no-news")
    #expect(told["rates"]?.array?.map { $0["base"] } == ["KAIA"], "\(told)")
    #expect(told["missing"]?.array?.map { $0["pair"] } == ["USD/KRW", "EUR/KRW"], "\(told)")
    let sold = try await home.json("rates convert 1 KAIA --market korea --rates-sources bithumb")
    #expect(sold["results"]?.array?.map { $0["to"] } == ["KRW"], "\(sold)")
    #expect(await home.run("rates line").output.hasPrefix("KAIA "), "the market that was shown last")
    withExtendedLifetime(server) {}
    #expect(Market.allCases.map(\.usual.count) == [3, 3, 3, 3, 3, 3, 3, 4])
  }

  @Test("The newest headline is asked for beside the rates, unless none is wanted, and never twice in five minutes")
  func headline() async throws {
    let sources = try RecordedSources(besides: [("/bank.gov.ua/rss/news", "news-nbu-rss.xml")])
    home.environment["LECTURES_RATES_MIRROR"] = sources.url
    let line = "rates USD --market nbu --rates-sources nbu,nbu-rss"
    #expect(try await home.json("\(line) --no-news")["news"] == .null)
    #expect(sources.asked.count == 1, "\(sources.asked)")
    let told = try await home.json(line)
    #expect(told["news"]?["title"]?.string?.isEmpty == false, "\(told)")
    #expect(await home.run(line).output.contains("News: "))
    #expect(sources.asked.count == 2, "\(sources.asked)")
  }

  @Test("A piece of news has one number in all lists, by which it is read and marked")
  func newsNumbers() async throws {
    let sources = try RecordedSources(besides: [("/bank.gov.ua/rss/news", "news-nbu-rss.xml")])
    home.environment["LECTURES_RATES_MIRROR"] = sources.url
    let line = "rates news --rates-sources nbu-rss"
    let all = try #require(try await home.json(line)["items"]?.array)
    try #require(all.count > 2)
    #expect(all.map { $0["number"] } == (1...all.count).map { .integer($0) })
    _ = await home.run("rates news 1")
    let unread = try #require(try await home.json("\(line) --unread --limit 1")["items"]?.array)
    #expect(unread.map { $0["number"] } == [2] && unread[0]["id"] == all[1]["id"], "\(unread)")
    let link = await home.run("rates news 2 --link --unread --limit 1")
    #expect(link.output == "\(all[1]["link"]?.string ?? "")\n", "\(link.output)\(link.errors)")
    _ = await home.run("rates news --mark-read 3")
    let rest = try #require(try await home.json("\(line) --unread")["items"]?.array)
    #expect(rest.map { $0["number"] } == all.dropFirst(3).map { $0["number"] }, "\(rest)")
    #expect(try await home.json("\(line) --mark-read all --limit 1")["unread"] == 0)
  }

  @Test("Looking at the banks of a site does not change its average of banks")
  func average() async throws {
    let line = "rates USD --market banks --rates-sources minfin-site --no-news"
    let before = try await home.json(line)["rates"]?[0]
    #expect(before?["bid"] == "37.35" && before?["kind"] == "bank", "\(before ?? .null)")
    #expect(try await home.json("rates banks --rates-sources minfin-site")["banks"]?.array?.isEmpty == false)
    #expect(try await home.json(line)["rates"]?[0]?["bid"] == "37.35")
  }

  @Test("Keep what was told when nobody answers, and say so when nothing is kept")
  func down() async throws {
    let nothing = try RecordedSources(isDown: true)
    home.environment["LECTURES_RATES_MIRROR"] = nothing.url
    let run = await home.run("rates USD --market nbu --rates-sources nbu")
    #expect(run.status == .nodeUnavailable && run.errors.contains("no source answers"), "\(run.errors)")
    // The source by its name, and not by its code.
    #expect(run.errors.contains("National Bank of Ukraine") && !run.errors.contains("nbu:"), "\(run.errors)")
    let cached = await home.run("rates USD --cached --market banks --rates-sources privatbank")
    #expect(cached.status == .failure && cached.errors.contains("USD in UAH"), "\(cached.errors)")
    home.environment["LECTURES_RATES_MIRROR"] = sources.url
    _ = await home.run("rates USD --market banks --rates-sources privatbank")
    home.environment["LECTURES_RATES_MIRROR"] = nothing.url
    let kept = await home.run("rates USD --market banks --rates-sources privatbank --no-news")
    #expect(kept.status == .success && kept.output.contains("37.2200"), "\(kept.output)\(kept.errors)")
  }

  @Test(
    "Convert at the side that a customer gets",
    arguments: [
      ("100 EUR USD", "100.00 EUR sold is 107.50 USD"), ("100 USD EUR --side buy", "100.00 USD bought costs 93.02 EUR"),
      ("1 USD UAH", "1.00 USD sold is 37.22 UAH"),
      ("1234,5 USD UAH --digits 4", "1,234.50 USD sold is 45,948.0900 UAH"),
    ])
  func conversions(line: String, sentence: String) async throws {
    let run = await home.run("rates convert \(line) --market banks --rates-sources privatbank")
    #expect(run.status == .success && run.output.hasPrefix(sentence + "\n"), "\(run.output)\(run.errors)")
  }

  @Test("A conversion for scripts has its exact value, the rate and its legs")
  func conversionJSON() async throws {
    let result = try await home.json("rates convert 100 EUR USD --market banks --rates-sources privatbank")
    let one = try #require(result["results"]?[0])
    #expect(one["value"] == "107.5" || one["value"] == "107.50", "\(one)")
    #expect(one["exactValue"] == "101375/943" && one["side"] == "sell", "\(one)")
    #expect(one["rate"]?["exact"] == false && one["rate"]?["via"]?.array?.count == 2, "\(one)")
    #expect(one["rate"]?["via"]?[0]?["bid"] == "40.55", "\(one)")
  }

  @Test(
    "Refuse what is no currency, amount or choice",
    arguments: [
      ("rates XYZ", "no currency"), ("rates USS", "USD"), ("rates convert ten USD", "no number"),
      ("rates convert 1,234 USD", "two ways"), ("rates --date 2026-02-30", "no day"),
      ("rates --fresh --cached", "not both"), ("rates --market nowhere", "nowhere"),
      ("rates sources --test nobody", "no source"), ("rates --rates-sources nobody", "no source"),
      ("rates history USD --days 0", "--days"), ("rates news --link", "number"),
      ("rates banks --date 2025-10-26", "--date"), ("rates news --date=2025-10-26", "--date"),
    ])
  func refusals(line: String, part: String) async {
    let run = await home.run(line)
    #expect(run.status == .usage && run.errors.contains(part), "\(run.errors)")
    #expect(sources.asked.isEmpty)
  }

  @Test("List banks by name and by the better side, and show one with how to reach it")
  func banks() async throws {
    let names = { (line: String) in
      try await home.json("rates banks --rates-sources minfin-site,finance-ua \(line)")["banks"]?.array?
        .compactMap { $0["bank"]?.string }
    }
    let buy = try #require(try await names("--sort buy"))
    let listed = try await home.json("rates banks --rates-sources minfin-site,finance-ua --sort buy")
    let rates = listed["banks"]?.array ?? []
    let bids = rates.compactMap { $0["cash"]?["bid"]?.string.flatMap { ExactDecimal($0) } }
    #expect(buy.count > 2 && bids == bids.sorted(by: >), "\(bids)")
    let sell = try #require(try await names("--sort sell --limit 2"))
    #expect(sell.count == 2)
    let run = await home.run("rates banks privatbank --rates-sources minfin-site,finance-ua")
    #expect(run.output.contains("https://privatbank.ua") && run.output.contains("3700"), "\(run.output)\(run.errors)")
    let unknown = await home.run("rates banks nobank --rates-sources minfin-site,finance-ua")
    #expect(unknown.status == .failure && unknown.errors.contains("no bank 'nobank'"), "\(unknown.errors)")
  }

  @Test("Draw past days as text, SVG and CSV")
  func history() async throws {
    let (svg, csv) = (home.file("usd.svg"), home.file("usd.csv"))
    let line = "rates history USD --from 2026-03-01 --to 2026-03-02 --market nbu --rates-sources nbu"
    let run = await home.run("\(line) --svg \(svg) --csv \(csv)")
    #expect(run.status == .success && run.output.contains("43.2081"), "\(run.output)\(run.errors)")
    #expect(run.output.contains("The scale begins at 43.0996."), "\(run.output)")
    #expect(home.directory.read("usd.csv")?.hasPrefix("day,bid,ask,mid,source\r\n2026-03-01,,,43.2081,nbu\r\n") == true)
    #expect(home.directory.read("usd.svg")?.contains("<polyline") == true)
    let again = await home.run("\(line) --svg \(svg)")
    #expect(again.status == .failure && again.errors.contains("already a file"), "\(again.errors)")
    let json = try await home.json(line)
    #expect(json["changePercent"] == "-0.25" && json["points"]?.array?.count == 2, "\(json)")
  }

  @Test("Print one line of what is kept, and nothing without any")
  func line() async throws {
    let empty = await home.run("rates line")
    #expect(empty.status == .success && empty.output.isEmpty && sources.asked.isEmpty)
    _ = await home.run("rates USD --market banks --rates-sources privatbank")
    let run = await home.run("rates line --rates-sources privatbank --format", "{USD.buy}/{USD.sell} {GBP.buy} {x}")
    #expect(run.output == "37.2200/37.7200 – {x}\n", "\(run.output)")
  }

  @Test("Draw a small picture, and replace it")
  func widget() async throws {
    for size in ["small", "medium", "medium"] {
      let run = await home.run(
        "rates widget \(home.file("rates.svg")) --size \(size) --market banks --rates-sources privatbank")
      #expect(run.status == .success, "\(run.errors)")
      let text = try #require(home.directory.read("rates.svg"))
      #expect(text.hasPrefix("<svg") && text.contains("37.2200") && text.contains("Average in banks"), "\(text)")
    }
  }

  @Test("A picture of rates of a day has the day below, without a minute")
  func widgetDay() async throws {
    let run = await home.run("rates widget \(home.file("rates.svg")) --market nbu --rates-sources nbu")
    #expect(run.status == .success, "\(run.errors)")
    let text = try #require(home.directory.read("rates.svg"))
    #expect(text.firstMatch(of: />20\d\d-\d\d-\d\d</) != nil, "\(text)")
  }

  @Test("What was asked for a moment ago did not fail to answer")
  func early() async throws {
    for _ in 0..<2 {
      let run = await home.run("rates USD --market banks --rates-sources privatbank --fresh --no-news")
      #expect(run.status == .success && !run.output.contains("gave no answer"), "\(run.output)")
    }
    let again = await home.run("rates USD --market banks --rates-sources privatbank --fresh --no-news")
    #expect(
      again.output.contains("PrivatBank was asked less than five minutes ago. It may be asked"), "\(again.output)")
  }

  @Test(
    "Price feeds are taken from the settings, if they are pairs with addresses",
    arguments: [
      ("KAIA/USD=0xa2F3430ac9cfc37aEF88449DADf36af676211A64", true),
      (
        "KAIA/USD=0xa2f3430ac9cfc37aef88449dadf36af676211a64, KAIA/KRW=router:0x653078f0d3a230416a59aa6486466470db0190a2",
        true
      ),
      ("KAIA=0xa2F3430ac9cfc37aEF88449DADf36af676211A64", false), ("KAIA/USD=0xa2F3", false), ("KAIA/USD", false),
      ("KAIA/USD=0xA2F3430ac9cfc37aEF88449DADf36af676211A64", false),
      ("KAIA/USD=proxy:0xa2F3430ac9cfc37aEF88449DADf36af676211A64", false),
      (
        "KAIA/USD=0xa2F3430ac9cfc37aEF88449DADf36af676211A64,KAIA/USD=0xE08bcb1407E8496d434eFe4ecf2a20E27068a14A",
        false
      ),
    ])
  func priceFeeds(text: String, isGood: Bool) async throws {
    let run = await home.run("rates line --price-feeds", text)
    #expect(
      run.status == (isGood ? .success : .settings) || run.status == (isGood ? .success : .usage), "\(run.errors)")
  }

  @Test("A key of CoinGecko's that was paid for goes to the server for those")
  func paidKey() async throws {
    for (text, host) in [("CG-key", "/api.coingecko.com/"), ("paid CG-key", "/pro-api.coingecko.com/")] {
      let file = home.directory.write("\(text)\n", to: "key-\(text.count)")
      _ = await home.run("rates KAIA --to USD --market crypto --rates-sources coingecko --coingecko-key-file \(file)")
      #expect(sources.asked.last?.hasPrefix(host) == true, "\(sources.asked)")
    }
  }

  @Test("List the sources, whether they are on, and how they answered")
  func sourceList() async throws {
    _ = await home.run("rates USD --market banks --rates-sources privatbank")
    let list = try #require(try await home.json("rates sources")["sources"]?.array)
    let privatbank = try #require(list.first { $0["name"] == "privatbank" })
    #expect(privatbank["enabled"] == true && privatbank["lastSuccess"] != .null, "\(privatbank)")
    let exim = try #require(list.first { $0["name"] == "exim" })
    #expect(exim["enabled"] == false && exim["needsKey"] == true && exim["hasKey"] == false, "\(exim)")
    #expect(await home.run("rates sources").output.contains("key missing"))
    let korean = await home.run("rates sources --language ko", terminal: 300).output
    #expect(korean.contains("https://minfin.com.ua") && !korean.contains("minfin.com.ua;"), "\(korean)")
    let test = await home.run("rates sources --test privatbank")
    #expect(test.status == .failure && test.errors.contains("five minutes"), "\(test.errors)")
  }

  @Test("A source that lies changes nothing that is shown without a mark")
  func lies() async throws {
    _ = await home.run("rates USD --market banks --rates-sources privatbank")
    let book = try RatesBook(home.file("lectures/rates.sqlite"))
    let now = LocalTime.now()
    let lie = try #require(
      Quote(
        source: "privatbank", market: .banks, kind: .bank, pair: CurrencyPair(.usd, .uah), bid: ExactDecimal("37220"),
        ask: ExactDecimal("37720"), asOf: now, retrieved: now))
    let profile = SourceProfile(name: "privatbank", title: "PrivatBank", markets: [.banks], licence: "")
    try await book.keep(SourceFindings(quotes: [lie]), of: profile, at: now)
    let run = await home.run("rates USD --market banks --rates-sources privatbank --cached --no-news")
    let lines = run.output.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("USD") && $0.contains("37.2200") && $0.contains("37.7200") }, "\(run.output)")
    #expect(run.output.contains("PrivatBank now says USD/UAH 37,220.0000 / 37,720.0000: suspect"), "\(run.output)")
    let line = await home.run("rates line --market banks --rates-sources privatbank --format", "{USD.buy}")
    #expect(line.output == "37.2200\n")
    let sold = await home.run("rates convert 1 USD UAH --market banks --rates-sources privatbank --cached")
    #expect(sold.output.hasPrefix("1.00 USD sold is 37.22 UAH\n") && sold.output.contains("suspect"), "\(sold.output)")
  }

  @Test(
    "Speak Korean and Ukrainian",
    arguments: [
      ("uk_UA.UTF-8", ["Середній в банках, у UAH", "Купівля", "Продаж", "37,2200"]),
      ("ko_KR.UTF-8", ["은행 평균, UAH 기준", "매입", "매도", "37.2200"]),
    ])
  func languages(locale: String, words: [String]) async throws {
    home.environment["LANG"] = locale
    let run = await home.run("rates USD EUR --market banks --rates-sources privatbank --no-news")
    for word in words { #expect(run.output.contains(word), "\(word): \(run.output)\(run.errors)") }
  }
}
