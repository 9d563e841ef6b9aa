import ChainSupport
import ContractABI
import ContractClient
import Keys
import LectureKit
import NodeRPC
import Primitives
import Sending
import StrictJSON
import Testing
import Transactions

/// The contracts of 2018, by stand-ins that have their faults.
@Suite(
  "Contracts deployed before", .enabled(if: TestTools.areInstalled, "\(TestTools.advice)"), .timeLimit(.minutes(20)))
struct LegacyTests {
  private struct Old {
    let chain: Chain
    let contract: StandIn
    let owner: PrivateKey
    let teacher: PrivateKey
    let student: PrivateKey
    let cache: TemporaryFolder
    var session: Session

    func client() async throws -> LectureClient {
      try await LectureClient.connect(session, over: session.connect())
    }
    func create(_ price: Int) async throws -> CallReceipt {
      try await client().planCreate(price: klay(price), from: teacher.address).send(from: teacher)
    }
  }

  private func open(_ name: String, on chain: Chain? = nil) async throws -> Old {
    let chain = if let chain { chain } else { try await Chain.shared() }
    let (owner, teacher, student) = (try await chain.account(), try await chain.account(), try await chain.account())
    let contract = try await StandIn.deploy(name, from: owner, on: chain)
    let cache = try TemporaryFolder()
    var session = try chain.session(contract: contract.address)
    session.deploymentBlock = contract.block
    session.cacheDirectory = cache.path
    return Old(
      chain: chain, contract: contract, owner: owner, teacher: teacher, student: student, cache: cache,
      session: session)
  }

  @Test("The whole life of a lecture on v1 and v2", arguments: ["LegacyMarketV1", "LegacyMarketV2"])
  func wholeLife(name: String) async throws {
    let old = try await open(name)
    let (teacher, student) = (old.teacher, old.student)
    let client = try await old.client()
    #expect(client.generation == (name == "LegacyMarketV1" ? .v1 : .v2))
    #expect(try await client.count() == 0)
    let created = try await old.create(10)
    #expect(try client.createdNumber(in: created) == (name == "LegacyMarketV1" ? nil : 0))
    _ = try await old.create(25)
    #expect(try await client.count() == 2)

    let lectures = try await client.lectures()
    #expect(lectures.map(\.price) == [try klay(10), try klay(25)], "read from the logs")
    #expect(lectures.map(\.teacher) == [teacher.address, teacher.address])
    #expect(lectures.allSatisfy { $0.isOpen == nil && $0.studentCount == nil && $0.openedAtBlock != nil })

    let bought = try await client.planPurchase(0, agreed: klay(10), from: student.address).send(from: student)
    #expect(bought.value == .klay(10))
    #expect(try await client.isStudent(student.address, of: 0))
    #expect(try await client.isStudent(teacher.address, of: 0) == false)
    #expect(try await client.lecture(0).escrow == .klay(10))
    #expect(try await client.enrolments(of: student.address).map(\.lecture.number) == [0])
    _ = try await client.planEvaluation(0, scores: Scores([100, 80, 34, 77, 99]), from: student.address)
      .send(from: student)
    #expect(try await client.averages([0, 1]) == [78, nil])
    let before = try await old.chain.node.balance(of: teacher.address)
    _ = try await client.planSettlement(0, from: old.owner.address).send(from: old.owner)
    let paid = try Amount(parsing: "9.05", unit: .klay)
    #expect(try await old.chain.node.balance(of: teacher.address) == before.adding(paid))

    _ = try await client.planReopen(0, price: klay(12), from: teacher.address).send(from: teacher)
    let reopened = try await client.lecture(0)
    #expect(try reopened.price == klay(12) && reopened.run == 1)
    #expect(try await client.planPurchase(0, from: student.address).value == .klay(12))
  }

