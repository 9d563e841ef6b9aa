import ContractABI
import Database
import DatabaseSupport
import Locking
import NodeRPC
import Primitives
import StrictJSON
import Testing
import Tries

@testable import ChainIndex

/// A chain whose blocks have the logs that a test gives them.
private final class LogChain: IndexNode, Sendable {
  private struct State {
    var blocks: [(block: IndexedBlock, logs: [Log])] = []
    var lie: @Sendable ([Log], LogFilter) -> [Log] = { logs, _ in logs }
  }

  private let state = Guarded(State())

  init() { mine([]) }

  /// Changes what is told of logs.
  func lie(_ lie: @escaping @Sendable ([Log], LogFilter) -> [Log]) { state.withLock { $0.lie = lie } }

  func mine(_ logs: [(address: Address, topics: [Hash32], data: Bytes)]) {
    state.withLock { state in
      let number = UInt64(state.blocks.count)
      let hash = Hash32(UInt256(number + 1_000))
      let made = logs.enumerated().map { place, log in
        Log(
          address: log.address, topics: log.topics, data: log.data, blockNumber: number, blockHash: hash,
          transactionHash: Hash32(UInt256(number)), transactionIndex: UInt64(place), logIndex: UInt64(place))
      }
      var bloom = Bloom()
      for log in made { bloom.insert(address: log.address, topics: log.topics) }
      let parent = state.blocks.last?.block.hash ?? .zero
      let block = IndexedBlock(number: number, hash: hash, parent: parent, time: number, bloom: bloom)
      state.blocks.append((block, made))
    }
  }

  func chainID() async throws(NodeError) -> UInt256 { 1_337 }

  func headers(_ tags: [BlockTag]) async throws(NodeError) -> [IndexedBlock?] {
    state.withLock { state in
      tags.map { tag in
        switch tag {
        case .latest: state.blocks.last?.block
        case .number(let number): number < state.blocks.count ? state.blocks[Int(number)].block : nil
        case .hash(let hash): state.blocks.first { $0.block.hash == hash }?.block
        default: nil
        }
      }
    }
  }

  func logs(_ filter: LogFilter) async throws(NodeError) -> [Log] {
    state.withLock { state in
      let found = state.blocks.filter { block in
        switch (filter.fromBlock, filter.toBlock) {
        case (.hash(let hash), _): block.block.hash == hash
        case (.number(let first), .number(let last)): (first...last).contains(block.block.number)
        default: false
        }
      }
      .flatMap(\.logs).filter { log in
        let isWanted = filter.topics.first.map { allowed in
          log.topics.first.map { allowed?.contains($0) ?? true } ?? false
        }
        return (filter.addresses.isEmpty || filter.addresses.contains(log.address)) && isWanted ?? true
      }
      return state.lie(found, filter)
    }
  }

  func code(of address: Address, at block: BlockTag) async throws(NodeError) -> Bytes { [1] }
}

@Suite("The events of any contracts", .overEachEngine)
struct EventTests {
  private static let (token, shop) = (Address(truncating: 0x70), Address(truncating: 0x50))
  private static let transfer = try! ABIEvent(
    parsing: "event Transfer(address indexed from, address indexed to, uint256 value)")
  private static let sold = try! ABIEvent(parsing: "event Sold(uint256 indexed item, string note)")

  private static func words(_ words: UInt256...) -> Bytes { words.flatMap(\.bigEndianBytes) }

  private static func transfer(_ value: UInt256) -> (address: Address, topics: [Hash32], data: Bytes) {
    (token, [transfer.topic0, Hash32(UInt256(1)), Hash32(UInt256(2))], words(value))
  }

  private static func sale(_ data: Bytes) -> (address: Address, topics: [Hash32], data: Bytes) {
    (shop, [sold.topic0, Hash32(UInt256(7))], data)
  }

  private static let sources = [
    EventSource(token, ContractABI(events: [transfer])), EventSource(shop, ContractABI(events: [sold])),
  ]

  private func store(_ chain: LogChain, _ sources: [EventSource] = sources) async throws -> IndexStore {
    let store = try IndexStore(TestDatabases.place(nil), .events)
    try await run(chain, store, sources)
    return store
  }

  private func run(_ chain: LogChain, _ store: IndexStore, _ sources: [EventSource] = sources) async throws {
    var options = IndexRunner<LogChain, EventProjection>.Options(holder: "a test")
    (options.isOnce, options.firstBlock, options.poll) = (true, 0, .milliseconds(1))
    try await IndexRunner(chain, EventProjection(sources), store, options).run()
  }

  private func page(_ store: IndexStore, _ filter: EventFilter = EventFilter()) async throws -> [EventEntry] {
    try await store.read { db in
      let stream = try EventStream(database: db)
      return try stream.page(after: stream.start(at: 0), filter, limit: 1_000).entries
    }
  }

