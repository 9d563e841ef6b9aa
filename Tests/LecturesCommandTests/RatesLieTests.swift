import Database
import FixtureSupport
import Foundation
import StrictJSON
import Testing

@testable import LecturesCommand
@testable import Rates

/// Sources that give a good answer, and then lie in every way that the server of recorded answers knows.
@Suite("A source of rates that lies", .timeLimit(.minutes(10))) struct RatesLieTests {
  private static let server = Result { try RecordedServer(["--today"]) }
  private let home = WalletHome()

  /// A look at rates of one source.
  struct Look: Sendable, CustomTestStringConvertible {
    let source: String
    let line: String
    /// The lies that it cannot tell, since nothing in its answers is of that kind: official rates have no sides.
    var cannotTell: Set<String> = []
    var testDescription: String { "\(source): \(line)" }
  }

  private static let official: Set = ["crossed"]

  private static let looks = [
    Look(source: "nbu", line: "USD --market nbu", cannotTell: official),
    Look(source: "frankfurter", line: "USD --market nbu", cannotTell: official),
    Look(source: "ecb", line: "USD --market ecb", cannotTell: official),
    Look(source: "privatbank", line: "USD --market banks"), Look(source: "monobank", line: "USD --market banks"),
    Look(source: "minfin-site", line: "USD --market banks"), Look(source: "finance-ua", line: "USD --market cash"),
    Look(source: "bithumb", line: "KAIA --market korea"), Look(source: "upbit", line: "BTC --market korea"),
    Look(source: "binance", line: "KAIA --market crypto"), Look(source: "whitebit", line: "BTC --market crypto"),
    Look(source: "coingecko", line: "KAIA --to USD --market crypto", cannotTell: official),
  ]

  private static let lies = [
    "html", "cut", "empty", "huge", "none", "zero", "negative", "nan", "overflow", "tenfold", "thousandfold", "crossed",
    "other", "twice", "future", "limit", "elsewhere",
  ]

  @Test("After a good answer it changes no number and no time that is shown, and something is said", arguments: looks)
  func lies(look: Look) async throws {
    let line = "rates \(look.line) --rates-sources \(look.source) --no-news"
    let server = try Self.server.get()
    home.environment["LECTURES_RATES_MIRROR"] = server.url
    let good = try shown(try await home.json(line))
    try #require(good.count == 1, "\(good)")
    for lie in Self.lies where !look.cannotTell.contains(lie) {
      try await age()
      home.environment["LECTURES_RATES_MIRROR"] = "\(server.url)/~\(lie)"
      let told = try await home.json(line)
      #expect(try shown(told) == good, "\(lie): \(told)")
      // Whoever leaves a currency out, or tells another in its place, need not have failed.
      guard lie != "other" else { continue }
      let troubles = (told["problems"]?.array?.count ?? 0) + (told["suspects"]?.array?.count ?? 0)
      #expect(troubles > 0, "\(lie): \(told)")
    }
  }

  @Test("After an answer that does not come in time it changes no number either, and without one it is told so")
  func slow() async throws {
    let line = "rates USD --market banks --rates-sources privatbank --no-news"
    let server = try Self.server.get()
    home.environment["LECTURES_RATES_MIRROR"] = server.url
    let good = try shown(try await home.json(line))
    try #require(good.count == 1, "\(good)")
    try await age()
    home.environment["LECTURES_RATES_MIRROR"] = "\(server.url)/~slow"
    home.environment["LECTURES_TIMEOUT"] = "1"
    let told = try await home.json(line)
    #expect(try shown(told) == good, "\(told)")
    #expect(told["problems"]?[0]?["code"] == "rates.unreachable", "\(told)")
    let none = await home.run("rates KAIA --market korea --rates-sources bithumb --no-news --json")
    #expect(none.status == .nodeUnavailable && none.output.contains("rates.unreachable"), "\(none.output)")
  }

  @Test("The lines below the table say what is wrong in all three languages")
  func words() async throws {
    let line = "rates USD --market banks --rates-sources privatbank --no-news"
    // One of its own: whoever else reads 60 MB of lies could make it answer too late.
    let server = try RecordedServer(["--today"])
    home.environment["LECTURES_RATES_MIRROR"] = server.url
    _ = await home.run(line)
    for (lie, words) in [
      ("cut", ["gave no answer", "응답이 없습니다", "не відповідає"]),
      ("future", ["cannot be used", "쓸 수 없습니다", "непридатна"]),
      ("tenfold", ["377.2000: suspect", "의심스러우므로", "сумнівний"]), ("limit", ["less often", "뜸하게", "рідше"]),
    ] {
      for (locale, word) in zip(["C.UTF-8", "ko_KR.UTF-8", "uk_UA.UTF-8"], words) {
        try await age()
        home.environment["LANG"] = locale
        home.environment["LECTURES_RATES_MIRROR"] = "\(server.url)/~\(lie)"
        let run = await home.run(line)
        #expect(run.status == .success && run.output.contains(word), "\(lie): \(run.output)\(run.errors)")
        #expect(run.output.contains("37.2200") || run.output.contains("37,2200"), "\(lie): \(run.output)")
        let sources = await home.run("rates sources", terminal: 200).output
        #expect(lie == "tenfold" || sources.contains(word), "\(lie): \(sources)")
      }
    }
  }

  @Test(
    "Banks and histories keep what was told before, and say that a source lies", arguments: ["tenfold", "thousandfold"])
  func others(lie: String) async throws {
    let server = try Self.server.get()
    let lines = [
      "rates banks privatbank --rates-sources privatbank",
      "rates history USD --market nbu --rates-sources nbu --from 2026-03-01 --to 2026-03-02",
    ]
    home.environment["LECTURES_RATES_MIRROR"] = server.url
    var good: [JSON?] = []
    for line in lines { good.append(try await facts(line)) }
    try await age()
    home.environment["LECTURES_RATES_MIRROR"] = "\(server.url)/~\(lie)"
    for (line, before) in zip(lines, good) {
      let told = try await home.json(line + " --fresh")
      #expect((told["banks"] ?? told["points"]) == before, "\(told)")
      #expect(told["problems"]?[0]?["code"] == "rates.suspect", "\(told)")
    }
  }

  private func facts(_ line: String) async throws -> JSON? {
    let json = try await home.json(line)
    let rates: JSON? = json["banks"] ?? json["points"]
    #expect(rates?.array?.isEmpty == false, "\(json)")
    return rates
  }

  /// The numbers and times of the rates in an answer.
  private func shown(_ json: JSON) throws -> [String] {
    try #require(json["rates"]?.array, "\(json)").map { rate in
      ["bid", "ask", "mid", "asOf", "source", "suspect"].map { "\($0) \(rate[$0] ?? .null)" }.joined(separator: ", ")
    }
  }

  /// Makes all requests be of yesterday, and what was suspect forgotten.
  private func age() async throws {
    let book = try RatesBook(home.file("lectures/rates.sqlite"))
    try await book.file.write { database in
      try database.execute(
        """
        UPDATE request SET lastTry = lastTry - 90000, lastSuccess = lastSuccess - 90000, notBefore = 0, day = NULL,
          etag = NULL, lastModified = NULL, failures = 0, code = NULL, problem = NULL
        """)
      try database.execute("DELETE FROM quote WHERE isSuspect")
    }
  }
}
