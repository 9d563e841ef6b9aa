import Alerts
import Foundation
import Localization
import Rates
import Testing

@testable import LecturesCommand

/// All commands on rates in Korean and Ukrainian, on sources that say what was recorded of them.
@Suite("The rates commands speak Korean and Ukrainian", .timeLimit(.minutes(20))) struct RatesLanguageTests {
  private let home = WalletHome()
  private let sources: RecordedSources

  /// Names that every language writes so: of sources as settings have them, of firms, and of feeds.
  private static let names: Set<String> = {
    let settings = RateSourceNames.all.flatMap { $0.split { !$0.isLetter } }.map(String.init)
    return Set(settings).union([
      "CoinGecko", "WhiteBIT", "Binance", "Bithumb", "Upbit", "Hankyung", "Maeil", "Business", "TokenPost",
      "Blockmedia", "API", "XML", "EUR", "UAH", "KRW", "BTC", "SVG",
    ])
  }()

  init() throws {
    sources = try RecordedSources()
    home.environment["LECTURES_RATES_MIRROR"] = sources.url
  }

  /// Runs a command in a language, and checks that nothing of what it says is English.
  @discardableResult
  private func said(
    _ line: String, in language: Language, ends status: LecturesCommand.ExitStatus = .success,
    isEmpty: Bool = false, besides others: Set<String> = [], at location: SourceLocation = #_sourceLocation
  ) async -> CommandRun {
    let run = await home.run("\(line) --language \(language.rawValue)")
    // Addresses of banks are what they are.
    let all = (run.output + run.errors).replacing(/[\w.-]+@[\w.-]+/, with: "").replacing(home.directory.path, with: "")
    #expect(run.status == status, "\(line): \(all)", sourceLocation: location)
    #expect(all.isEmpty == isEmpty, "\(line)", sourceLocation: location)
    let words = ForeignWords.of(all, besides: Self.names.union(others))
    #expect(words == [], "\(line): \(all)", sourceLocation: location)
    return run
  }

  @Test("with what they show", arguments: EverydayLanguageTests.languages)
  func shown(language: Language) async {
    let nbu = "--market nbu --rates-sources nbu"
    let banks = "--market banks --rates-sources privatbank"
    for line in [
      "rates USD EUR \(nbu)", "rates USD KAIA --share \(nbu)", "rates USD --fresh \(nbu)", "rates USD EUR \(banks)",
      "rates convert 100 EUR USD \(banks)", "rates convert 100 USD KAIA UAH --side buy \(banks)",
      "rates convert 5 USD EUR --side mid \(banks)", "rates convert 1 USD UAH --digits 6 \(banks)",
      "rates banks --rates-sources minfin-site,finance-ua", "rates banks --card --rates-sources finance-ua",
      "rates news --cached", "rates news --mark-read all",
      "rates history USD --from 2026-03-01 --to 2026-03-02 --csv \(home.file("a.csv")) \(nbu)",
      "rates history KAIA --from 2026-03-01 --to 2026-03-02 \(nbu)", "rates line \(banks)",
      "rates widget \(home.file("a.svg")) \(banks)", "rates sources",
    ] { await said(line, in: language) }
    let one = "rates banks privatbank --rates-sources minfin-site,finance-ua"
    await said(one, in: language, besides: ["privatbank", "ua", "www"])
    await said("rates line --rates-currencies CHF --market ecb", in: language, isEmpty: true)
  }

  @Test("with alerts and the daemon", arguments: EverydayLanguageTests.languages)
  func alerts(language: Language) async throws {
    await said("rates alert list", in: language)
    for rule in ["--above 45 --for 10m --terminal", "--below 43 --side bid --command true", "--change 2% --terminal"] {
      await said("rates alert add --pair USD/UAH \(rule)", in: language, besides: ["true"])
    }
    await said("rates alert snooze 1 --for 8h", in: language)
    await said("rates alert list", in: language, besides: ["true"])
    await said("rates alert snooze 1 --off", in: language)
    await said("rates alert remove 1", in: language)
    await said("rates daemon --status", in: language, ends: .failure)
    let lock = try MonitorLock(
      book: home.file("lectures/rates.sqlite"), scope: RateSubject.scope, topic: RateSubject.topic)
    await said("rates daemon --status", in: language)
    await said("rates daemon", in: language, ends: .failure)
    withExtendedLifetime(lock) {}
  }

  @Test("with what they refuse", arguments: EverydayLanguageTests.languages)
  func refusals(language: Language) async {
    let add = "rates alert add --terminal"
    for line in [
      "rates XYZ", "rates USS", "rates convert ㄱ USD", "rates convert 1,234 USD", "rates convert 1e40 USD",
      "rates convert 99999999999999999999999 USD", "rates --date 2026-02-30", "rates --fresh --cached",
      "rates --market ㄱ", "rates sources --test ㄱ", "rates sources --test privatbnk", "rates --rates-sources ㄱ",
      "rates --rates-mirror ㄱ", "rates --rates-max-age ㄱ", "rates history USD --days 0", "rates history",
      "rates history USD --days 2 --from 2026-01-01", "rates history USD --from 2026-01-02 --to 2026-01-01",
      "rates history USD --from ㄱ", "rates news --link", "rates news --limit 0",
      "rates news --mark-read ㄱ", "rates news ㄱ", "rates convert 1 USD --digits 99", "rates convert 1 USD --side ㄱ",
      "rates convert", "rates banks --sort ㄱ", "rates daemon --status --systemd-unit", "rates alert remove 9",
      "rates alert snooze 1 --for ㄱ", "\(add) --pair USD/UAH", "\(add) --pair USD --above 45",
      "\(add) --pair USD/USD --above 45", "\(add) --pair USD/UAH --above 0", "\(add) --pair USD/UAH --change 0%",
      "\(add) --pair USD/UAH --above 45 --margin 2000", "\(add) --pair USD/UAH --above 45 --side ㄱ",
      "\(add) --pair USD/UAH --above 45 --webhook-secret-file key", "\(add) --pair USD/UAH --above 45 --webhook ㄱ",
    ] {
      let run = await home.run("\(line) --language \(language.rawValue)")
      let status: LecturesCommand.ExitStatus = line.contains("--webhook ㄱ") ? .settings : .usage
      // A currency is always worth one of itself, and the codes that are not known stand in the refusal.
      await said(line, in: language, ends: status, besides: ["XYZ", "USS", "privatbnk"])
      #expect(run.output.isEmpty, "\(line)")
    }
    for line in ["rates news 3 --cached", "rates banks ㄱ --cached", "rates USD --cached --market banks"] {
      await said(line, in: language, ends: .failure)
    }
  }

  @Test("with sources that do not answer", arguments: EverydayLanguageTests.languages)
  func silence(language: Language) async throws {
    let nothing = try RecordedSources(isDown: true)
    home.environment["LECTURES_RATES_MIRROR"] = nothing.url
    await said("rates USD --market nbu --rates-sources nbu", in: language, ends: .nodeUnavailable)
    await said("rates USD --market nbu --rates-sources nbu --fresh", in: language, ends: .nodeUnavailable)
    await said("rates sources --test privatbank", in: language, ends: .nodeUnavailable)
    await said("rates sources", in: language)
    await said("rates banks --rates-sources finance-ua", in: language)
    await said("rates news --rates-sources nbu-rss", in: language)
    await said("rates KAIA --market chain --endpoint http://127.0.0.1:1", in: language, ends: .nodeUnavailable)
  }

  @Test("and name sources as the country does")
  func titles() async {
    let line = "rates USD --market nbu --rates-sources nbu --no-news --share"
    #expect(await home.run("\(line) --language ko").output.contains("우크라이나 국립은행"))
    #expect(await home.run("\(line) --language uk").output.contains("Національний банк України"))
    #expect(await home.run(line).output.contains("National Bank of Ukraine"))
  }
}

/// The names of all sources there are.
private enum RateSourceNames {
  static let all: [String] = [
    "minfin", "exim", "ecos", "finance-ua", "minfin-site", "privatbank", "monobank", "nbu", "bithumb", "upbit",
    "whitebit", "binance", "coingecko", "ecb", "frankfurter", "frankfurter.dev", "finance.ua", "minfin-rss",
    "finance-ua-rss", "finance-ua-news", "epravda", "interfax-ukraine", "nbu-rss", "yonhap", "hankyung-finance",
    "hankyung-economy", "maeil", "tokenpost", "blockmedia", "ecb-press", "fed-press",
  ]
}
