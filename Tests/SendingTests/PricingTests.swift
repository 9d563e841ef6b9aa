import NodeDoubles
import NodeRPC
import Outbox
import Primitives
import Sending
import StrictJSON
import Testing
import Transactions

@Suite("The price of a transaction")
struct PricingTests {
  private static let gwei = UInt256(1_000_000_000)

  /// A fee history, in gwei.
  private static func history(base: [Int], ratios: [Double], rewards: [[Int]]) -> StubNode.Answer {
    func hex(_ gwei: Int) -> JSON { .string((UInt256(gwei) * Self.gwei).quantity) }
    return .result([
      "oldestBlock": "0x1", "baseFeePerGas": .array(base.map(hex)),
      "gasUsedRatio": .array(ratios.map { .number("\($0)") }), "reward": .array(rewards.map { .array($0.map(hex)) }),
    ])
  }

  private func counter(_ history: StubNode.Answer, tip: StubNode.Answer? = nil) throws -> Counter {
    try Counter {
      $0.answers["eth_feeHistory"] = { _, _ in history }
      if let tip { $0.answers["eth_maxPriorityFeePerGas"] = { _, _ in tip } }
    }
  }

  @Test("20 blocks are asked for, with the percentiles 10, 50 and 90")
  func asked() async throws {
    let counter = try counter(Self.history(base: [20, 20], ratios: [0.5], rewards: [[1, 2, 3]]))
    _ = try await counter.sender.estimator.fees(speed: .slow)
    #expect(counter.node.calls(of: "eth_feeHistory").map(\.params) == [["0x28", "latest", [0, 10, 50, 90]]])
  }

  @Test(
    "The lower median of each percentile is the tip, and the next base fee times 1.1, 1.25 or 2 and the tip the ceiling",
    arguments: [(.slow, 2, 24), (.standard, 20, 45), (.fast, 200, 240)] as [(FeeSpeed, Int, Int)])
  func speeds(speed: FeeSpeed, tip: Int, ceiling: Int) async throws {
    // Of an even number the lower of the middle two; the block that is empty does not count.
    let rewards = [[4, 40, 400], [1, 10, 100], [0, 0, 0], [2, 20, 200], [3, 30, 300]]
    let counter = try counter(
      Self.history(base: [10, 11, 12, 13, 14, 20], ratios: [0.1, 1, 0, 0.5, 0.5], rewards: rewards))
    #expect(
      try await counter.sender.estimator.fees(speed: speed)
        == .dynamic(maxPriorityFeePerGas: UInt256(tip) * Self.gwei, maxFeePerGas: UInt256(ceiling) * Self.gwei))
  }

  @Test(
    "Where every block was empty the node's own tip is taken, or 1 gwei where it has none",
    arguments: [
      (.result("0x77359400"), 2), (.result("0x0"), 0), (.error(code: -32601, "no such method"), 1),
    ] as [(StubNode.Answer, Int)])
  func emptyBlocks(tip: StubNode.Answer, expected: Int) async throws {
    let counter = try counter(Self.history(base: [20, 20], ratios: [0], rewards: [[0, 0, 0]]), tip: tip)
    let fees = try await counter.sender.estimator.fees(speed: .standard)
    #expect(
      fees
        == .dynamic(
          maxPriorityFeePerGas: UInt256(expected) * Self.gwei, maxFeePerGas: UInt256(25 + expected) * Self.gwei))
  }

  @Test("A node that leaves the rewards out is asked for its own tip")
  func noRewards() async throws {
    let counter = try counter(Self.history(base: [20, 20], ratios: [0.5], rewards: []), tip: .result("0x77359400"))
    #expect(
      try await counter.sender.estimator.fees(speed: .standard)
        == .dynamic(maxPriorityFeePerGas: 2 * Self.gwei, maxFeePerGas: 27 * Self.gwei))
  }

  @Test(
    "A chain without a base fee, or without the method, is paid by gas price",
    arguments: [
      history(base: [0, 0], ratios: [0.5], rewards: [[1, 1, 1]]), history(base: [], ratios: [], rewards: []),
      .error(code: -32601, "the method does not exist"),
    ] as [StubNode.Answer])
  func legacy(history: StubNode.Answer) async throws {
    let counter = try counter(history)
    #expect(try await counter.sender.estimator.fees(speed: .fast) == .legacy(gasPrice: Self.gwei))
  }

  @Test("A node that fails is not taken for one without the method")
  func nodeFails() async throws {
    let counter = try counter(.acts([.close]))
    await #expect(throws: NodeError(.unreachable)) { try await counter.sender.estimator.fees(speed: .slow) }
    #expect(counter.node.calls(of: "eth_gasPrice").isEmpty)
  }

  @Test("Fees of one's own are offered as they are, and the node is not asked")
  func chosen() async throws {
    let counter = try Counter()
    var options = SendOptions()
    options.fees.chosen = .dynamic(maxPriorityFeePerGas: 3, maxFeePerGas: 5)
    try await counter.send(options)
    guard case .feeMarket(let sent) = try SignedTransaction(decodingHex: counter.node.sent[0]).transaction else {
      Issue.record("not of EIP-1559")
      return
    }
    #expect(sent.maxPriorityFeePerGas == 3 && sent.maxFeePerGas == 5)
    #expect(counter.node.calls(of: "eth_feeHistory").isEmpty && counter.node.calls(of: "eth_gasPrice").isEmpty)
  }

  // MARK: Limits

  @Test("The highest fee is value apart from gas, and what is above it is not sent")
  func limit() async throws {
    let counter = try Counter()
    var options = SendOptions()
    options.fees.maximumFee = Amount(wei: UInt256(21_000) * Self.gwei)
    #expect(try await counter.prepare(options).maximumFee == options.fees.maximumFee)
    options.fees.maximumFee = Amount(wei: UInt256(21_000) * Self.gwei - 1)
    #expect(try await counter.refusal(options).code == .feeAboveLimit)
    #expect(counter.node.sent.isEmpty)
  }

  @Test("An account may spend its last coin, and not one more")
  func lastCoin() async throws {
    let counter = try Counter()
    let fee = Amount(wei: UInt256(21_000) * Self.gwei)
    let all = try Amount.klay(100).subtracting(fee)
    #expect(try await counter.sender.prepare(counter.request(all)).maximumCost == .klay(100))
    let more = try all.adding(Amount(wei: 1))
    await #expect(throws: SendingError(.notEnoughForGas, "")) {
      try await counter.sender.prepare(counter.request(more))
    }
    await #expect(throws: SendingError(.notEnoughForValue, "")) {
      try await counter.sender.prepare(counter.request(.klay(101)))
    }
  }

  @Test("A price that no number holds is refused")
  func absurd() async throws {
    let counter = try Counter {
      $0.answers["eth_gasPrice"] = { _, _ in .result(.string(UInt256.max.quantity)) }
    }
    #expect(try await counter.refusal().code == .outOfRange)
  }

  @Test("A plain transfer gets no margin, calldata does")
  func margin() async throws {
    let counter = try Counter()
    #expect(try await counter.prepare().gasLimit == 21_000)
    #expect(try await counter.sender.prepare(counter.request(data: [1])).gasLimit == 25_219)
  }

  @Test("A node of another chain is refused before anything else is asked")
  func wrongChain() async throws {
    let counter = try Counter { $0.chainID = 1 }
    #expect(try await counter.refusal().code == .wrongChain)
    #expect(counter.node.exchanges == 1)
  }
}
