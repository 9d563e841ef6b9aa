import Alerts
import ChainSupport
import Localization
import NodeDoubles
import NodeRPC
import Operations
import Outbox
import Primitives
import StrictJSON
import Testing

@testable import GasPrices
@testable import WebApp

@Suite("The page of gas")
struct GasPageTests {
  private static let now: Int64 = 1_800_000_000

  /// Keeps a price for each of the last hours, dearer from hour to hour.
  private func keep(_ hours: Int, in fixture: SiteFixture) async throws {
    let book = try fixture.site.gasBook()
    let samples = (0..<hours).reversed().map { hour in
      let price = Int64(25_000_000_000 + (hours - hour) * 1_000_000_000)
      return GasSample(
        time: Self.now - Int64(hour) * 3600, block: 7, baseFee: price, slow: price, standard: price, fast: price * 2)
    }
    try await book.fill(samples, chainID: fixture.chain.chainID)
    try await book.remember(chainID: fixture.chain.chainID, ofNetwork: "local")
  }

  @Test(
    "the page has three speeds, the cost of actions, and says that there is no history yet",
    arguments: Language.allCases)
  func empty(language: Language) async throws {
    let fixture = try await SiteFixture.open()
    let page = try await fixture.browser().get("/gas", language: language)
    #expect(page.status == 200)
    for speed in FeeSpeed.allCases { #expect(page.text.contains(language[GasPageText.speed(speed)])) }
    #expect(page.text.contains(language[GasPageText.actionName("purchase")]))
    #expect(page.text.contains(language[GasPageText.noHours]))
    #expect(page.text.contains(language[GasPageText.noAlerts]))
    #expect(!page.text.contains("<svg class=\"chart\""))
  }

  @Test("what is kept is a chart with its numbers, and a table of the hours of the week in the person's zone")
  func history() async throws {
    let fixture = try await SiteFixture.open()
    try await keep(3, in: fixture)
    // Speeds are measured over blocks of which there are more than the rule looks at.
    _ = try await fixture.chain.node.call("anvil_mine", ["0x3c"])
    let browser = try await fixture.browser()
    let day = await browser.get("/gas")
    #expect(day.text.contains("3 hours of history yet"))
    #expect(day.text.contains("was enough in "))
    // Empty blocks have room for everything.
    #expect(day.text.contains(GasPageText.samePrice.english))
    #expect(day.text.contains("<svg class=\"chart\"") && day.text.contains("role=\"img\""))
    #expect(day.text.contains("(KST)") && day.text.contains(LayoutText.scrolls.english))
    // The dearest of three hours is in the third quarter of them, the cheapest in the first.
    #expect(day.text.contains("<td class=\"h0\">26</td>") && day.text.contains("<td class=\"h2\">28</td>"))
    let month = await browser.get("/gas?days=30&speed=fast")
    #expect(month.status == 200 && month.text.contains("the last 30 days"))
    #expect(await browser.get("/gas?days=9999999&speed=none").status == 200)
  }

  @Test("where the node is silent, the prices of the book stand there with their age")
  func silentNode() async throws {
    let fixture = try await SiteFixture.open(values: [.endpoint: [try HostileServer.nobody()]])
    let browser = try await fixture.browser()
    #expect(await browser.get("/gas").text.contains("No price is kept of this network yet."))
    try await keep(2, in: fixture)
    let page = await browser.get("/gas")
    #expect(page.status == 200)
    #expect(page.text.contains("The node tells no prices now."))
    #expect(page.text.contains("27 gwei") || page.text.contains("27 ston"), "the price of the newest sample")
    #expect(page.text.contains(" s ago)"))
  }

  @Test("an alert is added by a form, stands in the gas monitor's book, and is removed by a form")
  func alerts() async throws {
    let fixture = try await SiteFixture.open()
    let browser = try await fixture.browser()
    let note = "x\"><script>alert(1)</script>"
    let added = await browser.post(
      "/gas/alerts",
      ["alert-when": "below", "alert-limit": "25,5", "alert-speed": "fast", "alert-note": note, "alert-once": "yes"])
    #expect(added.status == 303)
    let alert = try #require(try await fixture.site.gasBook().alerts.all().first)
    #expect(alert.rule.condition == .below(25_500_000_000) && alert.rule.isOnce && alert.rule.note == note)
    #expect(alert.rule.subject.tier == .fast && alert.rule.subject.chain == fixture.chain.chainID.description)
    let page = await browser.get("/gas")
    #expect(page.text.contains("&lt;script&gt;") && !page.text.contains("<script>alert"))
    #expect(await browser.post("/gas/alerts/\(alert.id)/remove").status == 303)
    #expect(await browser.post("/gas/alerts/\(alert.id)/remove").status == 303, "twice is once")
    #expect(try await fixture.site.gasBook().alerts.all().isEmpty)
  }

  @Test(
    "a limit or a note that makes no alert is told at its field, and what was typed stays",
    arguments: [
      ("below", "", ""), ("above", "1,234", ""), ("below", "0", ""), ("change", "nine", ""), ("above", "5", "\u{1B}"),
    ])
  func refused(when: String, limit: String, note: String) async throws {
    let fixture = try await SiteFixture.open()
    let browser = try await fixture.browser()
    let answer = await browser.post(
      "/gas/alerts", ["alert-when": when, "alert-limit": limit, "alert-speed": "slow", "alert-note": note])
    #expect(answer.status == 422)
    #expect(answer.text.contains("<title>Error: "))
    #expect(answer.text.contains(note.isEmpty ? "href=\"#alert-limit\"" : "href=\"#alert-note\""))
    #expect(answer.text.contains("name=\"alert-limit\" value=\"\(limit)\""))
    #expect(try await fixture.site.gasBook().alerts.all().isEmpty)
  }

  @Test("a server that only shows has no form for alerts and takes none")
  func readOnly() async throws {
    let fixture = try await SiteFixture.open(isReadOnly: true)
    let browser = try await fixture.browser()
    #expect(await !browser.get("/gas").text.contains("alert-limit"))
    #expect(await browser.post("/gas/alerts", ["alert-when": "below", "alert-limit": "5"]).status == 403)
  }

  @Test("an hour of the week is put where clocks show it, over the end of the week and in zones of half hours")
  func hoursOfWeek() {
    let hours = [
      HourOfWeek(day: 6, hour: 23, price: 1, weeks: 1), HourOfWeek(day: 0, hour: 0, price: 2, weeks: 1),
      HourOfWeek(day: 2, hour: 12, price: 2, weeks: 1), HourOfWeek(day: 3, hour: 1, price: 9, weeks: 1),
    ]
    let seoul = WeekHeatMap(hours, east: 32_400)
    #expect(seoul[0, 8] == WeekHeatMap.Cell(price: 1, quarter: 0))
    #expect(seoul[0, 9]?.quarter == 1 && seoul[2, 21]?.quarter == 1, "equal prices are in one quarter")
    #expect(seoul[3, 10]?.quarter == 3)
    #expect(WeekHeatMap(hours, east: 19_800)[0, 5]?.price == 2)
    #expect(WeekHeatMap(hours, east: -12_600)[6, 20]?.price == 2)
    #expect(WeekHeatMap([HourOfWeek(day: 0, hour: 0, price: .nan, weeks: 1)], east: 0)[0, 0] == nil)
  }
}
