import Foundation

/// The reading of old events into an index on a server of PostgreSQL: beside COPY of the same rows, beside web3.py with
/// COPY, and beside what it takes where nothing can be checked.
struct BackfillBenchmark: Benchmark {
  static let name = "backfill"
  /// The number of events; another one by the environment's `BACKFILL_EVENTS`.
  private static var events: Int {
    ProcessInfo.processInfo.environment["BACKFILL_EVENTS"].flatMap(Int.init).map { min(max($0, 20_000), 10_000_000) }
      ?? 200_000
  }

  func rows(on ground: Ground) async throws -> [Row] {
    let stage = try BackfillStage(ground, events: Self.events)
    defer { try? stage.end() }
    let copied = try await Duel.run(rounds: 5) {
      try stage.backfill(at: stage.chain.url)
    } peer: {
      try stage.copy()
    }
    let scripted = try await Duel.run(rounds: 1) {
      try stage.backfill(at: stage.chain.url)
    } peer: {
      try stage.script()
    }
    let unchecked = try await Duel.run(rounds: 5) {
      try stage.backfill(at: stage.chain.url)
    } peer: {
      try stage.backfill(at: stage.chain.bareURL)
    }
    let remark =
      "\(stage.chain.events) events in \(stage.chain.height) blocks, by `index run --once` as a process, its start included"
    return [
      Row(
        "events read into an index on a server", peer: "COPY of the same rows", .rate, copied, bound: 0.5,
        limit: "the node's answers are read and checked; node, program and server share the processors",
        remarks: [remark]),
      Row(
        "events read into an index on a server", peer: "web3.py and psycopg's COPY", .rate, scripted, bound: 5,
        limit: "the server's writing of the rows",
        remarks: ["the same ranges, and the headers of their blocks for the times; that checks nothing"]),
      Row(
        "events read with headers that prove them", peer: "headers without filters and roots", .rate, unchecked,
        bound: 0.25, limit: "a header's hash and filter for each block with events, receipts of one in a hundred"),
    ]
  }
}