  @Test(
    "A price that nobody can pay does not hide the other lectures", arguments: ["LegacyMarketV1", "LegacyMarketV2"])
  func unpayablePrice(name: String) async throws {
    let old = try await open(name)
    _ = try await old.create(10)
    let client = try await old.client()
    for cost in [0, UInt256.max] {
      _ = try await client.market.createLecture(lectureCost: cost).send(from: old.teacher)
    }
    #expect(try await client.lectures().map(\.price) == [try klay(10), nil, nil])
    await #expect(throws: LectureError(.priceUnknown, "")) {
      try await client.planPurchase(1, from: old.student.address)
    }
  }

  @Test("A refusal without a word is explained, and nothing is sent", arguments: ["LegacyMarketV1", "LegacyMarketV2"])
  func emptyReverts(name: String) async throws {
    let old = try await open(name)
    let student = old.student
    _ = try await old.create(10)
    let client = try await old.client()
    let rating = try await old.chain.refusal(spending: student) {
      _ = try await client.planEvaluation(0, scores: Scores([1, 1, 1, 1, 1]), from: student.address)
    }
    #expect(rating.lectureCode == .refused)
    #expect("\(rating)".contains("Usual reasons"))
    let settling = try await old.chain.refusal(spending: student) {
      _ = try await client.planSettlement(0, from: student.address)
    }
    #expect(settling.lectureCode == .refused)
    for unknown in [1, 1_000_000] as [UInt256] {
      let error = try await old.chain.refusal(spending: student) {
        _ = try await client.planPurchase(unknown, from: student.address)
      }
      #expect(error.lectureCode == .unknownLecture)
      await #expect(throws: LectureError(.unknownLecture, "")) { try await client.points(unknown) }
      await #expect(throws: LectureError(.unknownLecture, "")) { try await client.averages([0, unknown]) }
      await #expect(throws: LectureError(.unknownLecture, "")) {
        try await client.isStudent(student.address, of: unknown)
      }
    }
    let dear = try await old.chain.refusal(spending: student) {
      _ = try await client.planPurchase(0, agreed: klay(9), from: student.address)
    }
    #expect(dear.lectureCode == .priceChanged)
    let poor = try await old.chain.account(klay: 9)
    let funds = try await old.chain.refusal(spending: poor) { _ = try await client.planPurchase(0, from: poor.address) }
    #expect(funds.sendingCode == .notEnoughForValue)

    _ = try await client.planPurchase(0, from: student.address).send(from: student)
    _ = try await client.planEvaluation(0, scores: Scores([1, 1, 1, 1, 1]), from: student.address).send(from: student)
    _ = try await client.planSettlement(0, from: old.owner.address).send(from: old.owner)
    let closed = try await old.chain.refusal(spending: student) {
      _ = try await client.planPurchase(0, from: student.address)
    }
    #expect(closed.lectureCode == .refused)
  }

  @Test("What an old contract can't do is told plainly")
  func notSupported() async throws {
    let old = try await open("LegacyMarketV2")
    _ = try await old.create(10)
    let client = try await old.client()
    let (teacher, student) = (old.teacher.address, old.student.address)
    await #expect(throws: LectureError(.notSupported, "")) { try await client.students(of: 0) }
    await #expect(throws: LectureError(.notSupported, "")) { try await client.planReclaim(0, from: student) }
    await #expect(throws: LectureError(.notSupported, "")) { try await client.planWithdrawal(from: teacher) }
    let title = await #expect(throws: LectureError.self) {
      try await client.planCreate(price: klay(1), title: "a title", from: teacher)
    }
    #expect(title?.code == .notSupported && title?.description.contains("v2") == true)
    #expect(try await client.credit(of: teacher) == .zero)
  }

  @Test("v0 is recognised and told, not driven")
  func first() async throws {
    let old = try await open("LegacyMarketV0")
    let error = await #expect(throws: LectureError.self) { try await old.client() }
    #expect(error?.code == .notSupported && error?.description.contains("v0") == true)
  }

  @Test("Prices are read from the logs once, kept with the block's hash, and read again after a reorganisation")
  func priceCache() async throws {
    let chain = try await Chain.other()
    let old = try await open("LegacyMarketV2", on: chain)
    let snapshot = try await chain.snapshot()
    _ = try await old.create(10)
    #expect(try await old.client().lecture(0).price == (try klay(10)))
    #expect(old.cache.names().count == 1)

    // The node gives no logs any more: another program still knows the price, one without the cache does not.
    try await chain.set("maxLogRange", 0)
    #expect(try await old.client().lecture(0).price == (try klay(10)))
    var without = old.session
    without.cacheDirectory = nil
    let forgetful = try await LectureClient.connect(without, over: without.connect())
    await #expect(throws: ContractError(.logsUnavailable, "")) { try await forgetful.lecture(0) }
    try await chain.set("maxLogRange", 5)
    try await chain.mine(40)
    #expect(try await old.client().lecture(0).price == (try klay(10)))

    // The chain takes another course, in which the lecture has another price in a block of the same height.
    try await chain.revert(to: snapshot)
    _ = try await chain.account()
    _ = try await old.create(33)
    try await chain.mine(60)
    #expect(try await old.client().lectures().map(\.price) == [try klay(33)])
    #expect(try await old.client().planPurchase(0, from: old.student.address).value == .klay(33))
  }

  @Test(
    "A damaged cache costs another reading and nothing else", arguments: ["", "{", "[]", "{\"firstBlock\":\"0x0\"}"])
  func damagedCache(text: String) async throws {
    let old = try await open("LegacyMarketV1")
    _ = try await old.create(10)
    _ = try await old.client().lecture(0)
    let name = try #require(old.cache.names().first)
    try old.cache.write(text, to: name)
    #expect(try await old.client().lecture(0).price == (try klay(10)))
  }

  @Test("Without the block in which it was opened, a lecture has no price, and is not bought")
  func beginTooLate() async throws {
    let old = try await open("LegacyMarketV2")
    _ = try await old.create(10)
    var late = old.session
    late.deploymentBlock = try await old.chain.node.blockNumber() + 1
    let client = try await LectureClient.connect(late, over: late.connect())
    #expect(try await client.lecture(0).price == nil)
    let error = try await old.chain.refusal(spending: old.student) {
      _ = try await client.planPurchase(0, from: old.student.address)
    }
    #expect(error.lectureCode == .priceUnknown && "\(error)".contains("--from-block"))
  }

  @Test("Two lectures that share an id on v2, as they do in one block, keep their prices apart by number")
  func sharedID() async throws {
    let chain = try await Chain.start()
    let old = try await open("LegacyMarketV2", on: chain)
    let (teacher, owner, student) = (old.teacher, old.owner, old.student)
    try await chain.automine(false)
    let client = try await old.client()
    let plan = try await client.planCreate(price: klay(10), from: teacher.address)
    for nonce in 0..<2 as Range<UInt64> {
      _ = try await chain.node.sendRawTransaction(plan.prepared.transaction(nonce: nonce).signed(by: teacher).encoded)
    }
    try await chain.mine()
    try await chain.automine(true)
    let ids = try await client.lectures().map(\.id)
    try #require(ids.count == 2 && ids[0] == ids[1])
    _ = try await client.planPurchase(0, from: student.address).send(from: student)
    _ = try await client.planEvaluation(0, scores: Scores([9, 9, 9, 9, 9]), from: student.address).send(from: student)
    _ = try await client.planSettlement(0, from: owner.address).send(from: owner)
    _ = try await client.planReopen(0, price: klay(30), from: teacher.address).send(from: teacher)
    #expect(try await client.lectures().map(\.price) == [try klay(30), try klay(10)])
    #expect(try await client.lectures().map(\.run) == [1, 0])
    #expect(try await client.planPurchase(1, from: student.address).value == .klay(10))
  }

  @Test(
    "Lectures that nobody counts are found all the same: 70 of them",
    arguments: ["LegacyMarketV1", "LegacyMarketV2"])
  func many(name: String) async throws {
    let chain = try await Chain.other("--max-log-range", "3")
    let old = try await open(name, on: chain)
    let client = try await old.client()
    try await chain.automine(false)
    for number in 0..<70 {
      let plan = try await client.planCreate(price: klay(number + 1), from: old.teacher.address)
      let transaction = try plan.prepared.transaction(nonce: UInt64(number)).signed(by: old.teacher)
      _ = try await chain.node.sendRawTransaction(transaction.encoded)
    }
    while try await client.count() < 70 { try await chain.mine() }
    #expect(try await client.lectures().map(\.price) == (1...70).map { try klay($0) })
    #expect(try await client.lectures(from: 65, limit: 3).map(\.number) == [65, 66, 67])
  }
}
