import Keys
import Locking
import NodeDoubles
import NodeRPC
import Primitives
import StrictJSON
import Testing
import Transactions

@testable import Outbox
@testable import Sending

@Suite("The limit of gas")
struct GasBoundsTests {
  /// A counter whose node estimates so much.
  private func counter(_ estimate: UInt64, _ change: (inout StubNode.Chain) -> Void = { _ in }) throws -> Counter {
    try Counter {
      $0.answers["eth_estimateGas"] = { _, _ in .result(.string(UInt256(estimate).quantity)) }
      change(&$0)
    }
  }

  /// A node's newest block, with fields of its own.
  private static func block(_ fields: JSONObject) -> StubNode.Answer {
    let word = JSON.string(Hash32.zero.hex)
    var block: JSONObject = [
      "number": "0x7", "hash": word, "parentHash": word, "timestamp": "0x6b000000", "gasLimit": "0x1c9c380",
      "gasUsed": "0x5208", "transactions": [],
    ]
    for (name, value) in fields { block[name] = value }
    return .result(.object(block))
  }

  // MARK: Estimates that nothing can be

  /// The gas that an error calls absurd.
  private static func absurdGas(
    _ error: SendingError?
  ) throws -> (units: UInt64, isChosen: Bool, bounds: GasBounds) {
    guard case .absurdGas(let units, let isChosen, let bounds) = error?.facts else { throw try #require(error) }
    return (units, isChosen, bounds)
  }

  @Test(
    "An estimate below what the bytes cost, or above what a block can hold, is never signed",
    arguments: [0, 1, 20_999, 21_000, 21_015, 30_000_000, 30_000_001, 1 << 24, .max] as [UInt64])
  func absurd(estimate: UInt64) async throws {
    let counter = try counter(estimate)
    let error = await #expect(throws: SendingError.self) {
      try await counter.sender.prepare(counter.request(data: [1]))
    }
    #expect(error?.code == .absurdGas)
    let gas = try Self.absurdGas(error)
    #expect(gas.units == estimate && !gas.isChosen && gas.bounds.least == 21_016)
    #expect(counter.node.sent.isEmpty)
  }

  @Test("What the bytes cost is enough, and half a block is believed", arguments: [21_016, 15_000_000] as [UInt64])
  func plausible(estimate: UInt64) async throws {
    let counter = try counter(estimate)
    let prepared = try await counter.sender.prepare(counter.request(data: [1]))
    #expect(prepared.gasLimit == min(estimate * 120 / 100, 30_000_000))
  }

  @Test("Two to the 24th is the most where blocks show Prague, however large they are, the margin included")
  func capped() async throws {
    let large = { @Sendable (_: StubNode.Call, _: inout StubNode.Chain) -> StubNode.Answer? in
      Self.block(["gasLimit": "0x5f5e100", "requestsHash": .string(Hash32.zero.hex)])
    }
    for (estimate, limit) in [(16_000_000, 1 << 24), (1 << 24, 1 << 24), (1 << 24 + 1, nil)] as [(UInt64, UInt64?)] {
      let counter = try counter(estimate) { $0.answers["eth_getBlockByNumber"] = large }
      let prepared = try? await counter.sender.prepare(counter.request(data: [1]))
      #expect(prepared?.gasLimit == limit)
    }
  }

  @Test("Where no block is told, the cap of all chains holds")
  func noBlock() async throws {
    let unknown = { @Sendable (_: StubNode.Call, _: inout StubNode.Chain) -> StubNode.Answer? in .result(.null) }
    let most = try counter(1 << 24) { $0.answers["eth_getBlockByNumber"] = unknown }
    #expect(try await most.sender.prepare(most.request(data: [1])).gasLimit == 1 << 24)
    let more = try counter(1 << 24 + 1) { $0.answers["eth_getBlockByNumber"] = unknown }
    await #expect(throws: SendingError(.absurdGas, "")) { try await more.sender.prepare(more.request(data: [1])) }
  }

