import EVM
import NodeDoubles
import NodeRPC
import Primitives
import StrictJSON
import Testing

@testable import Simulation

@Suite struct NodeBlockTests {
  @Test func anotherBlockThanTheOneAskedForIsRefused() async throws {
    let node = try StateNode { $0.answers["eth_getBlockByHash"] = { _, _ in .result(.object(StateNode.block(7))) } }
    let other = StateNode.hash(of: 6)
    let error = try await failure { _ = try await NodeBlock.read(.hash(other), from: node.client()) }
    #expect(error?.code == .badAnswer)
    #expect(try await NodeBlock.read(.hash(StateNode.hash), from: node.client()).number == 7)
  }

  @Test func aBlockThatIsNotThereIsUnknown() async throws {
    let node = try StateNode()
    let error = try await failure { _ = try await NodeBlock.read(.number(8), from: node.client()) }
    #expect(error?.code == .unknownBlock)
  }

  private static let headers: [(JSONObject, Fork)] = [
    (["baseFeePerGas": .null], .berlin), (["difficulty": "0x1"], .london), ([:], .paris),
    (["withdrawalsRoot": .string(StateNode.hash.hex)], .shanghai), (["excessBlobGas": "0x0"], .cancun),
    (StateNode.pragueFields, .prague),
  ]

  @Test(arguments: headers)
  func theFieldsOfAHeaderTellTheFork(header: JSONObject, fork: Fork) async throws {
    let node = try StateNode(header: header)
    #expect(try await NodeBlock.read(.latest, from: node.client()).rules().fork == fork)
  }

  @Test(arguments: [
    (1, 1_710_338_134, Fork.shanghai), (1, 1_710_338_135, .cancun), (1, 1_764_798_551, .osaka),
    (1, 1_767_747_671, .bpo2), (11_155_111, 1_741_159_776, .prague), (560_048, 1_762_365_720, .bpo1),
  ])
  func theScheduleOfAKnownChainCounts(chainID: Int, timestamp: Int, fork: Fork) async throws {
    let node = try StateNode(
      header: ["timestamp": .string("0x" + String(timestamp, radix: 16)), "number": "0x1500000"], chainID: chainID)
    #expect(try await NodeBlock.read(.latest, from: node.client()).rules().fork == fork)
  }

  @Test func theNodeTellsOsakaAndItsBlobs() async throws {
    let fixture: JSON = [
      "activationTime": 1_700_000_000,
      "blobSchedule": ["baseFeeUpdateFraction": 8_346_193, "max": 15, "target": 10],
      "precompiles": [
        "P256VERIFY": "0x0000000000000000000000000000000000000100",
        "ECREC": "0x0000000000000000000000000000000000000001",
      ],
    ]
    let later: JSON = [
      "activationTime": 1_800_000_000, "blobSchedule": ["baseFeeUpdateFraction": 9, "max": 30, "target": 20],
      "precompiles": ["P256VERIFY": "0x0000000000000000000000000000000000000100"],
    ]
    let node = try StateNode(header: StateNode.pragueFields) {
      $0.answers["eth_config"] = { _, _ in .result(["current": fixture, "next": later]) }
    }
    let client = try node.client()
    let configuration = try #require(await ChainConfiguration.read(from: client))
    let block = try await NodeBlock.read(.latest, from: client)
    #expect(block.rules(configuration: configuration).fork == .bpo1)
    let next = block.rules(timestamp: 1_800_000_000, configuration: configuration)
    #expect(next.fork == .osaka)
    #expect(next.rules.blobs?.max == 30)
    #expect(block.rules(timestamp: 1_600_000_000, configuration: configuration).fork == .prague)
  }

  @Test func aConfigurationThatMakesNoSenseIsLeftOut() async throws {
    for answer: JSON in ["yes", [:], ["current": ["activationTime": "soon", "precompiles": [:]]]] {
      let node = try StateNode { $0.answers["eth_config"] = { _, _ in .result(answer) } }
      #expect(await ChainConfiguration.read(from: try node.client()) == nil)
    }
  }

  @Test func theNextBlockFollowsFromThisOne() async throws {
    let node = try StateNode(header: ["gasUsed": "0x1c9c380"])
    let block = try await NodeBlock.read(.latest, from: node.client())
    let next = block.next(timestamp: 0, rules: RuleSet(.paris)) { _ in nil }
    #expect(next.number == 8)
    #expect(next.timestamp == 0x6720_b001)
    #expect(next.baseFee == 1_125_000_000)
    #expect(next.parentHash == StateNode.hash)
    #expect(block.next(timestamp: 0, rules: RuleSet(.paris), baseFee: 5) { _ in nil }.baseFee == 5)
  }
}
