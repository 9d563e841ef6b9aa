import ChainIndex
import ContractABI
import FixtureSupport
import LectureKit
import Locking
import NodeRPC
import Primitives
import Tries

@testable import LectureIndex

/// A lecture contract on a chain that plays reorganisations, and tells logs, titles and scores as a node does.
final class ModelMarket: IndexNode, LectureFacts, Sendable {
  static let contract = try! Address("0x00000000000000000000000000000000000000aa")

  struct Mined: Sendable {
    let block: IndexedBlock
    let logs: [Log]
    let world: ModelWorld
  }

  struct State: Sendable {
    var blocks: [Mined]
    var random: Seeded
    /// The most blocks of which logs are told at once.
    var widest: UInt64 = .max
    /// Changes the logs that are told.
    var lie: @Sendable ([Log], LogFilter) -> [Log] = { logs, _ in logs }
    var failures: [NodeError] = []
    var queries = 0
    /// Whether headers have the filters of their logs.
    var hasFilters = true
    /// Whether the header at a height has the hash that is told with it.
    var isHashed: @Sendable (UInt64) -> Bool = { _ in false }
    /// Happens before the contract is asked next.
    var beforeFacts: (@Sendable (inout State) -> Void)?
  }

  let state: Guarded<State>

  /// A chain of one block.
  init(_ seed: UInt64) {
    var random = Seeded(seed)
    let genesis = IndexedBlock(
      number: 0, hash: Hash32(UInt256(random.next())), parent: .zero, time: 1_700_000_000, bloom: Bloom())
    state = Guarded(State(blocks: [Mined(block: genesis, logs: [], world: ModelWorld())], random: random))
  }

  var head: Mined { state.withLock { $0.blocks[$0.blocks.count - 1] } }

  /// Mines a block with random actions.
  func mine(actions: Int) {
    state.withLock { state in
      let parent = state.blocks[state.blocks.count - 1]
      var (world, random) = (parent.world, state.random)
      let (number, time) = (parent.block.number + 1, parent.block.time + 10)
      let hash = Hash32(UInt256(random.next()) << 128 | UInt256(random.next()))
      var logs: [Log] = []
      for _ in 0..<actions {
        for log in world.act(&random, at: time) {
          logs.append(
            Log(
              address: Self.contract, topics: log.topics, data: log.data, blockNumber: number, blockHash: hash,
              transactionHash: Hash32(UInt256(random.next())), transactionIndex: UInt64(logs.count),
              logIndex: UInt64(logs.count)))
        }
      }
      var bloom = Bloom()
      for log in logs { bloom.insert(address: log.address, topics: log.topics) }
      let block = IndexedBlock(number: number, hash: hash, parent: parent.block.hash, time: time, bloom: bloom)
      state.blocks.append(Mined(block: block, logs: logs, world: world))
      state.random = random
    }
  }

  /// Mines a block with logs of other contracts alone, so many that its filter may know of any.
  func mineForeign(logs count: UInt64) {
    state.withLock { state in
      let parent = state.blocks[state.blocks.count - 1]
      let (number, hash) = (parent.block.number + 1, Hash32(UInt256(state.random.next())))
      let logs = (0..<count).map { place in
        Log(
          address: Address(truncating: UInt256(1_000_000 + place)), topics: [Hash32(UInt256(place + 1))], data: [],
          blockNumber: number, blockHash: hash, transactionHash: hash, transactionIndex: 0, logIndex: place)
      }
      var bloom = Bloom()
      for log in logs { bloom.insert(address: log.address, topics: log.topics) }
      let block = IndexedBlock(
        number: number, hash: hash, parent: parent.block.hash, time: parent.block.time + 10, bloom: bloom)
      state.blocks.append(Mined(block: block, logs: logs, world: parent.world))
    }
  }

  /// Takes the newest blocks away.
  func drop(_ count: Int) { state.withLock { $0.blocks.removeLast(min(count, $0.blocks.count - 1)) } }

  // MARK: IndexNode

  func chainID() async throws(NodeError) -> UInt256 { 1_337 }

  func headers(_ tags: [BlockTag]) async throws(NodeError) -> [IndexedBlock?] {
    try failIfDue()
    return state.withLock { state in
      tags.map { tag in
        let block: IndexedBlock? =
          switch tag {
          case .latest: state.blocks.last?.block
          case .number(let number): number < state.blocks.count ? state.blocks[Int(number)].block : nil
          case .hash(let hash): state.blocks.last { $0.block.hash == hash }?.block
          default: nil
          }
        return block.map {
          IndexedBlock(
            number: $0.number, hash: $0.hash, parent: $0.parent, time: $0.time,
            bloom: state.hasFilters ? $0.bloom : nil, isHashed: state.isHashed($0.number))
        }
      }
    }
  }

  func logs(_ filter: LogFilter) async throws(NodeError) -> [Log] {
    try failIfDue()
    return try state.withLock { (state) throws(NodeError) -> [Log] in
      state.queries += 1
      let blocks: [Mined]
      switch (filter.fromBlock, filter.toBlock) {
      case (.hash(let hash), _): blocks = state.blocks.filter { $0.block.hash == hash }
      case (.number(let first), .number(let last)):
        guard last - first < state.widest else {
          throw NodeError(.rpc, rpcCode: -32005, rpcMessage: "query returned more than 10000 results")
        }
        blocks = state.blocks.filter { (first...last).contains($0.block.number) }
      default: blocks = []
      }
      let wanted = blocks.flatMap(\.logs).filter {
        filter.addresses.isEmpty || filter.addresses.contains($0.address)
      }
      return state.lie(wanted, filter)
    }
  }

  func code(of address: Address, at block: BlockTag) async throws(NodeError) -> Bytes { [1] }

  // MARK: LectureFacts

  func titles(of numbers: Range<UInt64>, at block: BlockTag) async throws -> [String] {
    let world = try world(at: block)
    return numbers.map { world.lectures[Int($0)].title }
  }

  func scores(of ratings: [RatingPlace], at block: BlockTag) async throws -> [Scores?] {
    let world = try world(at: block)
    return ratings.map { world.everRated[Seat(lecture: $0.lecture, run: $0.run, student: $0.student)] }
  }

  private func world(at block: BlockTag) throws -> ModelWorld {
    state.withLock { state in
      let change = state.beforeFacts
      state.beforeFacts = nil
      change?(&state)
    }
    guard case .hash(let hash) = block, let mined = state.withLock({ $0.blocks.last { $0.block.hash == hash } }) else {
      throw NodeError(.rpc, rpcCode: -32000, rpcMessage: "header not found")
    }
    return mined.world
  }

  private func failIfDue() throws(NodeError) {
    let failure = state.withLock { $0.failures.isEmpty ? nil : $0.failures.removeFirst() }
    if let failure { throw failure }
  }
}
