import LectureKit
import Peers
import Primitives

/// The calldata of `evaluateLecture` through the generated bindings against eth-abi.
struct EncodingBenchmark: Benchmark {
  static let name = "encoding"

  func rows(on ground: Ground) async throws -> [Row] {
    let count = 100_000
    let peerCount = 2_000
    var last: Bytes = []
    var peers = ""
    let duel = try await Duel.run(rounds: 15) {
      seconds(each: count) {
        for i in 0..<count { last = calldata(i) }
      }
    } peer: {
      let answer = try ground.python.run("encode", "\(peerCount)")
      peers = answer.result
      return answer.seconds / Double(peerCount)
    }
    try require(calldata(peerCount - 1).hex == peers && last.count == 196, "the encodings differ")
    return [
      Row(
        "ABI encoding of evaluateLecture", peer: "eth-abi", .rate, duel, bound: 100,
        limit: "the allocation of the result", remarks: [allocations()])
    ]
  }

  private func calldata(_ lecture: Int) -> Bytes {
    LectureMarket.Calldata.evaluateLecture(
      lectureNumber: UInt256(lecture), preparationPoint: 100, contentPoint: 80, proceedPoint: 34,
      communicationPoint: 77, satisfactionPoint: 99)
  }

  /// Counts what the allocator is asked for.
  private func allocations() -> String {
    let count = 1_000
    var bytes = 0
    let before = peer_allocations()
    for i in 0..<count { bytes += calldata(i).count }
    let made = peer_allocations() - before
    guard before >= 0, bytes > 0 else { return "allocations: not counted on this system" }
    let each = ResultTable.number(Double(made) / Double(count))
    return "allocations for one encoding: \(each), the result; bound 1: \(made <= count ? "pass" : "MISS")"
  }
}
