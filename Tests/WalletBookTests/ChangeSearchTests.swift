import NodeDoubles
import NodeRPC
import Primitives
import StrictJSON
import Testing

@testable import WalletBook

@Suite("The block in which a balance changed")
struct ChangeSearchTests {
  /// A chain in which an address holds something else from some heights on.
  private struct Past: Sendable {
    var head: UInt64
    /// By the height from which it is held, in KLAY; the oldest first.
    var held: [(height: UInt64, klay: Int)]
    var interval: UInt64 = 1
    var start: UInt64 = 1000
    /// Balances below are forgotten.
    var forgotten: UInt64 = 0

    func amount(at height: UInt64) -> Amount { .klay(held.last { $0.height <= height }?.klay ?? 0) }
    func time(of height: UInt64) -> UInt64 { start &+ height &* interval }
    /// An observation at one height.
    func sample(at height: UInt64) -> BalanceSample {
      BalanceSample(time: Int64(1000 + height * interval), amount: amount(at: height))
    }

    func node() throws -> StubNode {
      let past = self
      return try StubNode { chain in
        chain.receiver = address(1).lowercaseHex
        chain.answers["eth_blockNumber"] = { _, _ in .result(.string(UInt256(past.head).quantity)) }
        chain.answers["eth_getBalance"] = { call, _ in
          guard let height = Self.height(call.params.last), height >= past.forgotten else {
            return .error("missing trie node")
          }
          return .result(.string(past.amount(at: height).wei.quantity))
        }
        chain.answers["eth_getBlockByNumber"] = { call, chain in
          guard let height = Self.height(call.params.first), height <= past.head else { return .result(.null) }
          let word = JSON.string(Hash32(UInt256(height)).hex)
          let isChange = past.held.contains { $0.height == height }
          let paid = isChange && call.params.last == true ? [chain.transaction(Hash32(7).hex)] : []
          return .result([
            "number": .string(UInt256(height).quantity), "hash": word, "parentHash": word,
            "timestamp": .string(UInt256(past.time(of: height)).quantity), "gasLimit": "0x1", "gasUsed": "0x0",
            "transactions": .array(paid),
          ])
        }
      }
    }

    private static func height(_ json: JSON?) -> UInt64? {
      (json?.string).flatMap { UInt64($0.dropFirst(2), radix: 16) }
    }

    func search(from first: UInt64, to last: UInt64, on node: StubNode? = nil) async throws -> ChangeSearch.Finding? {
      let node = try node ?? self.node()
      let client = try NodeClient(endpoints: [try Endpoint(node.url)], options: .patient)
      let change = BalanceHistory.Change(before: sample(at: first), after: sample(at: last))
      return try await ChangeSearch(node: client, address: address(1)).block(of: change)
    }
  }

  @Test("is found among millions in a dozen requests, with the transaction that paid")
  func long() async throws {
    let past = Past(head: 30_000_000, held: [(0, 1), (400, 5), (23_456_789, 8)])
    let node = try past.node()
    let found = try #require(try await past.search(from: 20_000_000, to: 29_000_000, on: node))
    #expect(found.block == 23_456_789 && found.change.isGain && found.change.amount == .klay(3))
    #expect(found.change.after.time == 1000 + 23_456_789)
    #expect(found.transactions.map(\.to) == [address(1)])
    #expect(node.exchanges <= 12)
  }

  @Test("is one of several, and tells what that one changed")
  func several() async throws {
    let past = Past(head: 5000, held: [(0, 1), (2000, 5), (3000, 9)])
    let found = try #require(try await past.search(from: 1000, to: 4000))
    #expect(found.block == 2000 && found.change.after.amount == .klay(5))
  }

  @Test("is found where blocks are of one second, and where the node's clock goes otherwise")
  func clocks() async throws {
    for start in [995, 1000, 1008] as [UInt64] {
      let past = Past(head: 40, held: [(0, 0), (21, 5)], start: start)
      #expect(try await past.search(from: 20, to: 40)?.block == 21, "\(start)")
    }
    let devnet = Past(head: 3, held: [(0, 0), (3, 5)], interval: 0)
    #expect(try await devnet.search(from: 1, to: 3)?.block == 3)
  }

  @Test("is not found, and nothing is made up, where a node has forgotten or talks nonsense")
  func forgotten() async throws {
    let held: [(height: UInt64, klay: Int)] = [(0, 0), (9900, 5)]
    #expect(try await Past(head: 10_000, held: held, forgotten: 9872).search(from: 100, to: 10_000)?.block == 9900)
    #expect(try await Past(head: 10_000, held: held, forgotten: 9950).search(from: 100, to: 10_000) == nil)
    // It never had the first sample's balance: it is another chain.
    let other = Past(head: 100, held: [(0, 7)])
    let change = Past(head: 100, held: [(0, 1), (50, 2)])
    #expect(try await change.search(from: 10, to: 90, on: other.node()) == nil)
    let odd = Past(head: .max, held: [(0, 0)], interval: .max, start: .max)
    #expect(try await Past(head: 100, held: held).search(from: 1, to: 90, on: odd.node()) == nil)
    #expect(try await Past(head: 0, held: [(0, 4)]).search(from: 0, to: 0) == nil)
    let silent = try StubNode { $0.answers["eth_getBalance"] = { _, _ in .error("no") } }
    #expect(try await Past(head: 100, held: held).search(from: 1, to: 90, on: silent) == nil)
  }
}
