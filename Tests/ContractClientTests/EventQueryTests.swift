import ContractABI
import ContractClient
import Locking
import NodeDoubles
import NodeRPC
import Primitives
import StrictJSON
import Testing

@Suite("Queries of events")
struct EventQueryTests {
  /// The blocks that a request asks for.
  private static func range(_ call: StubNode.Call) -> ClosedRange<Int> {
    func number(_ name: String) -> Int {
      Int(call.params[0][name]?.string?.dropFirst(2) ?? "", radix: 16) ?? -1
    }
    return number("fromBlock")...number("toBlock")
  }

  /// A node with one sale in each of some blocks, which answers as much as a limit allows.
  private func fixture(
    salesIn blocks: [Int],
    refusing: @escaping @Sendable (ClosedRange<Int>, [JSON]) -> StubNode.Answer? = { _, _ in nil }
  ) throws -> ContractFixture {
    let logs = try blocks.map { (block: $0, log: try Till.Sold.json($0, block: $0)) }
    return try ContractFixture {
      $0.answers["eth_getLogs"] = { call, _ in
        let range = Self.range(call)
        let found = logs.filter { range.contains($0.block) }.map(\.log)
        return refusing(range, found) ?? .result(.array(found))
      }
    }
  }

  private func sales(
    _ fixture: ContractFixture, from first: UInt64 = 0, to last: UInt64? = nil, indexed: [[Hash32]?] = []
  ) async throws -> [Int] {
    let till = Till(address: try ContractFixture.contract, connection: fixture.connection)
    return try await till.events(Till.Sold.self, indexed: indexed, from: first, to: last).compactMap {
      $0.event.number.uintValue.flatMap { Int("\($0)") }
    }
  }

  @Test("One range is one request, with the contract and the topics in it")
  func once() async throws {
    let fixture = try fixture(salesIn: [3, 5])
    let buyer = Hash32.zero
    #expect(try await sales(fixture, from: 2, to: 9, indexed: [nil]) == [3, 5])
    let filter = try #require(fixture.node.calls(of: "eth_getLogs").first?.params.first)
    #expect(filter["fromBlock"] == "0x2" && filter["toBlock"] == "0x9")
    #expect(filter["address"]?.string == (try ContractFixture.contract.lowercaseHex))
    #expect(filter["topics"] == [.string(Till.Sold.event.topic0.hex), .null])
    #expect(try await sales(fixture, from: 2, to: 9, indexed: [[buyer]]) == [], "the node ignored the filter")
  }

  @Test("The newest block is asked for where none is given, and nothing is asked beyond it")
  func newest() async throws {
    let fixture = try fixture(salesIn: [1, 7])
    fixture.node.change { $0.block = 7 }
    #expect(try await sales(fixture) == [1, 7])
    #expect(try await sales(fixture, from: 8) == [])
    #expect(fixture.node.calls(of: "eth_getLogs").count == 1)
  }

  @Test(
    "A range that is too wide for the node is halved, in whatever words it refuses",
    arguments: [
      .error(code: -32005, "query returned more than 10000 results"),
      .error(code: -32602, "Log response size exceeded. You can make eth_getLogs requests with up to a 2K block range"),
      .error("exceed maximum block range: 5000"), .error(code: -32600, "eth_getLogs is limited to a 10,000 range"),
      .error("block range is too wide"), .error("query timeout exceeded"), .error(code: -32011, "Max range: 800"),
      .error(code: 35, "ranges over 10000 blocks are not supported on freetier"),
      .error("requested too many blocks from 0 to 8, maximum is set to 2048", status: 400),
      .acts([.reply("Payload Too Large", status: 413)]), .acts([.reply("<html>", status: 504, type: "text/html")]),
      .acts([.reply("Bad Request", status: 400)]),
    ] as [StubNode.Answer])
  func halved(refusal: StubNode.Answer) async throws {
    let blocks = Array(stride(from: 0, through: 100, by: 7))
    let fixture = try fixture(salesIn: blocks) { range, _ in range.count > 10 ? refusal : nil }
    #expect(try await sales(fixture, to: 100) == blocks)
    let taken = fixture.node.calls(of: "eth_getLogs").map(Self.range).filter { $0.count <= 10 }
    #expect(taken.flatMap { Array($0) } == Array(0...100), "each block once, in order")
  }

  @Test("A node that limits the results gets narrow ranges where there are many, and wide ones where there are few")
  func results() async throws {
    let busy = Array(1_000..<1_100)
    let fixture = try fixture(salesIn: busy + [9_000]) { _, found in
      found.count > 5 ? .error(code: -32005, "query returned more than 5 results") : nil
    }
    #expect(try await sales(fixture, to: 10_000) == busy + [9_000])
    let ranges = fixture.node.calls(of: "eth_getLogs").map(Self.range)
    #expect(ranges.contains { $0.lowerBound > 1_100 && $0.count > 500 }, "it grew again: \(ranges.suffix(5))")
    #expect(ranges.count < 150)
  }

  @Test("Down to single blocks, and no further")
  func singleBlocks() async throws {
    let single = try fixture(salesIn: [0, 1, 2, 3]) { range, _ in range.count > 1 ? .error("block range limit") : nil }
    #expect(try await sales(single, to: 3) == [0, 1, 2, 3])
    let none = try fixture(salesIn: [0]) { range, _ in range.contains(2) ? .error("block range limit") : nil }
    let error = try await failure(ContractError.self) { try await sales(none, to: 3) }
    #expect(error.code == .logsUnavailable && error.message.contains("block 2"))
    #expect(error.reason == "block range limit")
  }

