import Foundation
import Primitives
import Rates

/// `lectures rates --cached --json` against SQLite's own program that reads the same rows.
struct RatesCacheBenchmark: Benchmark {
  static let name = "rates-cache"

  func rows(on ground: Ground) async throws -> [Row] {
    let home = FileManager.default.temporaryDirectory.appending(path: "bench-rates-\(getpid())")
    try FileManager.default.createDirectory(
      at: home.appending(path: "lectures"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: home) }
    let book = try RatesBook(home.appending(path: "lectures/rates.sqlite").path)
    let now = Int64(time(nil))
    try await fill(book, at: now)
    let environment = ["HOME": home.path, "XDG_DATA_HOME": home.path, "PATH": "/usr/bin:/bin"]
    let ours = Spawning(
      arguments: [ground.programs.lectures, "rates", "--cached", "--json"], environment: environment)
    let peer = Spawning(arguments: ["sqlite3", "-readonly", "-json", book.path, Self.rows], environment: environment)
    for program in [ours, peer] {
      let text = try program.output()
      try require(text.contains("44.5526"), "\(program.arguments[0]) printed: \(text)")
    }
    let duel = try await Duel.run(rounds: 51, ours: ours.run, peer: peer.run)
    return [
      Row(
        "lectures rates, from what is kept", peer: "sqlite3", .time, duel, bound: 0.5,
        limit: "starting: what the parser looks up of each option, relocations, a thread for each question")
    ]
  }

  /// The three currencies that are shown unless others are named, the days before for the change, and the headline.
  private static let rows = """
    SELECT * FROM quote WHERE market = 'nbu' AND quote = 'UAH' AND base IN ('USD', 'EUR', 'PLN');
    SELECT * FROM day WHERE market = 'nbu' AND quote = 'UAH' AND base IN ('USD', 'EUR', 'PLN');
    SELECT * FROM news WHERE NOT isRead ORDER BY time DESC LIMIT 1;
    """

  /// Two days of the official rates of 45 currencies, and 40 pieces of news.
  private func fill(_ book: RatesBook, at now: Int64) async throws {
    let profile = NationalBankOfUkraine().profile
    let today = profile.zone.day(at: now)
    let currencies =
      Currency.known.filter { $0 != .uah }.prefix(42) + ["USD", "EUR", "PLN"].compactMap { Currency($0) }
    for day in [Day(number: today.number - 1), today] {
      let quotes = currencies.compactMap { currency in
        Quote(
          source: profile.name, market: .nbu, kind: .official, pair: CurrencyPair(currency, .uah),
          mid: ExactDecimal("44.5526"), asOf: profile.zone.time(on: day), day: day, retrieved: now)
      }
      try await book.keep(SourceFindings(quotes: quotes), of: profile, at: now)
    }
    guard let feed = NewsFeed.known.first else { return }
    var news = SourceFindings()
    news.news = (0..<40).map { number in
      NewsItem(
        id: "\(feed.profile.name):\(number)", feed: feed.profile.name, time: now - Int64(number) * 600,
        title: "Headline \(number)", summary: "", link: "https://news.example/\(number)", image: nil,
        language: feed.language)
    }
    try await book.keep(news, of: feed.profile, at: now)
  }
}
