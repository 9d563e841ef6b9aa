import Peers
import Primitives

/// Keccak-256 against OpenSSL's SHA3-256, which differs in the padding alone.
struct KeccakBenchmark: Benchmark {
  static let name = "keccak"

  func rows(on ground: Ground) async throws -> [Row] {
    [
      try await row(
        "Keccak-256, 1 MiB", bytes: 1 << 20, count: 8, bound: 0.8,
        limit: "the permutation: plain Swift, without the rotate and and-not instructions of newer processors"),
      try await row("Keccak-256, 32 bytes", bytes: 32, count: 20_000, bound: 1, limit: "one permutation"),
    ]
  }

  private func row(_ name: String, bytes: Int, count: Int, bound: Double, limit: String) async throws -> Row {
    var data = (0..<bytes).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    var peerData = data
    var sum: UInt8 = 0
    let duel = try await Duel.run(rounds: 41) {
      seconds(each: count) {
        for i in 0..<count {
          data[0] = UInt8(truncatingIfNeeded: i)
          sum ^= Keccak256.hash(data).withUnsafeBytes { $0[0] }
        }
      }
    } peer: {
      try seconds(each: count) {
        var digest = [UInt8](repeating: 0, count: 32)
        try require(peer_sha3_256(&peerData, bytes, count, &digest), "OpenSSL has no SHA3-256")
        sum ^= digest[0]
      }
    }
    return Row(
      name, peer: "OpenSSL SHA3-256", bytes > 1000 ? .throughput(bytes: bytes) : .rate, duel, bound: bound, limit: limit
    )
  }
}
