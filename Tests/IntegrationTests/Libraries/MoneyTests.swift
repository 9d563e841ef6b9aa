import ChainSupport
import ContractABI
import ContractClient
import Keys
import LectureKit
import NodeRPC
import Primitives
import Sending
import Testing

/// Money that could not take its usual way.
@Suite(
  "No way locks money", .enabled(if: TestTools.areInstalled, "\(TestTools.advice)"), .timeLimit(.minutes(20)))
struct MoneyTests {
  @Test(
    "A teacher whose address refuses payment is credited, and withdraws when it has come to its senses",
    // The ways to refuse of RefusingTeacher.vy: with a reason, an invalid opcode, without end, with long data.
    arguments: [1, 2, 3, 4] as [UInt256])
  func refusingTeacher(manner: UInt256) async throws {
    let fixture = try await ContractFixture.open()
    let chain = fixture.chain
    let refusing = try await StandIn.deploy(
      "RefusingTeacher", [.address(fixture.market.address), .uint(manner)], from: fixture.teacher, on: chain)
    _ = try await refusing.call("createLecture", [.uint(10)]).send(from: fixture.teacher)
    try await fixture.buy(0)
    let ownerBefore = try await fixture.balance(fixture.owner)
    let receipt = try await fixture.settle(0)
    let settlement = try #require(try fixture.client.settlement(in: receipt))
    #expect(!settlement.teacherPaid && settlement.ownerPaid)
    #expect(settlement.teacherShare == .klay(9))
    #expect(try receipt.events(LectureMarket.CreditingPayment.self).map(\.account) == [refusing.address])
    #expect(try await fixture.balance(fixture.owner) == ownerBefore.adding(.klay(1)).subtracting(#require(receipt.fee)))
    #expect(try await fixture.client.credit(of: refusing.address) == .klay(9))
    #expect(try await chain.node.balance(of: fixture.market.address) == .klay(9))

    // A withdrawal gives all the gas there is; to burn that in an endless loop takes a node in Python minutes.
    if manner != 3 {
      let stubborn = try await chain.refusal(spending: fixture.teacher) {
        _ = try await refusing.call("withdraw").send(from: fixture.teacher)
      }
      #expect(stubborn.revertMessage == "payment refused", "\(stubborn)")
    }
    let heir = try PrivateKey.random().address
    _ = try await refusing.call("withdrawTo", [.address(heir)]).send(from: fixture.teacher)
    #expect(try await chain.node.balance(of: heir) == .klay(9))
    #expect(try await fixture.client.credit(of: refusing.address) == .zero)
    #expect(try await chain.node.balance(of: fixture.market.address) == .zero)
  }

  @Test("An owner who can't be paid in person withdraws")
  func creditedStudentWithdraws() async throws {
    let fixture = try await ContractFixture.open()
    let refusing = try await StandIn.deploy(
      "RefusingTeacher", [.address(fixture.market.address), .uint(1)], from: fixture.teacher, on: fixture.chain)
    _ = try await refusing.call("createLecture", [.uint(3)]).send(from: fixture.teacher)
    try await fixture.buy(0)
    try await fixture.settle(0)
    _ = try await refusing.call("setManner", [.uint(0)]).send(from: fixture.teacher)
    _ = try await refusing.call("withdraw").send(from: fixture.teacher)
    #expect(try await fixture.node.balance(of: refusing.address) == (try Amount(parsing: "2.7", unit: .klay)))
  }

  @Test("A student takes the payment back when ninety days went by without a settlement")
  func reclaim() async throws {
    let chain = try await Chain.start()
    let fixture = try await ContractFixture.open(on: chain)
    let (client, student) = (fixture.client, fixture.student)
    let number = try await fixture.create()
    try await fixture.buy(number)
    try await fixture.rate(number, [1, 1, 1, 1, 1])
    let stays = try await chain.account()
    try await fixture.buy(number, by: stays)
    let before = try #require(try await client.enrolments(of: student.address).first)
    #expect(!before.reclaimable)
    let boughtAt = try #require(before.boughtAt)
    #expect(before.reclaimableFrom == boughtAt + 90 * 24 * 60 * 60)
    let early = try await chain.refusal(spending: student) {
      _ = try await client.planReclaim(number, from: student.address)
    }
    #expect(early.revertMessage == "too early to reclaim")

    try await chain.advance(seconds: 90 * 24 * 60 * 60 + 60)
    #expect(try await client.enrolments(of: student.address).first?.reclaimable == true)
    let held = try await fixture.balance(student)
    let receipt = try await client.planReclaim(number, from: student.address).send(from: student)
    #expect(try await fixture.balance(student) == held.adding(.klay(10)).subtracting(#require(receipt.fee)))
    #expect(try receipt.events(LectureMarket.ReclaimingPayment.self).map(\.ratingRemoved) == [true])
    let after = try #require(try await client.enrolments(of: student.address).first)
    #expect(after.reclaimed && !after.canRate && !after.reclaimable && after.scores == nil)
    #expect(try await client.students(of: number).map(\.address) == [stays.address])
    #expect(try await client.averages([number]) == [nil], "the rating went with the payment")
    let again = try await chain.refusal(spending: student) {
      _ = try await client.planPurchase(number, from: student.address)
    }
    #expect(again.revertMessage == "reclaimed already" && again.lectureCode == .paidBack)
    await #expect(throws: LectureError(.paidBack, "")) {
      try await client.receipts.receipt(number, of: student.address)
    }
    // The rest of the run is settled as ever.
    let settlement = try #require(try client.settlement(in: try await fixture.settle(number)))
    #expect(settlement.total == .klay(10))
    #expect(try await chain.node.balance(of: fixture.market.address) == .zero)
  }

  @Test("Ownership changes hands in two steps, and the new owner settles")
  func ownership() async throws {
    let fixture = try await ContractFixture.open()
    let number = try await fixture.create()
    _ = try await fixture.market.transferOwnership(newOwner: fixture.student.address).send(from: fixture.owner)
    #expect(try await fixture.client.owner() == fixture.owner.address, "not before it is accepted")
    _ = try await fixture.market.acceptOwnership().send(from: fixture.student)
    #expect(try await fixture.client.owner() == fixture.student.address)
    let former = try await fixture.chain.refusal(spending: fixture.owner) {
      _ = try await fixture.client.planSettlement(number, from: fixture.owner.address)
    }
    #expect(former.lectureCode == .notOwner)
    _ = try await fixture.client.planSettlement(number, from: fixture.student.address).send(from: fixture.student)
  }

  @Test("KLAY without a call, or with a call of the old payout, is refused")
  func straying() async throws {
    let fixture = try await ContractFixture.open()
    let sender = fixture.client.connection.sender
    let request = SendRequest(
      from: fixture.student.address, to: fixture.market.address, value: .klay(1), label: "a transfer to the contract")
    let transfer = try await fixture.chain.refusal(spending: fixture.student) { _ = try await sender.prepare(request) }
    #expect((transfer as? NodeError)?.revertData != nil, "\(transfer)")
    #expect("\(transfer)".contains("KLAY without a call"))
    try await fixture.create()
    try await fixture.buy(0)
    let payout = try await fixture.chain.refusal(spending: fixture.teacher) {
      _ = try await fixture.market.payBalance(lectureNumber: 0, value: .zero).send(from: fixture.teacher)
    }
    #expect(payout.revertMessage == "payBalance pays nobody")
  }
}
