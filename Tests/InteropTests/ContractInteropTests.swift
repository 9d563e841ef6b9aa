import ChainSupport
import ContractClient
import Keys
import LectureKit
import NodeRPC
import Primitives
import StrictJSON
import Testing

/// One contract, used by web3.py and by us in turn.
@Suite(
  "web3.py and we on the same contract", .enabled(if: TestTools.areInstalled, "\(TestTools.advice)"),
  .timeLimit(.minutes(20)))
struct ContractInteropTests {
  private static let artifact = TestTools.root + "/ABI/LectureMarket.json"

  private struct Table {
    let chain: Chain
    let contract: Address
    let owner: PrivateKey
    let teacher: PrivateKey
    let student: PrivateKey

    var place: JSONObject {
      ["url": .string(chain.url), "artifact": .string(artifact), "address": .string(contract.checksummed)]
    }

    func client() async throws -> LectureClient {
      let session = Session(endpoints: [try Endpoint(chain.url)], chainID: chain.chainID, contract: contract)
      return try await LectureClient.connect(session, over: session.connect())
    }

    /// web3.py's turn.
    func ask(_ name: String, _ more: JSONObject) async throws -> JSON {
      var arguments = place
      for (key, value) in more { arguments[key] = value }
      return try await Witness.ask(name, arguments)
    }

    func send(_ function: String, _ arguments: [JSON], by key: PrivateKey, value: Amount = .zero) async throws -> Hash32
    {
      let receipt = try await ask(
        "web3_send",
        [
          "key": .string(key.hex), "function": .string(function), "arguments": .array(arguments),
          "value": .string("\(value.wei)"),
        ])
      #expect(receipt["status"] == 1)
      return try Hash32(receipt["hash"]?.string ?? "")
    }

    func call(_ function: String, _ arguments: [JSON] = []) async throws -> JSON {
      try await ask("web3_call", ["function": .string(function), "arguments": .array(arguments)])
    }
  }

  @Test("They deploy, create and rate; we buy, read and settle")
  func theyDeploy() async throws {
    let chain = try await Chain.shared()
    let (owner, teacher, student) = (try await chain.account(), try await chain.account(), try await chain.account())
    let deployed = try await Witness.text(
      "web3_deploy", ["url": .string(chain.url), "artifact": .string(Self.artifact), "key": .string(owner.hex)])
    let table = Table(
      chain: chain, contract: try Address(deployed), owner: owner, teacher: teacher, student: student)
    let client = try await table.client()
    #expect(client.generation == .market)
    #expect(try await client.owner() == owner.address)

    _ = try await table.send("createLecture(uint256,string)", [10, "파이썬에서"], by: teacher)
    let lecture = try await client.lecture(0)
    #expect(try lecture.title == "파이썬에서" && lecture.price == Price(klay: 10) && lecture.teacher == teacher.address)

    let bought = try await client.planPurchase(0, from: student.address).send(from: student)
    let events = try await table.ask(
      "web3_events", ["event": "PurchasingLecture", "transaction": .string(bought.hash.hex)])
    #expect(
      events == [
        ["lectureNumber": "0", "student": .string(student.address.checksummed), "run": "0", "lectureCost": "10"]
      ])
    #expect(try await table.call("isValidStudent", [0, .string(student.address.checksummed)]) == true)

    _ = try await table.send("evaluateLecture", [0, 100, 80, 34, 77, 99], by: student)
    #expect(try await client.averages([0]) == [78])
    let settled = try await client.planSettlement(0, from: owner.address).send(from: owner)
    let settlements = try await table.ask(
      "web3_events", ["event": "SettlingLecture", "transaction": .string(settled.hash.hex)])
    let settlement = try #require(try client.settlement(in: settled))
    #expect(settlements[0]?["teacherShare"]?.string == "\(settlement.teacherShare.wei)")
    #expect(settlements[0]?["ownerPaid"] == true)
  }

  @Test("We deploy, create and rate; they buy, read and settle")
  func weDeploy() async throws {
    let chain = try await Chain.shared()
    let (owner, teacher, student) = (try await chain.account(), try await chain.account(), try await chain.account())
    let session = Session(endpoints: [try Endpoint(chain.url)], chainID: chain.chainID)
    let (market, _) = try await LectureMarket.deploy(connection: session.connect()).send(from: owner)
    let table = Table(chain: chain, contract: market.address, owner: owner, teacher: teacher, student: student)
    let client = try await table.client()
    _ = try await client.planCreate(price: Price(klay: 3), title: "from here", from: teacher.address).send(
      from: teacher)
    #expect(try await table.call("lectureCount") == 1)

    let hash = try await table.send("purchaseLecture", [0], by: student, value: .klay(3))
    let receipt = try #require(try await chain.node.transactionReceipt(hash))
    let events = try receipt.logs.events(LectureMarket.PurchasingLecture.self, of: market.address)
    #expect(events.map(\.event.student) == [student.address])
    #expect(try await client.students(of: 0).map(\.address) == [student.address])

    _ = try await client.planEvaluation(0, scores: Scores([60, 60, 60, 60, 60]), from: student.address)
      .send(from: student)
    #expect(try await table.call("calculateEvaluationAveragePoint", [0]) == 60)
    let record = try await table.ask("web3_record", ["function": "getLecture", "arguments": [0]])
    let lecture = try await client.lecture(0)
    #expect(record["title"]?.string == lecture.title && record["lectureID"]?.string == lecture.id.hex)
    #expect(record["totalLectureCost"]?.string == lecture.escrow.map { "\($0.wei)" })
    #expect(record["openedAt"]?.string == lecture.openedAt.map { "\($0)" })

    _ = try await table.send("acceptAdmin", [0], by: owner)
    #expect(try await client.lecture(0).isOpen == false)
    // What they send against the rules fails for the reason that we tell beforehand.
    await #expect(throws: Witness.Refusal.self) {
      _ = try await table.send("purchaseLecture", [0], by: teacher, value: .klay(3))
    }
    let error = await #expect(throws: LectureError.self) { try await client.planPurchase(0, from: student.address) }
    #expect(error?.code == .closed)
  }
}
