import Foundation
import GasPrices
import Outbox
import Primitives
import Sending

/// A year of gas prices, one in 7 seconds: how large their file is, and how long it takes to draw them.
struct GasBookBenchmark: Benchmark {
  static let name = "gas-book"

  /// What the file may have, and the time to draw.
  private static let (mostBytes, mostSeconds) = (20_000_000.0, 0.1)

  func rows(on ground: Ground) async throws -> [Row] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("gas-book-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (path, chain) = ("\(folder)/gas.sqlite", UInt256(1))
    let (start, year): (Int64, Int64) = (1_700_000_000, 365 * 86_400)
    let book = try GasBook(path)
    var samples: [GasSample] = []
    for second in stride(from: Int64(0), to: year, by: 7) {
      let price = 20_000_000_000 + second % 86_400 * 100_000
      samples.append(
        GasSample(
          time: start + second, block: second / 12, baseFee: price, slow: price, standard: price + 1,
          fast: price + 2))
      guard samples.count == 100_000 else { continue }
      try await book.fill(samples, chainID: chain)
      samples.removeAll(keepingCapacity: true)
    }
    try await book.fill(samples, chainID: chain)
    let bytes = try size(of: folder)
    let memory = try await Duel.run(rounds: 1) {
      bytes
    } peer: {
      Self.mostBytes
    }
    let now = start + year
    let drawing = try await Duel.run(rounds: 15) {
      try await seconds(each: 1) {
        let hours = try await book.hours(chainID: chain, since: start)
        let history = PriceHistory(hours, last: 365 * 24, now: now)
        let columns = history.columns(168, .standard)
        let svg = PriceHistorySVG.text(history, title: "A year", unit: "gwei", labels: [])
        try require(hours.count > 8_700 && columns.count == 168 && svg.count > 1_000, "the year is not drawn")
      }
    } peer: {
      Self.mostSeconds
    }
    return [
      Row(
        "A year of gas prices, one in 7 s: the file", peer: "20 MB", .memory, memory, bound: 1,
        limit: "the averages of \(year / 3600) hours; single samples of a day"),
      Row(
        "The same year, read and drawn as bars and as SVG", peer: "100 ms", .time, drawing, bound: 1,
        limit: "reading \(year / 3600) rows"),
    ]
  }

  /// The bytes of all that is in a folder.
  private func size(of folder: String) throws -> Double {
    try FileManager.default.contentsOfDirectory(atPath: folder).reduce(0) { sum, name in
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
      return sum + Double(attributes[.size] as? Int ?? 0)
    }
  }
}
