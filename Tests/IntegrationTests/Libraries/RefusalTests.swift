import ChainSupport
import ContractABI
import ContractClient
import Keys
import LectureKit
import NodeRPC
import Primitives
import Sending
import Testing

/// Each wrong thing says what it is and spends nothing.
@Suite(
  "What is refused before it is sent", .enabled(if: TestTools.areInstalled, "\(TestTools.advice)"),
  .timeLimit(.minutes(20)))
struct RefusalTests {
  /// Plans the call; nothing may leave the account, and the error is what comes of it.
  private func refusal(
    _ fixture: ContractFixture, _ account: PrivateKey, at location: SourceLocation = #_sourceLocation,
    _ plan: (LectureClient, Address) async throws -> PlannedCall
  ) async throws -> any Error {
    try await fixture.chain.refusal(spending: account, at: location) {
      _ = try await plan(fixture.client, account.address).send(from: account)
    }
  }

  @Test("A purchase: unknown, own, closed, bought already")
  func purchase() async throws {
    let fixture = try await ContractFixture.open()
    let (teacher, student) = (fixture.teacher, fixture.student)
    let number = try await fixture.create()
    let unknown = try await refusal(fixture, student) { try await $0.planPurchase(1, from: $1) }
    #expect(unknown.lectureCode == .unknownLecture)
    let absurd = try await refusal(fixture, student) { try await $0.planPurchase(.max, from: $1) }
    #expect(absurd.lectureCode == .unknownLecture)
    let own = try await refusal(fixture, teacher) { try await $0.planPurchase(number, from: $1) }
    #expect(own.lectureCode == .ownLecture)
    try await fixture.buy(number)
    let again = try await refusal(fixture, student) { try await $0.planPurchase(number, from: $1) }
    #expect(again.lectureCode == .boughtAlready)
    #expect("\(again)".contains("purchaseLecture(lectureNumber: \(number))"), "the call is named")
    try await fixture.settle(number)
    let late = try await fixture.chain.account()
    let closed = try await refusal(fixture, late) { try await $0.planPurchase(number, from: $1) }
    #expect(closed.lectureCode == .closed)
  }

  @Test("A price above what was agreed, be it before the plan or between plan and sending")
  func price() async throws {
    let fixture = try await ContractFixture.open()
    let (client, teacher, student) = (fixture.client, fixture.teacher, fixture.student)
    let number = try await fixture.create(price: 1_000)
    let dear = try await refusal(fixture, student) { try await $0.planPurchase(number, agreed: klay(10), from: $1) }
    #expect(dear.lectureCode == .priceChanged)
    #expect("\(dear)".contains("1000 KLAY") && "\(dear)".contains("10 KLAY"), "both prices are told")

    try await fixture.settle(number)
    _ = try await client.planReopen(number, price: klay(10), from: teacher.address).send(from: teacher)
    let planned = try await client.planPurchase(number, agreed: klay(10), from: student.address)
    try await fixture.settle(number)
    _ = try await client.planReopen(number, price: klay(500), from: teacher.address).send(from: teacher)
    // It was right when it was planned; it is looked at again before it is signed, and costs not even a fee.
    let before = try await fixture.balance(student)
    let error = await #expect(throws: LectureError.self) { _ = try await planned.send(from: student) }
    #expect(error?.code == .priceChanged)
    #expect(try await fixture.balance(student) == before)
    #expect(try await client.isStudent(student.address, of: number) == false)
  }

  @Test("A rating: not a student, rated already, after settlement, the own lecture")
  func rating() async throws {
    let fixture = try await ContractFixture.open()
    let (teacher, student) = (fixture.teacher, fixture.student)
    let scores = try Scores([1, 2, 3, 4, 5])
    let number = try await fixture.create()
    let stranger = try await refusal(fixture, student) { try await $0.planEvaluation(number, scores: scores, from: $1) }
    #expect(stranger.lectureCode == .notStudent)
    let own = try await refusal(fixture, teacher) { try await $0.planEvaluation(number, scores: scores, from: $1) }
    #expect(own.lectureCode == .ownLecture)
    let unknown = try await refusal(fixture, student) { try await $0.planEvaluation(9, scores: scores, from: $1) }
    #expect(unknown.lectureCode == .unknownLecture)
    try await fixture.buy(number)
    try await fixture.rate(number, scores.values)
    let again = try await refusal(fixture, student) { try await $0.planEvaluation(number, scores: scores, from: $1) }
    #expect(again.lectureCode == .ratedAlready)
    try await fixture.settle(number)
    let late = try await refusal(fixture, student) { try await $0.planEvaluation(number, scores: scores, from: $1) }
    #expect(late.lectureCode == .closed)
  }

