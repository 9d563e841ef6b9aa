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
  struct Old {
    let chain: Chain
    let contract: StandIn
    let owner: PrivateKey
    let teacher: PrivateKey
    let student: PrivateKey
    let cache: TemporaryFolder
    var session: Session

    func client() async throws -> LectureClient {
      try await LectureClient.connect(session, over: session.patientConnection())
    }
    func create(_ price: Int) async throws -> CallReceipt {
      try await client().planCreate(price: klay(price), from: teacher.address).send(from: teacher)
    }

    /// The file of openings, and what is in it.
    func kept() throws -> (name: String, file: JSONObject, openings: [JSONObject]) {
      let name = try #require(cache.names().first)
      let text = try #require(cache.read(name))
      let file = try #require(try JSON(parsing: text).object)
      return (name, file, try #require(file["openings"]?.array).compactMap(\.object))
    }
    /// Makes the file hold these openings, as if a node had told no more.
    func keep(_ openings: [JSONObject]) throws {
      let kept = try kept()
      var file = kept.file
      file["openings"] = .array(openings.map { .object($0) })
      try cache.write("\(JSON.object(file))", to: kept.name)
    }
  }

  /// The two that are driven.
  static let names = ["LegacyMarketV1", "LegacyMarketV2"]

  func open(_ name: String, on chain: Chain? = nil, kaia: Bool = false) async throws -> Old {
    let chain = if let chain { chain } else { try await Chain.shared(kaia: kaia) }
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

  @Test("The whole life of a lecture on v1 and v2, by Ethereum's rules and Kaia's", arguments: names, [false, true])
  func wholeLife(name: String, kaia: Bool) async throws {
    let old = try await open(name, kaia: kaia)
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
    #expect(lectures.allSatisfy { $0.studentCount == nil && $0.openedAtBlock != nil && $0.run == 0 })
    #expect(lectures.allSatisfy { $0.isOpen == (client.generation == .v1 ? nil : true) }, "told by v2")

    let bought = try await client.planPurchase(0, agreed: klay(10), from: student.address).send(from: student)
    #expect(bought.value == .klay(10))
    #expect(try await client.isStudent(student.address, of: 0))
    #expect(try await client.isStudent(teacher.address, of: 0) == false)
    #expect(try await client.lecture(0).escrow == .klay(10))
    let enrolments = try await client.enrolments(of: student.address)
    #expect(enrolments.map(\.lecture.number) == [0] && enrolments.map(\.run) == [0])
    #expect(try enrolments.map(\.price) == [klay(10)] && enrolments.allSatisfy { !$0.canRate })
    _ = try await client.planEvaluation(0, scores: Scores([100, 80, 34, 77, 99]), from: student.address)
      .send(from: student)
    #expect(try await client.averages([0, 1]) == [78, nil])
    let before = try await old.chain.node.balance(of: teacher.address)
    _ = try await client.planSettlement(0, from: old.owner.address).send(from: old.owner)
    let paid = try Amount(parsing: "9.05", unit: .klay)
    #expect(try await old.chain.node.balance(of: teacher.address) == before.adding(paid))

    #expect(try await client.lecture(0).isOpen == (client.generation == .v1 ? nil : false))

    _ = try await client.planReopen(0, price: klay(12), from: teacher.address).send(from: teacher)
    let reopened = try await client.lecture(0)
    #expect(try reopened.price == klay(12) && reopened.run == 1)
    // Which run a student bought is not told: it may be the present one.
    let kept = try #require(await client.enrolments(of: student.address).first)
    #expect(kept.run == nil && kept.price == nil && kept.isPresent)
    await #expect(throws: LectureError(.boughtAlready, "")) { try await client.planPurchase(0, from: student.address) }
    let again = SendOptions().again()
    #expect(try await client.planPurchase(0, from: student.address, options: again).value == .klay(12))
  }

  @Test("What was bought is not paid for twice, whoever asks", arguments: names, [false, true])
  func boughtTwice(name: String, kaia: Bool) async throws {
    let old = try await open(name, kaia: kaia)
    _ = try await old.create(10)
    _ = try await old.client().planPurchase(0, from: old.student.address).send(from: old.student)
    // Another program, with an outbox of its own.
    let other = try await old.client()
    let error = try await old.chain.refusal(spending: old.student) {
      _ = try await other.planPurchase(0, from: old.student.address)
    }
    #expect(error.lectureCode == .boughtAlready && (error as? LectureError)?.facts == nil)
    #expect(try await other.planPurchase(0, from: old.teacher.address).value == .klay(10), "who has not bought it")
    let again = try await other.planPurchase(0, from: old.student.address, options: SendOptions().again())
    #expect(again.value == .klay(10))
  }

  @Test("A price that nobody can pay does not hide the other lectures", arguments: names)
  func unpayablePrice(name: String) async throws {
    let old = try await open(name)
    _ = try await old.create(10)
    let client = try await old.client()
    for cost in [0, UInt256.max] {
      _ = try await client.market.createLecture(lectureCost: cost).send(from: old.teacher)
    }
    #expect(try await client.lectures().map(\.price) == [try klay(10), nil, nil])
    for number in [1, 2] as [UInt256] {
      let error = try await old.chain.refusal(spending: old.student) {
        _ = try await client.planPurchase(number, from: old.student.address)
      }
      #expect(error.lectureCode == .priceUnknown && (error as? LectureError)?.facts == nil, "no block helps")
    }
  }

  @Test("A refusal without a word is explained, and nothing is sent", arguments: names, [false, true])
  func emptyReverts(name: String, kaia: Bool) async throws {
    let old = try await open(name, kaia: kaia)
    let student = old.student
    _ = try await old.create(10)
    let client = try await old.client()
    let rating = try await old.chain.refusal(spending: student) {
      _ = try await client.planEvaluation(0, scores: Scores([1, 1, 1, 1, 1]), from: student.address)
    }
    #expect(rating.lectureCode == .notStudent)
    let settling = try await old.chain.refusal(spending: student) {
      _ = try await client.planSettlement(0, from: student.address)
    }
    #expect(settling.lectureCode == .notOwner)
    let reopening = try await old.chain.refusal(spending: student) {
      _ = try await client.planReopen(0, price: klay(1), from: student.address)
    }
    #expect(reopening.lectureCode == .notTeacher)
    let early = try await old.chain.refusal(spending: old.teacher) {
      _ = try await client.planReopen(0, price: klay(1), from: old.teacher.address)
    }
    #expect(early.lectureCode == (client.generation == .v1 ? .refused : .stillOpen))
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
    let unrated = try await old.chain.refusal(spending: old.owner) {
      _ = try await client.planSettlement(0, from: old.owner.address)
    }
    #expect(unrated.lectureCode == .refused && "\(unrated)".contains("nobody has rated it"))
    _ = try await client.planEvaluation(0, scores: Scores([1, 1, 1, 1, 1]), from: student.address).send(from: student)
    _ = try await client.planSettlement(0, from: old.owner.address).send(from: old.owner)
    let rest: [LectureError.Code?] = client.generation == .v1 ? [.refused, .closed] : [.closed, .closed]
    let bystander = try await old.chain.account()
    let closed = try await old.chain.refusal(spending: bystander) {
      _ = try await client.planPurchase(0, from: bystander.address)
    }
    let late = try await old.chain.refusal(spending: student) {
      _ = try await client.planEvaluation(0, scores: Scores([1, 1, 1, 1, 1]), from: student.address)
    }
    #expect([closed.lectureCode, late.lectureCode] == rest)
  }

  @Test(
    "What was planned is looked at again before it is signed: reopened at another price, or bought meanwhile",
    arguments: names, [false, true])
  func planOvertaken(name: String, kaia: Bool) async throws {
    let old = try await open(name, kaia: kaia)
    let (chain, student) = (old.chain, old.student)
    _ = try await old.create(10)
    let client = try await old.client()
    let plan = try await client.planPurchase(0, from: student.address)
    let rating = try await chain.account()
    _ = try await client.planPurchase(0, from: rating.address).send(from: rating)
    _ = try await client.planEvaluation(0, scores: Scores([1, 1, 1, 1, 1]), from: rating.address).send(from: rating)
    try await plan.checkAgain()
    _ = try await client.planSettlement(0, from: old.owner.address).send(from: old.owner)
    _ = try await client.planReopen(0, price: klay(12), from: old.teacher.address).send(from: old.teacher)
    for send in [false, true] {
      let dearer = try await chain.refusal(spending: student) {
        if send { _ = try await plan.send(from: student) } else { try await plan.checkAgain() }
      }
      #expect(dearer.lectureCode == .refused || dearer.lectureCode == .priceChanged, "\(dearer)")
    }
    // These contracts take a student's money a second time.
    let (mine, other) = (
      try await client.planPurchase(0, from: student.address), try await client.planPurchase(0, from: student.address)
    )
    let bought = try await other.send(from: student)
    let twice = try await chain.refusal(spending: student) { try await mine.checkAgain() }
    #expect(twice.lectureCode == .boughtAlready)
    #expect(try await mine.send(from: student).hash == bought.hash, "what was done is told, not done again")
  }

  @Test("A settlement that would pay nothing is refused where the contract tells it", arguments: [false, true])
  func settledTwice(kaia: Bool) async throws {
    let old = try await open("LegacyMarketV2", kaia: kaia)
    _ = try await old.create(10)
    let client = try await old.client()
    _ = try await client.planPurchase(0, from: old.student.address).send(from: old.student)
    _ = try await client.planEvaluation(0, scores: Scores([9, 9, 9, 9, 9]), from: old.student.address)
      .send(from: old.student)
    _ = try await client.planSettlement(0, from: old.owner.address).send(from: old.owner)
    let error = try await old.chain.refusal(spending: old.owner) {
      _ = try await client.planSettlement(0, from: old.owner.address, options: SendOptions().again())
    }
    #expect(error.lectureCode == .closed)
  }

  @Test("What others made the contract pay early is named when the settlement lacks it", arguments: names)
  func paidEarly(name: String) async throws {
    let old = try await open(name)
    _ = try await old.create(10)
    let client = try await old.client()
    _ = try await client.planPurchase(0, from: old.student.address).send(from: old.student)
    _ = try await client.planEvaluation(0, scores: Scores([9, 9, 9, 9, 9]), from: old.student.address)
      .send(from: old.student)
    _ = try await old.contract.call("payBalance", [.uint(0)]).send(from: old.student)
    let error = try await old.chain.refusal(spending: old.owner) {
      _ = try await client.planSettlement(0, from: old.owner.address)
    }
    #expect(error.lectureCode == .refused && "\(error)".contains("payBalance"))
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
}

extension SendOptions {
  /// The same, for what is meant twice.
  fileprivate func again() -> SendOptions {
    var options = self
    options.intent.again = true
    return options
  }
}
