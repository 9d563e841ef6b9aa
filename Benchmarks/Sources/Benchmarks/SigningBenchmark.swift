import Keys
import Peers
import Primitives

/// Signing against bare libsecp256k1: the same library, context, nonces and result.
struct SigningBenchmark: Benchmark {
  static let name = "signing"

  func rows(on ground: Ground) async throws -> [Row] {
    let secret = Bytes(1...32)
    let key = try PrivateKey(bytes: secret)
    let digests = (0..<64).map { Keccak256.hash([UInt8($0)]) }
    let digestBytes = digests.flatMap(\.bytes)
    let count = 320
    var last: Signature?
    var peers = Bytes(repeating: 0, count: 64)
    let duel = try await Duel.run(rounds: 61) {
      try seconds(each: count) {
        for i in 0..<count { last = try key.sign(digests[i % digests.count]) }
      }
    } peer: {
      try seconds(each: count) {
        var recovery: Int32 = 0
        try require(
          peer_sign(secret, digestBytes, digests.count, count, &peers, &recovery), "libsecp256k1 did not sign")
      }
    }
    try require(last.map { Array($0.bytes65.prefix(64)) } == peers, "the signatures differ")
    return [
      Row(
        "Signing a digest", peer: "bare libsecp256k1", .rate, duel, bound: 0.95,
        limit: "libsecp256k1")
    ]
  }
}