  @Test("A settlement: not the owner, settled already, unknown")
  func settlement() async throws {
    let fixture = try await ContractFixture.open()
    let number = try await fixture.create()
    for account in [fixture.teacher, fixture.student] {
      let error = try await refusal(fixture, account) { try await $0.planSettlement(number, from: $1) }
      #expect(error.lectureCode == .notOwner)
    }
    let unknown = try await refusal(fixture, fixture.owner) { try await $0.planSettlement(5, from: $1) }
    #expect(unknown.lectureCode == .unknownLecture)
    try await fixture.settle(number)
    let again = try await refusal(fixture, fixture.owner) { try await $0.planSettlement(number, from: $1) }
    #expect(again.lectureCode == .closed)
  }

  @Test("Opening: still open, not the teacher, a price or a title that the contract does not take")
  func opening() async throws {
    let fixture = try await ContractFixture.open()
    let (teacher, student) = (fixture.teacher, fixture.student)
    let number = try await fixture.create()
    let open = try await refusal(fixture, teacher) { try await $0.planReopen(number, price: klay(1), from: $1) }
    #expect(open.lectureCode == .stillOpen)
    try await fixture.settle(number)
    let stranger = try await refusal(fixture, student) { try await $0.planReopen(number, price: klay(1), from: $1) }
    #expect(stranger.lectureCode == .notTeacher)
    let dear = try await refusal(fixture, teacher) { try await $0.planCreate(price: klay(10_000_000_001), from: $1) }
    #expect(dear.revertMessage == "cost is too high")
    let long = try await refusal(fixture, teacher) {
      try await $0.planCreate(price: klay(1), title: String(repeating: "강", count: 34), from: $1)
    }
    #expect(long.lectureCode == .invalidTitle)
    for _ in 1...4 {
      _ = try await fixture.client.planReopen(number, price: klay(1), from: teacher.address).send(from: teacher)
      try await fixture.settle(number)
    }
    let sixth = try await refusal(fixture, teacher) { try await $0.planReopen(number, price: klay(1), from: $1) }
    #expect(sixth.revertMessage == "no more runs")
  }

  @Test("Money that is not there: too early to reclaim, nothing to reclaim, nothing to withdraw")
  func money() async throws {
    let fixture = try await ContractFixture.open()
    let number = try await fixture.create()
    let stranger = try await refusal(fixture, fixture.student) { try await $0.planReclaim(number, from: $1) }
    #expect(stranger.lectureCode == .notStudent)
    try await fixture.buy(number)
    let early = try await refusal(fixture, fixture.student) { try await $0.planReclaim(number, from: $1) }
    #expect(early.revertMessage == "too early to reclaim")
    let nothing = try await refusal(fixture, fixture.student) { try await $0.planWithdrawal(from: $1) }
    #expect(nothing.revertMessage == "nothing to withdraw")
  }

  @Test("Not enough KLAY for the price, and enough for the price but not for gas, are told apart")
  func funds() async throws {
    let fixture = try await ContractFixture.open()
    let number = try await fixture.create()
    let poor = try await fixture.chain.account(klay: 5)
    let price = try await refusal(fixture, poor) { try await $0.planPurchase(number, from: $1) }
    #expect(price.sendingCode == .notEnoughForValue)
    #expect("\(price)".contains("10 KLAY are needed, 5 KLAY are there"))
    let exact = try await fixture.chain.account(klay: 10)
    let gas = try await refusal(fixture, exact) { try await $0.planPurchase(number, from: $1) }
    #expect(gas.sendingCode == .notEnoughForGas)
    let penniless = try await fixture.chain.account(klay: 0)
    let nothing = try await refusal(fixture, penniless) { try await $0.planCreate(price: klay(1), from: $1) }
    #expect(nothing.sendingCode == .notEnoughForGas)
  }

