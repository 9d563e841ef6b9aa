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
    let stage = try await ContractFixture.open()
    let chain = stage.chain
    let refusing = try await StandIn.deploy(
      "RefusingTeacher", [.address(stage.market.address), .uint(manner)], from: stage.teacher, on: chain)
    _ = try await refusing.call("createLecture", [.uint(10)]).send(from: stage.teacher)
    try await stage.buy(0)
    let ownerBefore = try await stage.balance(stage.owner)
    let receipt = try await stage.settle(0)
    let settlement = try #require(try stage.client.settlement(in: receipt))
    #expect(!settlement.teacherPaid && settlement.ownerPaid)
    #expect(settlement.teacherShare == .klay(9))
    #expect(try receipt.events(LectureMarket.CreditingPayment.self).map(\.account) == [refusing.address])
    #expect(try await stage.balance(stage.owner) == ownerBefore.adding(.klay(1)).subtracting(#require(receipt.fee)))
    #expect(try await stage.client.credit(of: refusing.address) == .klay(9))
    #expect(try await chain.node.balance(of: stage.market.address) == .klay(9))

    // A withdrawal gives all the gas there is; to burn that in an endless loop takes a node in Python minutes.
    if manner != 3 {
      let stubborn = try await chain.refusal(spending: stage.teacher) {
        _ = try await refusing.call("withdraw").send(from: stage.teacher)
      }
      #expect(stubborn.revertMessage == "payment refused", "\(stubborn)")
    }
    let heir = try PrivateKey.random().address
    _ = try await refusing.call("withdrawTo", [.address(heir)]).send(from: stage.teacher)
    #expect(try await chain.node.balance(of: heir) == .klay(9))
    #expect(try await stage.client.credit(of: refusing.address) == .zero)
    #expect(try await chain.node.balance(of: stage.market.address) == .zero)
  }

  @Test("An owner who can't be paid in person withdraws")
  func creditedStudentWithdraws() async throws {
    let stage = try await ContractFixture.open()
    let refusing = try await StandIn.deploy(
      "RefusingTeacher", [.address(stage.market.address), .uint(1)], from: stage.teacher, on: stage.chain)
    _ = try await refusing.call("createLecture", [.uint(3)]).send(from: stage.teacher)
    try await stage.buy(0)
    try await stage.settle(0)
    _ = try await refusing.call("setManner", [.uint(0)]).send(from: stage.teacher)
    _ = try await refusing.call("withdraw").send(from: stage.teacher)
    #expect(try await stage.node.balance(of: refusing.address) == (try Amount(parsing: "2.7", unit: .klay)))
  }

  @Test("A student takes the payment back when ninety days went by without a settlement")
  func reclaim() async throws {
    let chain = try await Chain.start()
    let stage = try await ContractFixture.open(on: chain)
    let (client, student) = (stage.client, stage.student)
    let number = try await stage.create()
    try await stage.buy(number)
    try await stage.rate(number, [1, 1, 1, 1, 1])
    let stays = try await chain.account()
    try await stage.buy(number, by: stays)
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
    let held = try await stage.balance(student)
    let receipt = try await client.planReclaim(number, from: student.address).send(from: student)
    #expect(try await stage.balance(student) == held.adding(.klay(10)).subtracting(#require(receipt.fee)))
    #expect(try receipt.events(LectureMarket.ReclaimingPayment.self).map(\.ratingRemoved) == [true])
    let after = try #require(try await client.enrolments(of: student.address).first)
    #expect(after.reclaimed && !after.canRate && !after.reclaimable && after.scores == nil)
    #expect(try await client.students(of: number).map(\.address) == [stays.address])
    #expect(try await client.averages([number]) == [nil], "the rating went with the payment")
    let again = try await chain.refusal(spending: student) {
      _ = try await client.planPurchase(number, from: student.address)
    }
    #expect(again.revertMessage == "reclaimed already")
    // The rest of the run is settled as ever.
    let settlement = try #require(try client.settlement(in: try await stage.settle(number)))
    #expect(settlement.total == .klay(10))
    #expect(try await chain.node.balance(of: stage.market.address) == .zero)
  }

  @Test("Ownership changes hands in two steps, and the new owner settles")
  func ownership() async throws {
    let stage = try await ContractFixture.open()
    let number = try await stage.create()
    _ = try await stage.market.transferOwnership(newOwner: stage.student.address).send(from: stage.owner)
    #expect(try await stage.client.owner() == stage.owner.address, "not before it is accepted")
    _ = try await stage.market.acceptOwnership().send(from: stage.student)
    #expect(try await stage.client.owner() == stage.student.address)
    let former = try await stage.chain.refusal(spending: stage.owner) {
      _ = try await stage.client.planSettlement(number, from: stage.owner.address)
    }
    #expect(former.lectureCode == .notOwner)
    _ = try await stage.client.planSettlement(number, from: stage.student.address).send(from: stage.student)
  }

  @Test("KLAY without a call, or with a call of the old payout, is refused")
  func straying() async throws {
    let stage = try await ContractFixture.open()
    let sender = stage.client.connection.sender
    let request = SendRequest(
      from: stage.student.address, to: stage.market.address, value: .klay(1), label: "a transfer to the contract")
    let transfer = try await stage.chain.refusal(spending: stage.student) { _ = try await sender.prepare(request) }
    #expect((transfer as? NodeError)?.revertData != nil, "\(transfer)")
    #expect("\(transfer)".contains("KLAY without a call"))
    try await stage.create()
    try await stage.buy(0)
    let payout = try await stage.chain.refusal(spending: stage.teacher) {
      _ = try await stage.market.payBalance(lectureNumber: 0, value: .zero).send(from: stage.teacher)
    }
    #expect(payout.revertMessage == "payBalance pays nobody")
  }
}
