import Foundation
import Primitives
import Rates

/// `lectures rates history`: a year out of a file that was told a rate of 40 pairs every hour, drawn as text and as SVG.
struct RatesHistoryBenchmark: Benchmark {
  static let name = "rates-history"

  /// The time to draw.
  private static let mostSeconds = 0.1
  private static let (pairs, days) = (40, 365)

  func rows(on ground: Ground) async throws -> [Row] {
    let home = FileManager.default.temporaryDirectory.appending(path: "bench-history-\(getpid())")
    try FileManager.default.createDirectory(
      at: home.appending(path: "lectures"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: home) }
    let book = try RatesBook(home.appending(path: "lectures/rates.sqlite").path)
    try await fill(book, until: Int64(time(nil)))
    let drawing = home.appending(path: "year.svg").path
    let ours = Spawning(
      arguments: [
        ground.programs.lectures, "rates", "history", "BTC", "--market", "crypto", "--days", "\(Self.days)", "--cached",
        "--svg", drawing, "--replace",
      ], environment: ["HOME": home.path, "XDG_DATA_HOME": home.path, "PATH": "/usr/bin:/bin"])
    let text = try ours.output()
    try require(text.contains("BTC/USDT"), "there is no chart: \(text)")
    let svg = try String(contentsOfFile: drawing, encoding: .utf8)
    try require(svg.count > 3_000 && svg.contains("BTC/USDT"), "the year is not drawn: \(svg)")
    let duel = try await Duel.run(rounds: 31, ours: ours.run) { Self.mostSeconds }
    return [
      Row(
        "lectures rates history, a year of \(Self.pairs) pairs by the hour", peer: "100 ms", .time, duel, bound: 1,
        limit: "starting; reading \(Self.days) rows",
        remarks: ["\(Self.pairs * Self.days * 24) quotes were told; the book keeps one for each day"])
    ]
  }

  /// A rate of each pair in every hour of a year, told a day at once.
  private func fill(_ book: RatesBook, until now: Int64) async throws {
    let profile = Binance().profile
    let coins = ["BTC"] + (1..<Self.pairs).map { "COIN\($0)" }
    let pairs = coins.compactMap { Currency($0) }.map { CurrencyPair($0, .usdt) }
    for day in (0..<Self.days).reversed() {
      let last = now - Int64(day) * 86_400
      let quotes = (0..<24).reversed().flatMap { hour -> [Quote] in
        let time = last - Int64(hour) * 3600
        return pairs.enumerated().compactMap { index, pair in
          let price = UInt64(6_000_000 + index * 100_000 + Int(time / 3600 % 997) * 100)
          return Quote(
            source: profile.name, market: .crypto, kind: .exchange, pair: pair,
            bid: ExactDecimal(mantissa: price, scale: 2), ask: ExactDecimal(mantissa: price + 10, scale: 2), asOf: time,
            retrieved: time)
        }
      }
      try await book.keep(SourceFindings(quotes: quotes), of: profile, at: last)
    }
  }
}
