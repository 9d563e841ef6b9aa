import DatabaseSupport
import Foundation
import Outbox
import Primitives
import Sending
import Testing

@testable import GasPrices

@Suite(.overEachEngine) struct GasBookTests {
  static let hour: Int64 = 3600

  @Test func samplesBecomeAveragesOfHours() async throws {
    let folder = try Folder()
    let book = try folder.open()
    let start = 500_000 * Self.hour
    for (offset, price) in [(0, 10), (1000, 20), (3599, 60), (3600, 5)] as [(Int64, Int64)] {
      try await book.record(GasSample(start + offset, price), chainID: 1)
    }
    let hours = try await book.hours(chainID: 1, since: 0)
    #expect(hours.map(\.time) == [start, start + 3600])
    #expect(hours[0].count == 3)
    #expect(hours[0].standard == 30)
    #expect(hours[0].lowest == 10 && hours[0].highest == 60)
    #expect(hours[1].standard == 5)
    #expect(try await book.newestSample(chainID: 1) == GasSample(start + 3600, 5))
    #expect(try await book.hours(chainID: 8217, since: 0) == [], "each chain has its own")
  }

  @Test func theSameSecondCountsOnce() async throws {
    let folder = try Folder()
    let book = try folder.open()
    try await book.record(GasSample(7200, 10), chainID: 1)
    try await book.record(GasSample(7200, 90), chainID: 1)
    #expect(try await book.hours(chainID: 1, since: 0).map(\.standard) == [10])
  }

  @Test func whatIsOldGoes() async throws {
    let folder = try Folder()
    let book = try folder.open()
    let now = 600_000 * Self.hour
    try await book.fill(
      [
        GasSample(now - GasBook.hourLife - 7200, 1), GasSample(now - 2 * 86_400, 2), GasSample(now - 100, 3),
        GasSample(now, 4),
      ], chainID: 1)
    #expect(try await book.samples(chainID: 1, since: 0).map(\.standard) == [3, 4])
    #expect(try await book.hours(chainID: 1, since: 0).map(\.standard) == [2, 3, 4])
  }
}

/// The book in a file.
@Suite struct GasFileTests {
  @Test func theFileIsForItsOwnerOnly() async throws {
    let folder = try Folder()
    _ = try GasBook(folder.book)
    let mode = try FileManager.default.attributesOfItem(atPath: folder.book)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test func whatIsNoBookIsTold() throws {
    let folder = try Folder()
    _ = try folder.file("gas.sqlite", String(repeating: "this is no database ", count: 100))
    #expect(throws: GasPricesError(.bookFailed, "")) { try GasBook(folder.book) }
  }

  /// A sample in 7 seconds for a year; the sizes and times are printed, and only the size is asserted on.
  @Test func aYearOfSamplesStaysSmall() async throws {
    let folder = try Folder()
    let book = try GasBook(folder.book)
    let start: Int64 = 480_000 * 3600
    // Every hour of a year, and every sample of its last day: what is older than a day is no sample any more.
    let clock = ContinuousClock()
    let filling = try await clock.measure {
      var samples: [GasSample] = []
      for hour in 0..<(364 * 24 as Int64) { samples.append(GasSample(start + hour * 3600, 25_000_000_000 + hour)) }
      let day = start + 364 * 86_400
      for step in 0..<(2 * 86_400 / 7 as Int64) { samples.append(GasSample(day + step * 7, 30_000_000_000 + step)) }
      try await book.fill(samples, chainID: 1)
    }
    let now = start + 366 * 86_400
    var chart = ""
    let drawing = try await clock.measure {
      let hours = try await book.hours(chainID: 1, since: 0)
      chart = "\(PriceHistory(hours, last: 168, now: now).columns(168, .standard))"
      chart += PriceHistorySVG.text(
        PriceHistory(hours, last: 366 * 24, now: now), title: "year", unit: "gwei", labels: [])
      chart += PriceCSV.text(hours) + "\(HourOfWeek.cheapest(hours).prefix(5))"
    }
    var size = 0
    for name in ["", "-wal"] {
      size += (try? FileManager.default.attributesOfItem(atPath: folder.book + name)[.size] as? Int) ?? 0
    }
    print("a year of samples: \(size / 1024) KiB, filled in \(filling), week, year, CSV and hours drawn in \(drawing)")
    #expect(size < 20 << 20)
    #expect(try await book.samples(chainID: 1, since: 0).count <= 86_400 / 7 + 2)
    #expect(chart.count > 1000)
  }
}
