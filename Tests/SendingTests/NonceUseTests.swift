import Keys
import NodeDoubles
import NodeRPC
import Primitives
import StrictJSON
import Testing
import Transactions

@testable import Sending

/// The search for what used nonces, on a chain of a thousand blocks.
@Suite("What used a nonce")
struct NonceUseTests {
  private static let head: UInt64 = 1_000

  /// A node that keeps the states of every so many blocks, and of the newest; the account sent in these blocks.
  private func counter(statesEvery grain: UInt64?, sentIn heights: [UInt64]) throws -> Counter {
    let counter = try Counter()
    let signed = try heights.indices.map { try counter.other(nonce: UInt64($0)) }
    counter.node.change { chain in
      chain.answers["eth_blockNumber"] = { _, _ in .result(.string(UInt256(Self.head).quantity)) }
      chain.answers["eth_getTransactionCount"] = { call, _ in
        let height = Self.number(call.params.last)
        guard height ?? Self.head == Self.head || grain.map({ (height ?? 0) % $0 == 0 }) ?? false else {
          return .error("missing trie node")
        }
        return .result(.string(UInt256(heights.count { $0 <= height ?? Self.head }).quantity))
      }
      chain.answers["eth_getBlockByNumber"] = { call, _ in
        guard let height = Self.number(call.params.first) else { return nil }
        let mined = heights.firstIndex(of: height).map { [signed[$0].told] } ?? []
        return .result([
          "number": .string(UInt256(height).quantity), "hash": .string(Keccak256.hash([UInt8(height % 251)]).hex),
          "parentHash": .string(Hash32.zero.hex), "timestamp": .string(UInt256(height * 12).quantity),
          "gasLimit": "0x1", "gasUsed": "0x1", "transactions": .array(mined),
        ])
      }
    }
    return counter
  }

  private static func number(_ json: JSON?) -> UInt64? {
    (json?.string).flatMap { UInt64($0.dropFirst(2), radix: 16) }
  }

  @Test(
    "is found by the states of the past, be they of every block or of every 128th, without reading many blocks",
    arguments: [1, 128] as [UInt64],
    [[1], [1_000], [128], [127, 129, 300, 301, 777], [255, 256, 257, 999, 1_000]] as [[UInt64]])
  func byStates(grain: UInt64, heights: [UInt64]) async throws {
    let counter = try counter(statesEvery: grain, sentIn: heights)
    let client = counter.sender.node
    let nonces = heights.indices.map { UInt64($0) }
    let uses = try await client.uses(of: nonces, by: counter.key.address, since: 0)
    #expect(nonces.map { uses[$0]?.block } == heights)
    #expect(nonces.map { uses[$0]?.hash } == (try nonces.map { try counter.other(nonce: $0).hash }))
    for nonce in nonces {
      #expect(
        try await client.use(of: nonce, by: counter.key.address) == .used(by: try counter.other(nonce: nonce).hash))
    }
    let most = grain == 1 ? 1 : 128
    #expect(
      counter.node.calls(of: "eth_getBlockByNumber").count { $0.params.last == true } <= 2 * heights.count * most)
  }

  @Test("is looked for in the blocks where no states are kept, and only so far back")
  func byBlocks() async throws {
    let counter = try counter(statesEvery: nil, sentIn: [127, 990])
    let client = counter.sender.node
    #expect(try await client.uses(of: [1], by: counter.key.address, since: 980 * 12)[1]?.block == 990)
    #expect(try await client.uses(of: [0], by: counter.key.address, since: 980 * 12).isEmpty)
    #expect(try await client.use(of: 0, by: counter.key.address) == .unknown)
    #expect(try await client.use(of: 2, by: counter.key.address) == .free)
  }
}
