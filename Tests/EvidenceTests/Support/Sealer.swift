import ChainSupport
import Evidence
import Primitives
import StrictJSON
import Testing

/// Chains sealed by another program, see `Witness/sealer.py`.
enum Sealer {
  // It answers in the order in which it is asked.
  private static let process = Task {
    try LineProcess(TestTools.python, ["-B", TestTools.root + "/Tests/EvidenceTests/Witness/sealer.py"])
  }

  /// A chain as the program's first comment describes it.
  static func seal(_ wish: JSON) async throws -> SealedHeaders {
    let answer = try JSON(parsing: Array(try await process.value.ask(wish.serialized()).utf8))
    return SealedHeaders(
      told: try #require(answer["headers"]?.array), forged: try #require(answer["forged"]?.array),
      chain: KaiaChain(
        chainID: 4711, forks: KaiaForks(magma: 0, kore: 0), epoch: UInt64(wish["epoch"]?.int ?? 604_800),
        ranges: [KaiaParameters.Range(0, committeeSize: wish["committee"]?.int ?? 22, deriveSha: .concatenation)]))
  }
}

struct SealedHeaders {
  let told: [JSON]
  let forged: [JSON]
  let chain: KaiaChain

  func header(_ number: Int) throws -> KaiaHeader { try KaiaHeader(json: told[number], chain: chain) }

  func anchor(_ number: Int) throws -> KaiaAnchor {
    let header = try header(number)
    return try KaiaAnchor(header, checkpoint: header.checkpoint, chain: chain)
  }

  /// Follows the path with these headers, those in `lies` instead of the chain's.
  func follow(from start: Int, to end: UInt64, lies: [UInt64: JSON] = [:]) throws -> (
    path: KaiaHeaderPath, asked: [UInt64]
  ) {
    let anchor = try anchor(start)
    var path = try KaiaHeaderPath(from: anchor, to: end, now: anchor.time)
    var asked: [UInt64] = []
    while let wanted = path.wanted {
      asked.append(wanted)
      try path.take(try KaiaHeader(json: lies[wanted] ?? told[Int(wanted)], chain: chain))
    }
    return (path, asked)
  }
}
