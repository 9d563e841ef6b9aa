import Alerts
import Localization
import Primitives
import Rates
import StrictJSON
import Testing

@testable import LecturesCommand

/// `lectures rates alert …` and `lectures rates daemon` inside the test; no source is asked.
@Suite("The commands for alerts on rates") struct RatesAlertCommandTests {
  private let home = WalletHome()
  private var book: RatesBook { get throws { try RatesBook(home.file("lectures/rates.sqlite")) } }

  @Test("An alert is on the pair, side and market that are named, and listed with its threshold as it was typed")
  func adding() async throws {
    let line = "rates alert add --pair usd/uah --above 45,5 --side bid --market interbank --for 10m --terminal"
    let added = try await home.json(line)
    #expect(
      [added["pair"], added["side"], added["market"], added["condition"], added["threshold"], added["watched"]]
        == ["USD/UAH", "bid", "interbank", "above", "45.5", false])
    let alert = try #require(try await book.alerts.all().first)
    #expect(alert.rule.hold == 600 && alert.rule.subject.market == .interbank)
    let listed = try await home.json("rates alert list")["alerts"]?[0]
    #expect(listed?["threshold"] == "45.5" && listed?["state"] == "armed" && listed?["side"] == "bid")
    let list = await home.run("rates alert list").output
    #expect(list.contains("USD/UAH (Interbank, bid): at or above 45.5, for 600 s"), "\(list)")
  }

  @Test("A pair that no source has told in the market is said to be so, with those that are there")
  func neverQuoted() async throws {
    let line = "rates alert add --pair USD/UAH --above 45 --terminal"
    let none = await home.run(line)
    #expect(none.output.contains("No source has told USD/UAH in this market (NBU) yet"), "\(none.output)")
    let quote = try #require(
      Quote(
        source: "nbu", market: .nbu, kind: .official, pair: CurrencyPair(.eur, .uah), mid: ExactDecimal("51"),
        asOf: 1_789_455_300, retrieved: 1_789_455_300))
    let profile = SourceProfile(name: "nbu", title: "NBU", markets: [.nbu], licence: "none")
    try await book.keep(SourceFindings(quotes: [quote]), of: profile, at: 1_789_455_300)
    #expect(await home.run(line).output.contains("There are EUR/UAH."))
    #expect(try await home.json(line)["quoted"] == false)
    let known = "rates alert add --pair EUR/UAH --above 55 --terminal"
    #expect(try await home.json(known)["quoted"] == true)
    #expect(await !home.run(known).output.contains("No source"))
  }

  @Test("A change is given in per cent, with the sign or without")
  func change() async throws {
    for text in ["2%", "2", "2,5 %"] {
      #expect(await home.run("rates alert add --pair EUR/UAH --terminal --change", text).status == .success, "\(text)")
    }
    let alerts = try await book.alerts.all()
    #expect(alerts.map(\.rule.condition.number) == ["2", "2", "2.5"])
    #expect(alerts.allSatisfy { $0.rule.subject.market == .nbu && $0.rule.subject.side == .mid })
  }

  @Test("An alert is snoozed, woken and removed by its number")
  func changing() async throws {
    _ = await home.run("rates alert add --pair USD/UAH --below 43 --terminal")
    #expect(try await home.json("rates alert snooze 1 --for 8h")["snoozedUntil"]?.int != nil)
    #expect(await home.run("rates alert list").output.contains("silent until "))
    #expect(try await home.json("rates alert snooze 1 --off")["snoozedUntil"] == .some(.null))
    #expect(await home.run("rates alert remove 1").output == "Alert 1 is removed.\n")
    let gone = await home.run("rates alert remove 1")
    #expect(gone.status == .usage && gone.errors.contains("lectures rates alert list"), "\(gone.errors)")
    #expect(await home.run("rates alert list").output.contains("lectures rates alert add --pair USD/UAH --above 45"))
  }

  @Test(
    "What makes no sense is refused, and nothing is kept",
    arguments: [
      "--pair USD/UAH", "--pair USD/UAH --above 45 --below 43", "--pair USD/UAH --above 45 --change 2%",
      "--pair USD --above 45", "--pair USD/USD --above 45", "--pair USD/UAH/EUR --above 45",
      "--pair USX/UAH --above 45",
      "--pair / --above 45", "--pair USD/UAH --above 0", "--pair USD/UAH --above -1", "--pair USD/UAH --above 1,234",
      "--pair USD/UAH --above 1e40", "--pair USD/UAH --above 99999999999999999999999", "--pair USD/UAH --change 0%",
      "--pair USD/UAH --change two", "--pair USD/UAH --above 45 --side left", "--pair USD/UAH --above 45 --margin 2000",
      "--pair USD/UAH --above 45 --for never", "--pair USD/UAH --above 45 --cool-down 9d",
      "--pair USD/UAH --above 45 --webhook-secret-file key", "--above 45",
    ])
  func mistakes(line: String) async throws {
    let run = await home.run("rates alert add --terminal \(line)")
    #expect(run.status == .usage, "\(run.errors)")
    #expect(try await book.alerts.all().isEmpty)
  }

  @Test("People read of alerts in their language")
  func languages() async throws {
    home.environment["LANG"] = "ko_KR.UTF-8"
    let korean = await home.run("rates alert add --pair USD/UAH --above 45 --terminal").output
    #expect(korean.contains("USD/UAH (우크라이나 국립은행, 중간): 45 이상"), "\(korean)")
    home.environment["LANG"] = "uk_UA.UTF-8"
    let ukrainian = await home.run("rates alert list").output
    #expect(ukrainian.contains("USD/UAH (НБУ, середній): від 45") && ukrainian.contains("чекає"), "\(ukrainian)")
    let alert = try #require(try await book.alerts.all().first)
    let price = try #require(ExactDecimal("45.5"))
    let value = try #require(RateSubject.value(of: Fraction(price)))
    #expect(Language.ofSystem(home.environment).message(alert, value) == "USD/UAH (НБУ, середній) 45,5: від 45")
  }

  @Test("The status tells that nobody watches, and who does; one process watches at a time")
  func status() async throws {
    _ = await home.run("rates alert add --pair USD/UAH --below 43 --terminal")
    let none = await home.run("rates daemon --status")
    #expect(none.status == .failure && none.errors.contains("lectures rates daemon"), "\(none.errors)")
    let lock = try MonitorLock(book: try book.path, scope: RateSubject.scope, topic: RateSubject.topic)
    let status = try await home.json("rates daemon --status")
    #expect(status["running"] == true && status["alerts"] == 1 && status["lastReading"] == .some(.null), "\(status)")
    let second = await home.run("rates daemon")
    #expect(second.errors.contains("Another process watches the rates already."), "\(second.errors)")
    #expect(try await home.json("rates alert add --pair USD/UAH --below 42 --terminal")["watched"] == true)
    withExtendedLifetime(lock) {}
  }

  @Test("The service has what the settings say, wherever they say it, and the language of its reader")
  func unit() async throws {
    home.environment["LANG"] = "uk_UA.UTF-8"
    home.environment["LECTURES_RATES_SOURCES"] = "nbu"
    let run = await home.run("rates daemon --systemd-unit --rates-currencies USD,EUR --rates-book ~/r/rates.sqlite")
    #expect(run.status == .success, "\(run.errors)")
    let start = try #require(run.output.split(separator: "\n").first { $0.hasPrefix("ExecStart=/") })
    for words in [
      " rates daemon ", " --rates-sources nbu", " --rates-currencies USD,EUR", " --rates-book \(home.file("r"))/",
    ] { #expect(start.contains(words), "\(words): \(start)") }
    #expect(run.output.contains("\nEnvironment=LC_ALL=uk_UA.UTF-8\n"), "\(run.output)")
    #expect(run.output.contains("\nReadWritePaths=%h \(home.file("r"))\n"), "\(run.output)")
    let wrong = await home.run("rates daemon --systemd-unit --rates-sources nobody")
    #expect(wrong.status == .usage && wrong.output.isEmpty, "\(wrong.output)")
  }
}