  @Test("A fee above the limit that was set")
  func feeLimit() async throws {
    let fixture = try await ContractFixture.open()
    let number = try await fixture.create()
    var options = SendOptions()
    options.fees.maximumFee = .peb(1)
    let error = try await refusal(fixture, fixture.student) {
      try await $0.planPurchase(number, from: $1, options: options)
    }
    #expect(error.sendingCode == .feeAboveLimit)
  }

  @Test("Another chain than the one configured")
  func wrongChain() async throws {
    let fixture = try await ContractFixture.open()
    let number = try await fixture.create()
    var session = fixture.client.session
    session.chainID = 8217
    let elsewhere = session
    let connecting = try await fixture.chain.refusal(spending: fixture.student) {
      _ = try await LectureClient.connect(elsewhere, over: elsewhere.connect())
    }
    #expect(connecting.sendingCode == .wrongChain)
    #expect("\(connecting)".contains("1337") && "\(connecting)".contains("8217"))
    // And a client that got there by itself does not send either.
    let market = LectureMarket(address: fixture.market.address, connection: try elsewhere.connect())
    let sending = try await fixture.chain.refusal(spending: fixture.student) {
      _ = try await market.purchaseLecture(lectureNumber: number, value: .klay(10)).send(from: fixture.student)
    }
    #expect(sending.sendingCode == .wrongChain)
  }

  @Test("No contract at the address, another contract there, no address at all")
  func wrongContract() async throws {
    let fixture = try await ContractFixture.open()
    let other = try await StandIn.deploy("CustomErrors", from: fixture.owner, on: fixture.chain)
    func connect(to address: Address?) async throws -> any Error {
      let session = try fixture.chain.session(contract: address)
      return try await fixture.chain.refusal(spending: fixture.student) {
        _ = try await LectureClient.connect(session, over: session.connect())
      }
    }
    #expect(try await connect(to: fixture.teacher.address).contractCode == .noContract)
    #expect(try await connect(to: other.address).lectureCode == .unknownContract)
    #expect(try await connect(to: nil).lectureCode == .missingSetting)

    // The typed contract underneath, asked without the client's checks.
    let nobody = LectureMarket(address: fixture.teacher.address, connection: fixture.client.connection)
    let empty = try await fixture.chain.refusal(spending: fixture.student) {
      _ = try await nobody.purchaseLecture(lectureNumber: 0, value: .klay(1)).send(from: fixture.student)
    }
    #expect(empty.contractCode == .noContract)
    let reading = await #expect(throws: ContractError.self) { _ = try await nobody.lectureCount().call() }
    #expect(reading?.code == .noContract)
    let stranger = LectureMarket(address: other.address, connection: fixture.client.connection)
    let foreign = try await fixture.chain.refusal(spending: fixture.student) {
      _ = try await stranger.purchaseLecture(lectureNumber: 0, value: .klay(1)).send(from: fixture.student)
    }
    #expect(foreign.contractCode == .reverted)
  }

  @Test("A key of another account than the call was planned for")
  func wrongSigner() async throws {
    let fixture = try await ContractFixture.open()
    let number = try await fixture.create()
    let planned = try await fixture.client.planPurchase(number, from: fixture.student.address)
    let error = try await fixture.chain.refusal(spending: fixture.owner) {
      _ = try await planned.send(from: fixture.owner)
    }
    #expect(error.sendingCode == .wrongSigner)
  }

  @Test(
    "In whatever form a node tells a refusal, nothing is sent",
    arguments: ["geth", "parity", "nested", "http", "message", "result"])
  func manners(manner: String) async throws {
    let chain = try await Chain.other("--reverts", manner)
    let fixture = try await ContractFixture.open(on: chain)
    let number = try await fixture.create()
    try await fixture.buy(number)
    let again = try await refusal(fixture, fixture.student) { try await $0.planPurchase(number, from: $1) }
    // The last two tell no reason; then the usual ones are told.
    #expect(again.lectureCode == (["message", "result"].contains(manner) ? .refused : .boughtAlready))
    let unknown = try await refusal(fixture, fixture.student) { try await $0.planPurchase(7, from: $1) }
    #expect(unknown.lectureCode == .unknownLecture)
    #expect(try await fixture.client.averages([number]) == [nil])
    await #expect(throws: LectureError(.unknownLecture, "")) { try await fixture.client.averages([number, 7]) }
  }
}
