import NodeRPC
import Peers

/// JSON-RPC calls against libcurl's easy handle, which posts the same bytes and throws the answers away.
struct CallsBenchmark: Benchmark {
  static let name = "calls"

  func rows(on ground: Ground) async throws -> [Row] {
    let client = try NodeClient(ground.url)
    let body = #"{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":[]}"#
    let width = 16
    let callers = (0..<width).map { _ in peer_caller_new(ground.url, body) }
    defer { for caller in callers { peer_caller_free(caller) } }
    try require(callers.allSatisfy { $0 != nil }, "libcurl has no memory")
    let (count, countAtOnce) = (300, 40)
    let inTurn = try await Duel.run(rounds: 61) {
      try await seconds(each: count) {
        for _ in 0..<count { try require(try await client.blockNumber() == 1250, "the stub lies") }
      }
    } peer: {
      try seconds(each: count) {
        try require(peer_caller_call(callers[0], count), "libcurl could not call the stub")
      }
    }
    let atOnce = try await Duel.run(rounds: 61) {
      try await seconds(each: width * countAtOnce) {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for _ in 0..<width {
            group.addTask { for _ in 0..<countAtOnce { _ = try await client.blockNumber() } }
          }
          try await group.waitForAll()
        }
      }
    } peer: {
      try seconds(each: width * countAtOnce) {
        try require(peer_call_at_once(callers, Int32(width), countAtOnce), "libcurl could not call the stub")
      }
    }
    return [
      Row(
        "JSON-RPC calls, one after another", peer: "bare libcurl easy", .rate, inTurn, bound: 0.8,
        limit: "libcurl, the loopback and one change of threads for each answer"),
      Row(
        "JSON-RPC calls, 16 at once", peer: "16 threads, libcurl easy", .rate, atOnce, bound: nil,
        limit: "one thread drives all transfers; the stub takes processors too"),
    ]
  }
}