  @Test(
    "Blocks that hold hardly more than the transaction, or less, end nothing", arguments: ["0x5300", "0x7530", "0x1"])
  func smallBlocks(gasLimit: String) async throws {
    let counter = try counter(21_016) {
      $0.answers["eth_getBlockByNumber"] = { _, _ in Self.block(["gasLimit": .string(gasLimit)]) }
    }
    let most = UInt64(gasLimit.dropFirst(2), radix: 16) ?? 0
    let prepared = try? await counter.sender.prepare(counter.request(data: [1]))
    #expect(prepared?.gasLimit == min(25_219, most < 21_000 ? .max : most))
    let large = Bytes(repeating: 1, count: 1_000)
    if most > 21_000 {
      await #expect(throws: SendingError(.absurdGas, "")) {
        try await counter.sender.prepare(counter.request(data: large))
      }
    }
  }

  @Test("The least is that of the fork that the newest block shows")
  func forks() async throws {
    func least(_ to: Address?, _ data: Bytes, _ fields: JSONObject) async throws -> UInt64 {
      let counter = try counter(0) { $0.answers["eth_getBlockByNumber"] = { _, _ in Self.block(fields) } }
      let request = SendRequest(from: counter.key.address, to: to, data: data, label: "")
      let error = await #expect(throws: SendingError.self) { try await counter.sender.prepare(request) }
      return try Self.absurdGas(error).bounds.least
    }
    let (shanghai, prague): (JSONObject, JSONObject) = (
      ["withdrawalsRoot": .string(Hash32.zero.hex)],
      ["withdrawalsRoot": .string(Hash32.zero.hex), "requestsHash": .string(Hash32.zero.hex)]
    )
    let data: Bytes = [0, 1, 2] + Bytes(repeating: 3, count: 30)
    // EIP-2028; EIP-3860: two words of init code; EIP-7623: ten for each of 1 + 4 · 32 tokens.
    #expect(try await least(.zero, data, [:]) == 21_000 + 4 + 16 * 32)
    #expect(try await least(nil, data, [:]) == 53_000 + 4 + 16 * 32)
    #expect(try await least(nil, data, shanghai) == 53_000 + 4 + 16 * 32 + 4)
    #expect(try await least(.zero, data, prague) == 21_000 + 10 * 129)
  }

  @Test("A limit of one's own is taken as it is, unless no block would take the transaction")
  func chosen() async throws {
    let counter = try counter(0)
    var options = SendOptions()
    options.gas.limit = 21_015
    let error = await #expect(throws: SendingError.self) {
      try await counter.sender.prepare(counter.request(data: [1]), options: options)
    }
    #expect(try error?.code == .absurdGas && Self.absurdGas(error).isChosen)
    for limit in [21_016, 40_000_000] as [UInt64] {
      options.gas.limit = limit
      #expect(try await counter.sender.prepare(counter.request(data: [1]), options: options).gasLimit == limit)
    }
    #expect(counter.node.calls(of: "eth_estimateGas").isEmpty)
  }

  @Test("No more than the newest block is asked for beside the estimate")
  func questions() async throws {
    let counter = try counter(21_016)
    _ = try await counter.sender.prepare(counter.request(data: [1]))
    // One for the outbox: the first block.
    #expect(counter.node.calls(of: "eth_getBlockByNumber").count { $0.params.first == "latest" } == 1)
  }

  // MARK: Kaia

  /// A node of Kaia's kind whose accounts have their addresses' own keys.
  private func kaia(_ estimate: UInt64) throws -> Counter {
    try counter(estimate) {
      $0.answers["kaia_getAccountKey"] = { _, _ in .result(["keyType": 1, "key": [:]]) }
      $0.answers["eth_getBlockByNumber"] = { call, _ in
        call.params.first == "0x0" ? nil : Self.block(["gasLimit": "0xe8d4a50fff", "baseFeePerGas": "0x5d21dba00"])
      }
    }
  }

  @Test("On Kaia two to the 24th is the most, and what a fee payer costs is part of the least")
  func kaiaBounds() async throws {
    let more = try kaia(1 << 24 + 1)
    await #expect(throws: SendingError(.absurdGas, "")) { try await more.sender.prepare(more.request(data: [1])) }
    let counter = try kaia(21_040)
    var options = SendOptions()
    for (percent, extra) in [(nil, 10_000), (30, 15_000)] as [(UInt8?, UInt64)] {
      options.feeDelegation = FeeDelegation(.account(counter.key.address), percent: percent)
      let prepared = try await counter.sender.prepare(counter.request(data: [1]), options: options)
      #expect(prepared.gasLimit == 21_040 * 120 / 100 + extra)
      options.gas.limit = 21_000 + extra
      await #expect(throws: SendingError(.absurdGas, "")) {
        try await counter.sender.prepare(counter.request(data: [1]), options: options)
      }
      options.gas.limit = nil
    }
  }

  // MARK: What was measured

  private final class Heard: Sendable {
    private let kept = Guarded<[GasCheck.Disagreement]>([])
    var all: [GasCheck.Disagreement] { kept.withLock { $0 } }
    func add(_ one: GasCheck.Disagreement) { kept.withLock { $0.append(one) } }
  }

  private func options(_ used: UInt64, _ needed: UInt64, _ heard: Heard) -> SendOptions {
    var options = SendOptions()
    let measure = GasCheck.Measure(used: used, needed: needed)
    options.gas.check = GasCheck(measure: { _ in measure }, onDisagreement: { one, _ in heard.add(one) })
    return options
  }

  @Test(
    "An estimate far from what was measured gives way to it, and it is said",
    arguments: [(21_016, false), (49_999, false), (50_000, true), (60_000, true), (220_000, true), (220_001, false)]
      as [(UInt64, Bool)])
  func measured(estimate: UInt64, isBelieved: Bool) async throws {
    let counter = try counter(estimate)
    let heard = Heard()
    let prepared = try await counter.sender.prepare(
      counter.request(data: [1]), options: options(50_000, 60_000, heard))
    #expect(prepared.gasLimit == (isBelieved ? estimate : 60_000) * 120 / 100)
    #expect(heard.all.map(\.estimate) == (isBelieved ? [] : [estimate]))
  }

  @Test("What was measured confirms more than half a block, and nothing that no block holds")
  func confirmed() async throws {
    let heard = Heard()
    let half = try counter(16_000_000)
    let prepared = try await half.sender.prepare(
      half.request(data: [1]), options: options(15_900_000, 16_000_000, heard))
    #expect(prepared.gasLimit == 19_200_000 && heard.all.isEmpty)
    let absurd = try counter(0)
    await #expect(throws: SendingError(.absurdGas, "")) {
      try await absurd.sender.prepare(absurd.request(data: [1]), options: options(50_000, 60_000, heard))
    }
  }

  @Test("Where nothing can be measured the estimate counts")
  func unmeasured() async throws {
    let counter = try counter(50_000)
    var options = SendOptions()
    options.gas.check = GasCheck { _ in nil }
    #expect(try await counter.sender.prepare(counter.request(data: [1]), options: options).gasLimit == 60_000)
  }

  // MARK: Speeding up

  /// Speeds up a transaction that was signed with one estimate while the node answers another.
  private func spedUp(_ first: UInt64, _ then: StubNode.Answer) async throws -> UInt64 {
    let counter = try counter(first) { $0.status = nil }
    let sent = try await counter.sender.send(
      try await counter.sender.prepare(counter.request(data: [1])), signer: counter.key)
    let intent = try #require(try await counter.sender.outbox.intent(sent.intent))
    counter.node.change { $0.answers["eth_estimateGas"] = { _, _ in then } }
    return try await counter.sender.replacer.prepareSpeedUp(of: intent).gasLimit
  }

  @Test("A speed-up estimates anew: a plausible old limit is not lowered, a bad one is healed")
  func heals() async throws {
    #expect(try await spedUp(40_000, .result("0x13880")) == 96_000)
    #expect(try await spedUp(80_000, .result("0x9c40")) == 96_000)
    #expect(try await spedUp(14_000_000, .result("0x9c40")) == 48_000)
  }

  @Test("A speed-up of what cannot be tried yet keeps the limit")
  func untried() async throws {
    #expect(try await spedUp(40_000, .error(code: 3, "execution reverted")) == 48_000)
  }

  @Test("A speed-up with a limit of one's own has that")
  func chosenAgain() async throws {
    let counter = try counter(40_000) { $0.status = nil }
    let sent = try await counter.sender.send(
      try await counter.sender.prepare(counter.request(data: [1])), signer: counter.key)
    let intent = try #require(try await counter.sender.outbox.intent(sent.intent))
    var options = SendOptions()
    options.gas.limit = 70_000
    #expect(try await counter.sender.replacer.prepareSpeedUp(of: intent, options: options).gasLimit == 70_000)
  }
}
