import EVM
import NodeDoubles
import NodeRPC
import Primitives
import StrictJSON
import Testing
import Transactions

@testable import Simulation

/// The rules by which a block to come is tried, on chains of every kind.
@Suite struct BlockRulesTests {
  private static let alice = Address.test(0xa11ce)
  private static let contract = Address.test(0xc0de)

  /// A node with Alice, who has ten ether, and a contract.
  private func node(
    header: JSONObject = [:], chainID: Int = 1337, code: Bytes = [], _ answers: [String: StubNode.Answer] = [:]
  ) throws -> StateNode {
    try StateNode(
      [
        Self.alice: StateNode.Account(balance: 10 * SimulationTests.ether),
        Self.contract: StateNode.Account(nonce: 1, code: code),
      ], header: header, chainID: chainID
    ) { chain in
      for (name, answer) in answers { chain.answers[name] = { _, _ in answer } }
    }
  }

  /// The block before, by its number.
  private static func number(_ number: UInt64) -> JSONObject { ["number": .string(UInt256(number).quantity)] }

  private static func rules(_ node: StateNode, _ header: JSONObject) async throws -> BlockRules {
    let client = try node.client()
    var fields = StateNode.block(7)
    for (name, value) in header { fields[name] = value }
    let block = try NodeBlock(chainID: try await client.chainID(), header: NodeRPC.Block(reply: .object(fields)))
    return await BlockRules.read(
      of: block, timestamp: 1_900_000_000, configuration: await ChainConfiguration.read(from: client), from: client)
  }

  // MARK: Kaia

  @Test(
    arguments: [
      (8217, 190_669_998, Fork.cancun), (8217, 190_669_999, .prague), (8217, 211_090_000, .prague),
      (8217, 213_332_998, .prague), (8217, 213_332_999, .osaka), (1001, 187_929_998, .cancun),
      (1001, 209_133_999, .osaka),
    ] as [(Int, UInt64, Fork)])
  func kaiasOwnChainsHaveTheirForksByTheBlocksNumber(chainID: Int, number: UInt64, fork: Fork) async throws {
    let rules = try await Self.rules(try node(chainID: chainID), Self.number(number))
    #expect(rules.fork == fork && rules.source == .schedule && rules.isKaia && rules.areCertain)
    #expect(rules.rules.transactionCosts.nonZeroByte == (fork == .cancun ? 100 : 16))
    #expect(rules.rules.baseFee?.bounds?.lower == 25_000_000_000)
  }

  @Test func whatGovernanceHasSetCounts() async throws {
    let node = try node(
      chainID: 8217, ["kaia_getParams": .result(["kip71.lowerboundbasefee": 7_000, "kip71.gastarget": 5])])
    let rules = try await Self.rules(node, Self.number(214_000_000))
    #expect(rules.kaia?.baseFee.lower == 7_000 && rules.kaia?.baseFee.gasTarget == 5)
    #expect(rules.rules.baseFee?.bounds?.upper == 750_000_000_000)
  }

  /// The chain configuration of a Kaia node with the fork Osaka: it has no time (KIP-276).
  private static let configuration: JSON = [
    "current": [
      "blobSchedule": ["baseFeeUpdateFraction": 5_007_716, "max": 1, "target": 1], "chainId": "0x67932",
      "precompiles": [
        "P256VERIFY": "0x0000000000000000000000000000000000000100",
        "VMLOG": "0x00000000000000000000000000000000000003fd",
      ],
    ], "next": ["precompiles": [:]],
  ]

  @Test func aConfigurationWithoutTimesIsOneOfKaiasKind() async throws {
    let client = try node(["eth_config": .result(Self.configuration)]).client()
    let configuration = try #require(await ChainConfiguration.read(from: client))
    #expect(configuration.countsBlocks && configuration.current.fork == .osaka && configuration.next == nil)
  }

  @Test func aPrivateChainOfKaiasIsToldByItsNode() async throws {
    let status = try await Self.rules(
      try node([
        "kaia_chainID": .result("0x539"), "kaia_getParams": .result(["kip71.gastarget": 5]),
        "kaia_forkStatus": .result(["IsKaia": true, "IsPrague": true, "IsOsaka": false]),
      ]), [:])
    #expect(status.fork == .prague && status.isKaia && status.source == .node)
    let told = try await Self.rules(
      try node([
        "kaia_chainID": .result("0x539"), "kaia_getParams": .result(["kip71.gastarget": 5]),
        "eth_config": .result(Self.configuration),
      ]), [:])
    #expect(told.fork == .osaka && told.isKaia && told.source == .node)
  }

  @Test(arguments: [8217, 1001, 5000])
  func klaytnsOldRulesAreNotKnown(chainID: Int) async throws {
    // Klaytn 1.9.1: a base fee as London has it, and nothing of kaia_.
    let rules = try await Self.rules(
      try node(chainID: chainID, ["klay_chainID": .result(.string("0x" + String(chainID, radix: 16)))]),
      ["number": "0x5f5e100", "difficulty": "0x1"])
    #expect(rules.source == .unknown && !rules.areKnown && rules.isKaia)
  }

  // MARK: Others

