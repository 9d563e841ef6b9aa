import ChainIndex
import ChainSupport
import ContractClient
import Database
import FixtureSupport
import Keys
import LectureKit
import NodeDoubles
import NodeRPC
import Outbox
import Primitives
import Sending
import StrictJSON
import Testing

@testable import LectureIndex

@Suite("An index of the contract on a devnet")
struct DevnetTests {
  private typealias Runner = IndexRunner<NodeClient, LectureProjection<MarketFacts>>

  private struct Stage {
    let chain: Chain
    let market: LectureMarket
    let folder: TemporaryFolder

    var path: String { folder.file("index.sqlite") }

    /// Sends a call from an account of the node's, and mines it.
    func send<Output>(_ call: ContractCall<Output>, from account: Int) async throws {
      _ = try await chain.node.call(
        "eth_sendTransaction",
        [
          [
            "from": .string(chain.accounts[account].lowercaseHex), "to": .string(market.address.lowercaseHex),
            "value": .string(call.value.wei.quantity), "data": .string(Hex.encode(call.calldata, prefix: true)),
            "gas": "0xf4240",
          ]
        ])
    }

    func catchUp() async throws {
      let store = try LectureIndexFile.open(path)
      var options = Runner.Options(holder: "a test")
      (options.isOnce, options.poll) = (true, .milliseconds(1))
      let projection = LectureProjection(contract: market.address, facts: MarketFacts(market))
      try await Runner(chain.node, projection, store, options).run()
    }

    func verification() async throws -> IndexVerification {
      try await IndexVerifier(path, chain.node, market).verify()
    }
  }

  private func stage() async throws -> Stage {
    let chain = try await Chain.start()
    let owner = try await chain.account()
    let session = Session(endpoints: [try Endpoint(chain.url)], chainID: chain.chainID)
    let connection = try session.connect()
    let (market, _) = try await LectureMarket.deploy(connection: connection).send(from: owner)
    return Stage(chain: chain, market: market, folder: try TemporaryFolder())
  }

  @Test("agrees with the contract after a life of lectures and reorganisations of 1 to 20 blocks")
  func life() async throws {
    let stage = try await stage()
    var random = Seeded(42)
    func act() async throws {
      let lecture = UInt256(random.next() % 3)
      let price = try Price(klay: lecture + 1)
      let student = Int(random.next() % 5) + 1
      // What the contract refuses is mined, and logs nothing.
      switch random.next() % 3 {
      case 0:
        try? await stage.send(
          stage.market.purchaseLecture(lectureNumber: lecture, value: price.amount), from: student)
      case 1:
        try? await stage.send(
          stage.market.evaluateLecture(
            lectureNumber: lecture, preparationPoint: 100, contentPoint: 80, proceedPoint: UInt256(random.next() % 101),
            communicationPoint: 77, satisfactionPoint: 99), from: student)
      default: try await stage.chain.mine()
      }
    }
    for number in 0..<3 as Range<UInt64> {
      try await stage.send(
        stage.market.createLecture(lectureCost: UInt256(number + 1), title: "강의 \(number)"), from: 0)
    }
    for _ in 0..<30 { try await act() }
    try await stage.catchUp()
    #expect(try await stage.verification().differences.isEmpty)
    for _ in 0..<6 {
      let snapshot = try await stage.chain.snapshot()
      let depth = Int(random.next() % 20) + 1
      for _ in 0..<depth { try await act() }
      try await stage.catchUp()
      try await stage.chain.revert(to: snapshot)
      for _ in 0...depth { try await act() }
      try await stage.chain.mine(20)
      try await stage.catchUp()
      let found = try await stage.verification()
      #expect(found.differences.isEmpty && found.lectures == 3 && found.blocks > 10)
    }
    let rated = try await IndexReader(stage.path).read { view in
      try (0..<3).map { try view.ratingDistribution(UInt256(UInt64($0))).count }
    }
    #expect(rated.reduce(0, +) > 0)
  }

  @Test("is told to differ where a row was changed by hand")
  func tampering() async throws {
    let stage = try await stage()
    try await stage.send(stage.market.createLecture(lectureCost: 7, title: "One"), from: 0)
    try await stage.catchUp()
    let store = try LectureIndexFile.open(stage.path)
    let lease = try #require(try await store.takeLease("a hand"))
    try await store.write(lease) { db in
      try db.execute("UPDATE lecture SET price = 8, students = 3 WHERE number = ?", [0])
      try db.execute("DELETE FROM event WHERE kind = ?", ["CreatingLecture"])
    }
    let found = try await stage.verification().differences
    #expect(Set(found.map(\.field)) == ["price", "students", "held", "data"])
  }

  @Test("is not made of a contract of 2018, nor of no contract")
  func unfit() throws {
    #expect(throws: ChainIndexError(.noContract, "")) { try LectureIndexFile.check(code: [], of: .zero) }
    #expect(throws: ChainIndexError(.notIndexable, "")) { try LectureIndexFile.check(code: [1, 2, 3], of: .zero) }
  }
}
