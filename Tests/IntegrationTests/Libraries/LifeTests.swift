import ChainSupport
import ContractClient
import Keys
import LectureKit
import NodeRPC
import Primitives
import Sending
import Testing

@Suite(
  "A lecture's life", .enabled(if: TestTools.areInstalled, "\(TestTools.advice)"),
  .timeLimit(.minutes(20)))
struct LifeTests {
  @Test("A program that asks nobody buys and rates once, however often it says so; an average that is not there is nil")
  func once() async throws {
    let fixture = try await ContractFixture.open()
    let (client, student, number) = (fixture.client, fixture.student, try await fixture.create())
    let (scores, others) = (try Scores([100, 80, 34, 77, 99]), try Scores([0, 0, 0, 0, 0]))
    #expect(try await client.average(number) == nil, "nobody rated it yet")
    await #expect(throws: LectureError(.unknownLecture, "")) { try await client.average(number + 1) }
    await #expect(throws: LectureError(.priceChanged, "")) {
      try await client.purchase(number, for: klay(9), by: student)
    }

    let bought = try await client.purchase(number, for: klay(10), by: student)
    let rated = try await client.evaluate(number, scores: scores, by: student)
    #expect(try await client.average(number) == 78)
    #expect(try await client.purchase(number, for: klay(10), by: student).hash == bought.hash)
    #expect(try await client.evaluate(number, scores: scores, by: student).hash == rated.hash)
    await #expect(throws: LectureError(.ratedAlready, "")) {
      try await client.evaluate(number, scores: others, by: student)
    }
    #expect(try await fixture.node.transactionCount(of: student.address) == 2)
    #expect(try await fixture.node.balance(of: fixture.market.address) == .klay(10))
  }

  @Test("It is created, bought, rated 78 and settled, and every peb is where it belongs")
  func wholeLife() async throws {
    let fixture = try await ContractFixture.open()
    let (client, teacher, student, owner) = (fixture.client, fixture.teacher, fixture.student, fixture.owner)
    #expect(client.generation == .market)
    #expect(try await client.count() == 0)
    #expect(try await client.owner() == owner.address)

    let created = try await client.planCreate(price: klay(10), title: "스위프트 Swift", from: teacher.address)
      .send(from: teacher)
    #expect(try client.createdNumber(in: created) == 0)
    #expect(try await client.averages([0]) == [nil], "nobody rated it yet")

    let purchase = try await client.planPurchase(0, agreed: klay(10), from: student.address)
    #expect(purchase.value == .klay(10))
    #expect(purchase.readable == "purchaseLecture(lectureNumber: 0)")
    let bought = try await purchase.send(from: student)
    #expect(
      try bought.events(LectureMarket.PurchasingLecture.self).map(\.student) == [student.address])
    #expect(bought.fee.map { $0 <= purchase.maximumFee } == true, "no more than what was shown")
    #expect(try await client.isStudent(student.address, of: 0))
    #expect(try await client.students(of: 0).map(\.address) == [student.address])
    #expect(try await fixture.node.balance(of: fixture.market.address) == .klay(10), "the contract holds the price")

    let rated = try await client.planEvaluation(0, scores: Scores([100, 80, 34, 77, 99]), from: student.address)
      .send(from: student)
    #expect(try await client.averages([0]) == [78])
    #expect(try await fixture.market.calculateEvaluationAveragePoint(lectureNumber: 0).call() == 78)
    #expect(try await client.points(0) == EvaluationPoints(count: 1, sums: [100, 80, 34, 77, 99]))
    let enrolment = try #require(try await client.enrolments(of: student.address).first)
    #expect(enrolment.bought && !enrolment.canRate)
    #expect(enrolment.scores == (try Scores([100, 80, 34, 77, 99])))

    let settled = try await client.planSettlement(0, from: owner.address).send(from: owner)
    let settlement = try #require(try client.settlement(in: settled))
    let incentive = try Amount(parsing: "0.05", unit: .klay)
    let teacherShare = try Amount(parsing: "9.05", unit: .klay)
    let ownerShare = try Amount(parsing: "0.95", unit: .klay)
    #expect(settlement.total == .klay(10) && settlement.incentive == incentive)
    #expect(settlement.teacherShare == teacherShare && settlement.ownerShare == ownerShare)
    #expect(settlement.teacherPaid && settlement.ownerPaid)

    let lecture = try await client.lecture(0)
    #expect(lecture.title == "스위프트 Swift" && lecture.teacher == teacher.address && lecture.run == 0)
    #expect(lecture.isOpen == false && lecture.settledAt != nil && lecture.escrow == .zero)
    #expect(try lecture.price == klay(10) && lecture.studentCount == 1)

    func fee(_ receipt: CallReceipt) throws -> Amount { try #require(receipt.fee) }
    let start = Amount.klay(1_000)
    #expect(
      try await fixture.balance(student)
        == start.subtracting(.klay(10)).subtracting(fee(bought)).subtracting(fee(rated)))
    #expect(try await fixture.balance(teacher) == start.subtracting(fee(created)).adding(teacherShare))
    #expect(
      try await fixture.balance(owner)
        == start.subtracting(fixture.deploymentFee).subtracting(fee(settled)).adding(ownerShare))
    #expect(try await fixture.node.balance(of: fixture.market.address) == .zero)
  }

  @Test(
    "The teacher's part of the fee follows the average",
    arguments: [
      ([100, 100, 100, 100, 100], "9.15"), ([80, 80, 80, 80, 80], "9.1"), ([60, 60, 60, 60, 60], "9.05"),
      ([59, 60, 60, 60, 60], "9"), ([0, 0, 0, 0, 0], "9"),
    ])
  func payout(scores: [Int], share: String) async throws {
    let fixture = try await ContractFixture.open()
    let number = try await fixture.create()
    try await fixture.buy(number)
    try await fixture.rate(number, scores)
    let settlement = try #require(try fixture.client.settlement(in: try await fixture.settle(number)))
    #expect(settlement.teacherShare == (try Amount(parsing: share, unit: .klay)))
    #expect(try settlement.teacherShare.adding(settlement.ownerShare) == .klay(10))
  }

  @Test("Nobody rated it: it is settled all the same, with nothing on top")
  func unrated() async throws {
    let fixture = try await ContractFixture.open()
    let number = try await fixture.create(price: 7)
    try await fixture.buy(number)
    let settlement = try #require(try fixture.client.settlement(in: try await fixture.settle(number)))
    #expect(settlement.incentive == .zero)
    #expect(settlement.teacherShare == (try Amount(parsing: "6.3", unit: .klay)))
  }

  @Test("It is reopened at another price and bought again; ratings of both runs count")
  func reopened() async throws {
    let fixture = try await ContractFixture.open()
    let (client, teacher, student) = (fixture.client, fixture.teacher, fixture.student)
    let number = try await fixture.create()
    try await fixture.buy(number)
    try await fixture.rate(number, [100, 100, 100, 100, 100])
    try await fixture.settle(number)
    _ = try await client.planReopen(number, price: klay(20), from: teacher.address).send(from: teacher)

    let lecture = try await client.lecture(number)
    #expect(try lecture.run == 1 && lecture.isOpen == true && lecture.price == klay(20) && lecture.studentCount == 0)
    #expect(try await client.isStudent(student.address, of: number) == false)
    #expect(try await client.students(of: number).isEmpty)
    let ofFirst = try await client.students(of: number, run: 0)
    #expect(
      try ofFirst.map(\.address) == [student.address] && ofFirst.map(\.run) == [0] && ofFirst[0].price == klay(10))
    #expect(try await client.isStudent(student.address, of: number, run: 0))
    #expect(try await client.isStudent(teacher.address, of: number, run: 0) == false)
    #expect(try await client.isStudent(student.address, of: number, run: 1) == false)
    await #expect(throws: LectureError(.unknownRun, "")) { try await client.students(of: number, run: 2) }
    await #expect(throws: LectureError(.unknownRun, "")) {
      try await client.isStudent(student.address, of: number, run: 2)
    }
    let past = try #require(try await client.enrolments(of: student.address).first)
    #expect(try past.run == 0 && !past.isPresent && past.price == klay(10) && past.scores != nil && !past.canRate)
    #expect(try await fixture.buy(number).value == .klay(20))
    let present = try await client.enrolments(of: student.address).filter(\.canRate)
    #expect(try present.map(\.run) == [1] && present.map(\.price) == [klay(20)])
    try await fixture.rate(number, [50, 50, 50, 50, 50])
    #expect(try await client.averages([number]) == [75])
    #expect(try await client.students(of: number).map(\.run) == [1])
  }

  @Test(
    "Any node will do: before Berlin, before London, and today's",
    arguments: ["istanbul", "berlin", "london", "cancun"])
  func forks(fork: String) async throws {
    // The contract is compiled for London; on an older chain transactions and fees still have to be right.
    let chain = try await Chain.other("--fork", fork)
    let account = try await chain.account()
    let receiver = try PrivateKey.random().address
    let sender = try chain.session().connect().sender
    let request = SendRequest(from: account.address, to: receiver, value: .klay(1), label: "a transfer")
    let prepared = try await sender.prepare(request)
    #expect(prepared.gasLimit == 21_000)
    let confirmation = try await sender.send(prepared, signer: account).confirmed()
    #expect(confirmation.receipt.status == true)
    #expect(try await chain.node.balance(of: receiver) == .klay(1))
    if case .dynamic = prepared.fees {
      #expect(["london", "cancun"].contains(fork))
    } else {
      #expect(["istanbul", "berlin"].contains(fork))
    }
    let left = try Amount.klay(999).subtracting(#require(confirmation.fee))
    #expect(try await chain.node.balance(of: account.address) == left)
    if fork == "london" { _ = try await ContractFixture.open(on: chain).create() }
  }
}
