import ChainIndex
import ChainSupport
import Database
import FixtureSupport
import Foundation
import LectureIndex
import Testing

@testable import IndexWorker

/// A worker that reads a generated chain, killed at random: `make crash-test` reads a million events.
@Suite("An index of a generated chain whose writer is killed", .timeLimit(.minutes(60)))
struct GeneratedIndexCrashTests {
  private struct Build {
    let worker: String
    let path: String

    /// Reads the chain; the process is killed once it has read so many blocks, unless it ends before.
    func run(_ market: GeneratedMarket, killedAt block: UInt64?) async throws -> Int {
      let order = try JSONEncoder().encode(IndexOrder(path: path, market: market))
      let process = try LineProcess(worker, [String(decoding: order, as: UTF8.self)])
      while let block, head < block { try await Task.sleep(for: .milliseconds(2)) }
      let status = try await process.end(signal: block == nil ? 0 : SIGKILL).status
      // Nobody waits until the lease of the dead is over.
      if block != nil, FileManager.default.fileExists(atPath: path) {
        _ = try? await DatabaseFile(path).write { try $0.execute("UPDATE lease SET until = 0") }
      }
      return status
    }

    /// The newest block that is read; 0 before the first.
    var head: UInt64 {
      guard FileManager.default.fileExists(atPath: path) else { return 0 }
      var options = DatabaseFile.Options()
      (options.isReadOnly, options.durability) = (true, nil)
      let file = try? DatabaseFile(path, options)
      defer { try? file?.close() }
      return (try? file?.read { try $0.value("SELECT max(number) FROM head", as: UInt64.self) }) ?? 0
    }
  }

  @Test("is afterwards, with its reorganisations, as if made from scratch")
  func kills() async throws {
    let worker = try #require(BuiltProgram.path(of: "IndexWorker"))
    let kills = LongRun.kills.map { max(3, $0 / 20) } ?? 3
    let events: UInt64 = LongRun.isOn ? 1_000_000 : 20_000
    let folder = try TemporaryFolder()
    var market = GeneratedMarket(seed: 20_261_128, events: events)
    let first = Build(worker: worker, path: folder.file("first.sqlite"))
    let start = ContinuousClock.now
    #expect(try await first.run(market, killedAt: nil) == 0)
    let time = ContinuousClock.now - start
    let rate = Double(events) / (time / .seconds(1))
    print("\(events) events in \(time): \(Int(rate)) events a second")

    var random = Seeded(20_261_128)
    let killed = Build(worker: worker, path: folder.file("killed.sqlite"))
    var died = 0
    let last = first.head
    for round in 0..<kills {
      let part = last / UInt64(kills)
      let block = part * UInt64(round) + random.next() % max(1, part * 9 / 10)
      if try await killed.run(market, killedAt: block) == -Int(SIGKILL) { died += 1 }
      if round % 5 == 1 {
        market.reorganise(depth: random.next() % 100 + 1, salt: random.next(), adding: random.next() % 5 + 1)
      }
    }
    #expect(died > 0)
    // The whole index is reorganised, too, and not one that is still far behind.
    for _ in 0..<3 {
      #expect(try await killed.run(market, killedAt: nil) == 0)
      market.reorganise(depth: random.next() % 100 + 1, salt: random.next(), adding: random.next() % 5 + 1)
    }
    #expect(try await killed.run(market, killedAt: nil) == 0)
    let scratch = Build(worker: worker, path: folder.file("scratch.sqlite"))
    #expect(try await scratch.run(market, killedAt: nil) == 0)
    let found = try await differences(killed.path, scratch.path)
    #expect(found.rows == 0 && found.events >= Int(events))
    let older = try await differences(first.path, scratch.path)
    #expect(older.rows > 0)
  }

  /// The number of rows that one of two indexes has and the other has not, and the number of events of the first.
  private func differences(_ one: String, _ other: String) async throws -> (rows: Int, events: Int) {
    try DatabaseFile(one).connected { db in
      try db.execute("ATTACH DATABASE ? AS other", [other])
      var count = 0
      for table in ["lecture", "run", "purchase", "rating", "settlement", "event", "block"] {
        for (left, right) in [("main", "other"), ("other", "main")] {
          let sql = "SELECT count(1) FROM (SELECT * FROM \(left).\(table) EXCEPT SELECT * FROM \(right).\(table))"
          count += try db.value(sql, as: Int.self) ?? 0
        }
      }
      let heads = "SELECT count(1) FROM main.head AS a JOIN other.head AS b WHERE a.hash != b.hash"
      count += try db.value(heads, as: Int.self) ?? 0
      return (count, try db.value("SELECT count(1) FROM main.event", as: Int.self) ?? 0)
    }
  }
}