  @Test("Blocks that are not there yet end the search, though the node refuses them")
  func notThereYet() async throws {
    let fixture = try fixture(salesIn: [3, 7]) { range, _ in
      range.upperBound > 7 ? .error("block range extends beyond current head block") : nil
    }
    #expect(try await sales(fixture, from: 2, to: 100) == [3, 7])
    #expect(try await sales(fixture, from: 8, to: 100) == [])
  }

  @Test(
    "What is no matter of the range is thrown as it is, at once",
    arguments: [.error("header not found"), .error(code: -32601, "no such method"), .acts([.reply("", status: 401)])]
      as [StubNode.Answer])
  func otherFailures(answer: StubNode.Answer) async throws {
    let fixture = try fixture(salesIn: [0]) { _, _ in answer }
    _ = try await failure(NodeError.self) { try await sales(fixture, to: 100) }
    #expect(fixture.node.calls(of: "eth_getLogs").count == 1)
  }

  @Test("Progress goes up to all of the blocks")
  func progress() async throws {
    let fixture = try fixture(salesIn: []) { range, _ in range.count > 10 ? .error("range") : nil }
    let told = Guarded<[[UInt64]]>([])
    _ = try await fixture.connection.logs(of: ContractFixture.contract, topics: [], from: 50, to: 99) { done, all in
      told.withLock { $0.append([done, all]) }
    }
    let steps = told.withLock { $0 }
    #expect(steps.allSatisfy { $0[1] == 50 } && steps.last == [50, 50])
    #expect(steps.map { $0[0] } == steps.map { $0[0] }.sorted())
  }

  @Test("The end of the numbers is no end of the program")
  func extremes() async throws {
    let fixture = try ContractFixture()
    #expect(try await sales(fixture, from: .max, to: .max) == [])
    #expect(try await sales(fixture, from: .max - 3, to: .max) == [])
    #expect(try await sales(fixture, from: 5, to: 4) == [])
    #expect(fixture.node.calls(of: "eth_getLogs").count == 2)
  }

  // MARK: Nodes that say what was not asked

  @Test("Logs come by block and place, each once, in whatever order the node gives them")
  func order() async throws {
    let logs = try [(3, 1), (2, 4), (3, 0), (2, 10), (3, 1), (2, 4)].map { block, index in
      try Till.Sold.json(block * 100 + index, block: block, index: index)
    }
    let fixture = try ContractFixture { $0.logs = logs }
    #expect(try await sales(fixture, to: 9) == [204, 210, 300, 301])
    let raw = try await fixture.connection.logs(of: ContractFixture.contract, topics: [], from: 0, to: 9)
    #expect(raw.map(\.blockNumber) == [2, 2, 3, 3])
  }

  @Test("Logs that were not asked for are left out")
  func strangers() async throws {
    let logs = [
      try Till.Sold.json(1), try Till.Sold.json(2, index: 1, address: .zero),
      try Till.Sold.json(3, index: 2, topic: .zero), try Till.Sold.json(4, index: 3, removed: true),
      try Till.Sold.json(5, block: 10), try Till.Sold.json(6, block: nil, index: nil),
      try Till.Sold.json(7, block: 9, index: 4),
    ]
    let fixture = try ContractFixture { $0.logs = logs }
    #expect(try await sales(fixture, to: 9) == [1, 7])
    let raw = try await fixture.connection.logs(
      of: ContractFixture.contract, topics: [[Till.Sold.event.topic0]], from: 0, to: 9)
    #expect(raw.map(\.logIndex) == [0, 4])
    let wanted = try Hash32(UInt256(7).word)
    #expect(try await sales(fixture, to: 9, indexed: [[wanted, .zero]]) == [7])
    #expect(try await sales(fixture, to: 9, indexed: [[]]) == [1, 7], "no alternative at all allows anything")
    #expect(try await sales(fixture, to: 9, indexed: [nil, nil]) == [], "these logs have no third topic")
  }

  @Test("Two equal logs without a place are two logs")
  func noPlace() async throws {
    let log = try Till.Sold.json(1, index: nil)
    #expect(try await sales(try ContractFixture { $0.logs = [log, log] }, to: 9) == [1, 1])
  }

  @Test("A log of the event that does not decode is an error, not a gap")
  func undecodable() async throws {
    var log = try #require(try Till.Sold.json(1).object)
    log["data"] = "0x01"
    let broken = JSON.object(log)
    let fixture = try ContractFixture { $0.logs = [broken] }
    _ = try await failure(ContractABIError.self) { try await sales(fixture, to: 9) }
  }

  @Test("A log that is none is the node's fault")
  func notALog() async throws {
    let fixture = try ContractFixture { $0.logs = [["address": "0x"]] }
    #expect(try await failure(NodeError.self) { try await sales(fixture, to: 9) }.code == .badReply)
  }

  @Test("An anonymous event is told from others by decoding alone")
  func anonymous() async throws {
    let number = try Hash32(UInt256(9).word)
    var note = try #require(try Till.Sold.json(9, index: 1).object)
    note["topics"] = [.string(number.hex)]
    let logs = [try Till.Sold.json(1), JSON.object(note)]
    let fixture = try ContractFixture { $0.logs = logs }
    let till = Till(address: try ContractFixture.contract, connection: fixture.connection)
    #expect(try await till.events(Till.Note.self, from: 0, to: 9).map(\.event.number) == [number])
  }
}
