import LectureKit
import Peers
import Primitives

/// The averages of 10,000 lectures against web3.py, call by call and in batches.
struct AveragesBenchmark: Benchmark {
  static let name = "averages"

  func rows(on ground: Ground) async throws -> [Row] {
    let count = 10_000
    let client = try await ground.lectureClient()
    let numbers = (0..<count).map { UInt256($0) }
    let requests = stub_node_requests()
    try await check(client, numbers)
    let trips = stub_node_requests() - requests
    let ours = { try await seconds(each: 1) { try await check(client, numbers) } }

    // Some of them only, since time is linear in them and nobody wants to wait.
    let single = try await Duel.run(rounds: 3, ours: ours) { try peer(ground, "averages", 500, of: count) }
    let batches = try await Duel.run(rounds: 3, ours: ours) { try peer(ground, "averages-batched", 2_000, of: count) }
    let limit = "building requests and reading answers; the stub's own time is in both"
    return [
      Row(
        "Averages of 10,000 lectures", peer: "web3.py, one by one", .time, single, bound: 20, limit: limit,
        remarks: ["ours takes \(trips) HTTP requests; web3.py is measured on 500 lectures and taken times 20"]),
      Row(
        "Averages of 10,000 lectures", peer: "web3.py, batches of 1,000", .time, batches, bound: 3, limit: limit,
        remarks: ["web3.py is measured on 2,000 lectures and taken times 5"]),
    ]
  }

  private func check(_ client: LectureClient, _ numbers: [UInt256]) async throws {
    let averages = try await client.averages(numbers)
    let sum = averages.reduce(0) { $0 + Int($1 ?? 0) }
    try require(sum == expected(averages.count), "the averages are wrong")
  }

  /// The peer's seconds for `all` lectures, by those for `part` of them.
  private func peer(_ ground: Ground, _ command: String, _ part: Int, of all: Int) throws -> Double {
    let answer = try ground.python.run(command, ground.url, ground.contract.checksummed, "\(part)")
    try require(answer.result == "\(expected(part))", "web3.py's averages are wrong")
    return answer.seconds * Double(all) / Double(part)
  }

  private func expected(_ count: Int) -> Int { (0..<count).reduce(0) { $0 + Ground.average(of: $1) } }
}