  @Test("are in one index, decoded by their interfaces, and found by contract, name, block and indexed value")
  func several() async throws {
    let chain = LogChain()
    let note = Self.words(32, 2) + Bytes("hi".utf8) + Bytes(repeating: 0, count: 30)
    chain.mine([Self.transfer(5), Self.sale(note), Self.transfer(6)])
    chain.mine([])
    chain.mine([Self.sale(note)])
    let store = try await store(chain)
    let entries = try await page(store)
    #expect(entries.map(\.event.kind) == ["Transfer", "Sold", "Transfer", "Sold"])
    #expect(entries.map(\.event.block) == [1, 1, 1, 3] && entries.map(\.event.place) == [0, 1, 2, 0])
    guard case .decoded(let event) = EventMeaning(entries[1].event, of: Self.sources) else {
      Issue.record("not decoded")
      return
    }
    #expect(event["item"] == .value(.uint(7)) && event["note"] == .value(.string("hi")))
    #expect(try await page(store, EventFilter(contract: Self.token)).count == 2)
    var filter = EventFilter(kind: "Sold")
    #expect(try await page(store, filter).count == 2)
    filter.topics[1] = Hash32(UInt256(8))
    #expect(try await page(store, filter).isEmpty)
    filter.topics[1] = Hash32(UInt256(7))
    filter.lastBlock = 1
    #expect(try await page(store, filter).count == 1)
    // An index that was made from scratch is of the same contracts only, with the same events.
    try await run(chain, store)
    await #expect(throws: ChainIndexError(.otherEvents, "")) {
      try await self.run(
        chain, store, [Self.sources[0], EventSource(Self.shop, ContractABI(events: [Self.transfer]))])
    }
    await #expect(throws: ChainIndexError(.anotherContract, "")) { try await self.run(chain, store, [Self.sources[0]]) }
  }

  @Test("that no interface fits are kept as they were logged, and said to be so")
  func hostile() async throws {
    let chain = LogChain()
    let cases: [(address: Address, topics: [Hash32], data: Bytes)] = [
      Self.sale([]), Self.sale([1, 2, 3]), Self.sale(Self.words(.max, .max)), Self.sale(Self.words(32, 1 << 62)),
      (Self.shop, [Self.sold.topic0], Self.words(32, 0)),
      (Self.shop, [Self.sold.topic0, .zero, .zero, .zero], Self.words(32, 0)),
      (
        Self.token, [Self.transfer.topic0, Hash32(UInt256.max), Hash32(UInt256.max)],
        Bytes(repeating: 255, count: 100_000)
      ),
    ]
    chain.mine(cases)
    let store = try await store(chain)
    let entries = try await page(store)
    #expect(entries.map(\.event.data) == cases.map(\.data))
    for entry in entries {
      let members = Dictionary(entry.members(on: 1, of: Self.sources)) { first, _ in first }
      #expect(members["arguments"] == .null && members["problem"]?.string?.isEmpty == false, "\(members)")
      #expect((members["data"] == .null) == (entry.event.data.count > 65_536))
    }
  }

  @Test("of an anonymous event's contract are all its logs")
  func anonymous() async throws {
    let event = try ABIEvent(parsing: "event Noted(uint256 indexed number) anonymous")
    let chain = LogChain()
    chain.mine([(Self.shop, [Hash32(UInt256(3))], []), (Self.shop, [], [1]), (Self.shop, [.zero, .zero], [])])
    let source = EventSource(Self.shop, ContractABI(events: [event]))
    let store = try await store(chain, [source])
    #expect(try await page(store).map(\.event.kind) == ["Noted", "", ""])
  }

  @Test(
    "are not taken from a node that leaves logs out, tells one twice, or those of others",
    arguments: ["missing", "one of two contracts", "twice", "another contract"])
  func lies(kind: String) async throws {
    let chain = LogChain()
    chain.mine([Self.transfer(1), Self.sale([])])
    chain.lie { logs, filter in
      if case .hash = filter.fromBlock { return logs }
      switch kind {
      case "missing": return []
      case "one of two contracts": return Array(logs.prefix(1))
      case "twice": return logs + logs.suffix(1)
      default:
        return logs.map { log in
          Log(
            address: Address(truncating: 9), topics: log.topics, data: log.data, blockNumber: log.blockNumber,
            blockHash: log.blockHash, transactionHash: log.transactionHash, transactionIndex: 0, logIndex: log.logIndex)
        }
      }
    }
    let store = try IndexStore(TestDatabases.place(nil), .events)
    await #expect(throws: ChainIndexError(.badAnswer, "")) { try await self.run(chain, store) }
    #expect(try await page(store).isEmpty)
    chain.lie { logs, _ in logs }
    try await run(chain, store)
    #expect(try await page(store).count == 2)
  }
}