  @Test func aChainWhoseBlocksHaveNoBaseFeeIsNotKnownUnlessItIsADevnet() async throws {
    let header: JSONObject = ["baseFeePerGas": .null]
    let unknown = try await Self.rules(try node(), header)
    #expect(unknown.source == .unknown && !unknown.isKaia)
    let devnet = try await Self.rules(try node(["anvil_nodeInfo": .result(["hardFork": "Istanbul"])]), header)
    #expect(devnet.fork == .istanbul && devnet.source == .node)
  }

  @Test func fieldsOfAHeaderAreNoCertainty() async throws {
    let rules = try await Self.rules(try node(), StateNode.pragueFields)
    #expect(rules.fork == .prague && rules.source == .header && rules.areKnown && !rules.areCertain)
  }

  @Test func whoIsInTheTableIsAskedNothing() async throws {
    let node = try node(chainID: 1)
    let rules = try await Self.rules(node, Self.number(25_000_000))
    #expect(rules.source == .schedule && rules.fork == .bpo2)
    #expect(node.count("kaia_chainID") == 0 && node.count("kaia_getParams") == 0 && node.count("anvil_nodeInfo") == 0)
  }

  // MARK: Whose word counts

  private func call(gasPrice: UInt256 = 2_000_000_000, tip: UInt256? = nil) -> EVMTransaction {
    EVMTransaction(
      sender: Self.alice, nonce: 0, to: Self.contract, data: [1], gasLimit: 1_000_000, maxFeePerGas: gasPrice,
      maxPriorityFeePerGas: tip)
  }

  /// SSTORE(0, 1)
  private static let code: Bytes = [0x60, 0x01, 0x60, 0x00, 0x55]

  @Test func onAnUnknownChainTheNodeDecidesAboutGas() async throws {
    let node = try node(
      header: ["baseFeePerGas": .null], code: Self.code,
      ["eth_call": .result("0x2a"), "eth_estimateGas": .result("0xa410")])
    let outcome = try await Simulation.begin(with: node.client()).settle(call(), leniency: .nonce)
    #expect(outcome.outcome == .success([0x2a]) && outcome.gasUsed == 42_000 && outcome.gasPrice == 2_000_000_000)
    #expect(outcome.accounts.isEmpty && outcome.logs.isEmpty)
  }

  @Test func whatTheNearestRulesComeToAsWellIsTold() async throws {
    let node = try node(
      header: ["baseFeePerGas": .null], ["eth_call": .result("0x"), "eth_estimateGas": .result("0x5218")])
    let outcome = try await Simulation.begin(with: node.client()).settle(call(), leniency: .nonce)
    #expect(outcome.gasUsed == 21_016 && !outcome.accounts.isEmpty)
  }

  @Test func onAnUnknownChainTheNodeDecidesAboutFailure() async throws {
    let node = try node(
      header: ["baseFeePerGas": .null], code: Self.code,
      ["eth_call": .error(code: 3, "execution reverted", data: "0x08c379a0")])
    let outcome = try await Simulation.begin(with: node.client()).settle(call(), leniency: .nonce)
    #expect(outcome.outcome == .reverted([0x08, 0xc3, 0x79, 0xa0]))
  }

  @Test func oldKlaytnTakesItsBaseFeeAndNoTip() async throws {
    let node = try node(
      header: ["baseFeePerGas": "0x5d21dba00", "difficulty": "0x1"], code: Self.code,
      [
        "klay_chainID": .result("0x1388"), "klay_getAccountKey": .result(.null), "eth_call": .result("0x"),
        "eth_estimateGas": .result("0xa410"),
      ])
    let outcome = try await Simulation.begin(with: node.client()).settle(
      call(gasPrice: 60_000_000_000, tip: 1_000_000_000), leniency: .nonce)
    #expect(outcome.gasPrice == 25_000_000_000 && outcome.gasUsed == 42_000)
  }

  @Test func whereTheRulesAreKnownTheNodeIsNotAsked() async throws {
    let node = try node(header: StateNode.pragueFields, code: Self.code)
    let outcome = try await Simulation.begin(with: node.client()).settle(call(), leniency: .nonce)
    #expect(outcome.isSuccess && node.count("eth_call") == 0 && node.count("eth_estimateGas") == 0)
  }

  @Test func gasIsMeasuredOnlyWhereTheRulesAreCertain() async throws {
    func gas(_ header: JSONObject, _ answers: [String: StubNode.Answer] = [:]) async throws -> UInt64? {
      try await Simulation.begin(with: try node(header: header, code: Self.code, answers).client())
        .gas(from: Self.alice, to: Self.contract, value: 0, data: [1])?.used
    }
    let (bare, devnet) = (["baseFeePerGas": JSON.null] as JSONObject, JSON.object(["hardFork": "berlin"]))
    #expect(try await gas(bare) == nil)
    #expect(try await gas(StateNode.pragueFields) == nil)
    // 21,000 and 16 of data; two pushes; a slot from nothing to something, cold.
    #expect(try await gas(bare, ["anvil_nodeInfo": .result(devnet)]) == 21_016 + 6 + 20_000 + 2_100)
  }
}
