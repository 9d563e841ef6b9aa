import Foundation

/// The memory of a platform's process for sessions of people who signed in and do nothing.
struct SessionsBenchmark: Benchmark {
  static let name = "sessions"
  private static let mebibyte = 1_048_576.0
  /// The number of sessions; another one by the environment's `SESSIONS`.
  private static var sessions: Int {
    ProcessInfo.processInfo.environment["SESSIONS"].flatMap(Int.init).map { min(max($0, 100), 100_000) } ?? 10_000
  }

  /// The findings of the client: bytes of the process before, and beyond these afterwards; seconds for a sign-in.
  private struct Findings: Decodable {
    let before: Double
    let more: Double
    let each: Double
  }

  func rows(on ground: Ground) async throws -> [Row] {
    let stage = try await WebStage(ground)
    let found = try JSONDecoder().decode(Findings.self, from: Data(try stage.sessions(Self.sessions).utf8))
    try await stage.end()
    return [
      Row(
        "memory of \(Self.sessions) idle sessions", peer: "what is asked for", .memory,
        Duel(ours: [found.more], peer: [64 * Self.mebibyte]), bound: 1,
        limit: "sessions are rows of the database; what is measured is what signing in left",
        remarks: [
          "the process had \(Row.Unit.memory.text(found.before)) before; a sign-in of sixteen at once took \(Row.Unit.time.text(found.each)), its three requests"
        ])
    ]
  }
}
