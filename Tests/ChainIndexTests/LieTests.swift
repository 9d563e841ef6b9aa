import ChainIndex
import ContractABI
import LectureKit
import Locking
import NodeRPC
import Primitives
import Testing
import Tries

@testable import LectureIndex

@Suite("A node that lies to an index")
struct LieTests {
  enum Lie: String, CaseIterable, Sendable {
    case otherAddress, otherBlock, otherHash, noBlock, removed, order, twice, otherEvent, otherBuyer, missing, broken,
      invented

    func told(_ logs: [Log]) -> [Log] {
      guard let last = logs.last, logs.count > 3 else { return logs }
      let head = Array(logs.dropLast())
      switch self {
      case .otherAddress: return head + [last.with(address: .zero)]
      case .otherBlock: return logs + [last.with(number: (last.blockNumber ?? 0) + 1_000)]
      case .otherHash: return head + [last.with(hash: Hash32(UInt256(1)))]
      case .noBlock: return head + [Log(address: last.address, topics: last.topics, data: last.data)]
      case .removed: return head + [last.with(removed: true)]
      case .order: return [last] + head
      case .twice: return logs + [last]
      case .otherEvent: return head + [last.with(topics: [Hash32(UInt256(5))])]
      case .otherBuyer:
        // An event as it might have been, of somebody whom the header's filter does not have.
        let purchase = LectureMarket.PurchasingLecture.event.topic0
        guard let place = logs.lastIndex(where: { $0.topics.first == purchase }) else { return logs }
        let topics = logs[place].topics.dropLast() + [Hash32(UInt256(0xbad))]
        return logs.enumerated().map { $0.offset == place ? $0.element.with(topics: Array(topics)) : $0.element }
      case .missing: return Array(logs.dropFirst())
      case .broken: return head + [last.with(data: [1, 2, 3])]
      case .invented:
        return logs + [last.with(place: (last.logIndex ?? 0) + 1)]
      }
    }
  }

  @Test("is not believed, and nothing of its answer is written", arguments: Lie.allCases, [40, 400])
  func lies(lie: Lie, blocks: Int) async throws {
    let market = ModelMarket(11)
    for _ in 0..<blocks { market.mine(actions: 2) }
    try await expectRefusal(of: { logs in lie.told(logs) }, by: market)
  }

  /// A lie writes nothing, and once the node is honest the index is whole.
  private func expectRefusal(of lie: @escaping @Sendable ([Log]) -> [Log], by market: ModelMarket) async throws {
    let index = try await Indexing(market)
    market.state.withLock { $0.lie = { logs, _ in lie(logs) } }
    let before = try await index.dump()
    await #expect(throws: ChainIndexError(.badAnswer, "")) { try await index.follower.step(under: index.lease) }
    #expect(try await index.dump() == before)
    market.state.withLock { $0.lie = { logs, _ in logs } }
    try await index.catchUp()
    #expect(try await index.read { try $0.lectureCount() } == market.head.world.lectures.count)
  }

  @Test("is found out when it leaves out the logs of a block that its header shows")
  func silence() async throws {
    let market = ModelMarket(12)
    for _ in 0..<60 { market.mine(actions: 2) }
    let index = try await Indexing(market)
    try await index.catchUp()
    repeat { market.mine(actions: 3) } while market.head.logs.isEmpty
    market.state.withLock { $0.lie = { logs, filter in if case .hash = filter.fromBlock { logs } else { [] } } }
    await #expect(throws: ChainIndexError(.badAnswer, "")) { try await index.follower.step(under: index.lease) }
  }

  @Test(
    "is found out when it tells no logs at all, however it is asked, of old blocks and of new ones",
    arguments: [40, 300])
  func nothing(blocks: Int) async throws {
    let market = ModelMarket(15)
    for _ in 0..<blocks { market.mine(actions: 2) }
    try await expectRefusal(of: { _ in [] }, by: market)
  }

  @Test("is believed where the filter of a block only looks as if the contract had logged something")
  func falsePositive() async throws {
    let market = ModelMarket(16)
    for _ in 0..<20 { market.mine(actions: 2) }
    market.mineForeign(logs: 4_000)
    #expect(try #require(market.head.block.bloom).mayContain(ModelMarket.contract.bytes))
    for _ in 0..<5 { market.mine(actions: 2) }
    let index = try await Indexing(market)
    try await index.catchUp()
    #expect(try await index.read { try $0.lectureCount() } == market.head.world.lectures.count)
  }

  @Test("is found out when it makes up a log of an old block whose header knows of none")
  func past() async throws {
    let market = ModelMarket(14)
    for _ in 0..<20 { market.mine(actions: 2) }
    market.mine(actions: 0)
    let empty = market.head.block
    for _ in 0..<300 { market.mine(actions: 1) }
    let index = try await Indexing(market)
    market.state.withLock {
      $0.lie = { logs, filter in
        guard let some = logs.first, filter.fromBlock == .number(1) else { return logs }
        let topics = [LectureMarket.OwnershipTransferred.event.topic0, Hash32(UInt256(1)), Hash32(UInt256(2))]
        let made = some.with(topics: topics, data: [], number: empty.number, hash: empty.hash, place: 0)
        return logs.filter { $0.blockNumber ?? 0 < empty.number } + [made]
          + logs.filter { $0.blockNumber ?? 0 > empty.number }
      }
    }
    let before = try await index.dump()
    await #expect(throws: ChainIndexError(.badAnswer, "")) { try await index.follower.step(under: index.lease) }
    #expect(try await index.dump() == before)
  }

  @Test("of a range that it finds too wide is asked for less, and refuses a single block with a clear error")
  func ranges() async throws {
    let market = ModelMarket(13)
    for _ in 0..<40 { market.mine(actions: 1) }
    market.state.withLock { $0.widest = 0 }
    let index = try await Indexing(market)
    await #expect(throws: ChainIndexError(.logsRefused, "")) { try await index.follower.step(under: index.lease) }
  }
}

extension Log {
  fileprivate func with(
    address: Address? = nil, topics: [Hash32]? = nil, data: Bytes? = nil, number: UInt64? = nil, hash: Hash32? = nil,
    place: UInt64? = nil, removed: Bool = false
  ) -> Log {
    Log(
      address: address ?? self.address, topics: topics ?? self.topics, data: data ?? self.data,
      blockNumber: number ?? blockNumber, blockHash: hash ?? blockHash, transactionHash: transactionHash,
      transactionIndex: transactionIndex, logIndex: place ?? logIndex, removed: removed)
  }
}
