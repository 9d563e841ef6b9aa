import ChainSupport
import DatabaseSupport
import FeePayer
import Keys
import LectureKit
import Locking
import NodeRPC
import Primitives
import Sending
import Testing
import Transactions

@testable import Operations

@Suite("The platform pays fees", .timeLimit(.minutes(20)), .overEachEngine)
struct PlatformFeePayerTests {
  private typealias Fixture = DelegationFixture

  @Test("an account that has nothing left rates a lecture; the same bytes again are one transaction and one answer")
  func rating() async throws {
    let fixture = try await Fixture.open()
    let (node, account) = (fixture.chain.node, fixture.student.address)
    #expect(try await node.balance(of: account) == .zero)
    let before = try await node.balance(of: fixture.payer.address)
    let proposal = fixture.rating()
    let half = try await fixture.half(proposal)
    let platform = fixture.platform()
    let payments = try await withThrowingTaskGroup(of: PlatformFeePayer.Payment.self) { group in
      for turn in 0..<12 {
        let raw = half.encoded(PartlySignedTransaction.Form.allCases[turn % 2])
        group.addTask { try await platform.pay(for: proposal, raw: raw, client: "192.0.2.\(turn)") }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    let payment = try #require(payments.first)
    #expect(payments.count == 1 && payment.senderHash == half.senderTxHash)
    let receipt = try #require(try await node.transactionReceipt(payment.hash))
    #expect(receipt.status == true && receipt.from == account)
    #expect(try await fixture.client.averages([0]) == [78])
    #expect(try await node.balance(of: account) == .zero)
    #expect(try await node.balance(of: fixture.payer.address) == before.subtracting(#require(receipt.fee)))
    // Its nonce is used by now, and its own proposal may be over: the answer stays, at another process too.
    let elsewhere = try DelegationBook(at: TestDatabases.place(fixture.folder.file("fees.sqlite")))
    let other = PlatformFeePayer(
      fixture.rules, signer: ScriptedSigner(.unavailable("ended")), node: node, purchases: fixture.client,
      book: elsewhere
    ) { 1_800_003_600 }
    #expect(try await other.pay(for: proposal, raw: half.encoded(), client: "192.0.2.1") == payment)
    #expect(try await node.transactionCount(of: account) == 2)
    #expect(try await fixture.counted().wei == Amount.ston(30).wei * 600_000)
  }

  @Test("what was paid for while the same bytes were checked is answered as paid, whatever the check says by then")
  func paidMeanwhile() async throws {
    let fixture = try await Fixture.open()
    let proposal = fixture.rating()
    let raw = try await fixture.signed(proposal)
    let payment = Guarded<PlatformFeePayer.Payment?>(nil)
    let late = fixture.platform(
      purchases: AskedPurchases {
        let paid = try await fixture.platform().pay(for: proposal, raw: raw, client: "192.0.2.1")
        payment.withLock { $0 = paid }
        return false
      })
    let answered = try await late.pay(for: proposal, raw: raw, client: "192.0.2.2")
    #expect(answered == payment.withLock { $0 })
    #expect(try await fixture.chain.node.transactionCount(of: fixture.student.address) == 2)
  }

  @Test("a service elsewhere pays as well, with a share of the fee too, and its answer is the same")
  func service() async throws {
    let fixture = try await Fixture.open()
    let server = try await FeePayerServer.start(fixture.service, port: 0)
    let platform = fixture.platform(over: try FeeService(server.url))
    try await fixture.chain.fund(fixture.student.address, .klay(1))
    let proposal = fixture.rating(percent: 30)
    let raw = try await fixture.signed(proposal)
    let payment = try await platform.pay(for: proposal, raw: raw, client: "192.0.2.1")
    #expect(try await platform.pay(for: proposal, raw: raw, client: "192.0.2.1") == payment)
    let receipt = try #require(try await fixture.chain.node.transactionReceipt(payment.hash))
    let fee = try #require(receipt.fee).wei
    #expect(receipt.status == true && fixture.service.rules.anonymous)
    #expect(
      try await fixture.chain.node.balance(of: fixture.student.address).wei == Amount.klay(1).wei
        - (fee - fee * 30 / 100))
    await server.stop()
    // Of a service that is not there nothing is counted, and it may be tried again.
    let next = fixture.purchase(by: fixture.payer)
    let lost = try await fixture.refusal(
      of: fixture.signed(next, by: [fixture.payer]), for: next, over: FeeService(server.url))
    #expect(lost?.code == .unreachable && lost?.reason == "Nothing was sent.")
    let words = if case .words(let words)? = lost?.facts { words } else { "" }
    #expect(words.contains("Nothing listens"), "a cause, as a certificate that has expired, is told: \(words)")
    #expect(try await fixture.counted(for: fixture.payer) == .zero)
  }

  @Test("a spent budget of the payer is told with the ways out, and its own words to the operator, here and elsewhere")
  func spent() async throws {
    let fixture = try await Fixture.open(buys: false, perDay: Amount(wei: 1))
    let server = try await FeePayerServer.start(fixture.service, port: 0)
    let proposal = fixture.purchase()
    let raw = try await fixture.signed(proposal)
    let words =
      "The budget of this day is spent, with what orders in no block yet may cost: 0.000000000000000001 KAIA. "
      + "It begins anew at 0:00 UTC."
    for signer in [fixture.service, try FeeService(server.url)] as [any FeeSigner] {
      let refused = try await fixture.refusal(of: raw, for: proposal, over: signer)
      #expect(refused?.code == .budgetSpent && refused?.facts == .words(words), "\(String(describing: refused))")
      #expect(refused?.reason?.contains("UTC") == true && refused?.advice?.contains("yourself") == true)
    }
    let busy = try await fixture.refusal(
      of: raw, for: proposal, over: ScriptedSigner(.busy("Too many requests.", seconds: 7), remembers: true))
    #expect(busy?.code == .busy && busy?.facts == .busy("Too many requests.", seconds: 7))
    #expect(busy?.advice == "Try again in 7 seconds.")
    let forbidden = try await fixture.refusal(of: raw, for: proposal, over: ScriptedSigner(.refused("Not for you.")))
    #expect(forbidden?.code == .refused && forbidden?.facts == .words("Not for you."))
    #expect(try await fixture.counted() == .zero)
    await server.stop()
  }

  @Test("what was not proposed is refused, and nothing is signed or counted")
  func mismatches() async throws {
    let fixture = try await Fixture.open()
    let proposal = fixture.rating()
    let counted = try await fixture.counted()
    let stranger = try PrivateKey.random()
    let input = proposal.input
    let changes: [(DelegationError.Code, @Sendable (inout KaiaTransaction) -> Void)] = [
      (.otherChain, { $0.chainID += 1 }), (.otherSender, { $0.from = stranger.address }),
      (.otherReceiver, { $0.operation = .execution(to: stranger.address, value: 0, input: input) }),
      (.otherAmount, { $0.operation = .execution(to: proposal.to, value: 1, input: input) }),
      (.otherCall, { $0.operation = .execution(to: proposal.to, value: 0, input: input.dropLast() + [98]) }),
      (.otherShare, { $0.feePayment = .shared(percent: 99) }), (.otherType, { $0.operation = .cancel }),
      (.moreGas, { $0.gasLimit += 1 }), (.priceTooHigh, { $0.gasPrice = Amount.ston(50).wei + 1 }),
      (.priceTooLow, { $0.gasPrice = Amount.ston(25).wei - 1 }), (.nonceUsed, { $0.nonce -= 1 }),
      (.nonceAhead, { $0.nonce += 1 }),
    ]
    for (code, change) in changes {
      #expect(try await fixture.refusal(of: fixture.signed(proposal, change), for: proposal)?.code == code)
    }
    for keys in [[stranger], [fixture.student, stranger]] {
      let raw = try await fixture.signed(proposal, by: keys)
      #expect(try await fixture.refusal(of: raw, for: proposal)?.code == .wrongSignature)
    }
    var paid = try await fixture.half(proposal)
    try paid.signAsFeePayer(by: stranger)
    #expect(try await fixture.refusal(of: paid.completed().encoded, for: proposal)?.code == .paidAlready)
    // What is proposed must be one of the four calls, of the platform's contract.
    var elsewhere = proposal
    elsewhere.to = stranger.address
    var settling = proposal
    settling.input = LectureMarket.Calldata.acceptAdmin(lectureNumber: 0)
    for other in [elsewhere, settling] {
      #expect(try await fixture.refusal(of: fixture.signed(other), for: other)?.code == .notPaidFor)
    }
    #expect(try await fixture.counted() == counted)
    // After all of that it is still paid for.
    #expect(try await fixture.refusal(of: fixture.signed(proposal), for: proposal) == nil)
  }

  @Test("the signatures are checked against the key that the account has on the chain")
  func accountKey() async throws {
    let fixture = try await Fixture.open()
    let keys = try (0..<3).map { _ in try PrivateKey.random() }
    try await fixture.chain.fund(fixture.student.address, .klay(1))
    try await fixture.chain.change(fixture.student, to: .multisig(2, of: keys))
    let proposal = fixture.rating()
    for signers in [[fixture.student], [keys[0]], [keys[0], fixture.student]] {
      let raw = try await fixture.signed(proposal, by: signers)
      #expect(try await fixture.refusal(of: raw, for: proposal)?.code == .wrongSignature)
    }
    let raw = try await fixture.signed(proposal, by: [keys[2], keys[0]])
    #expect(try await fixture.refusal(of: raw, for: proposal) == nil)
  }

  @Test("who bought nothing is paid for a purchase alone, and for that only with its price at hand")
  func nothingBought() async throws {
    let fixture = try await Fixture.open(buys: false)
    let student = fixture.student
    let rating = fixture.rating()
    #expect(try await fixture.refusal(of: fixture.signed(rating), for: rating)?.code == .nothingBought)
    let poor = try await fixture.chain.account(klay: 9)
    let purchase = fixture.purchase(by: poor)
    let short = try await fixture.refusal(of: fixture.signed(purchase, by: [poor]), for: purchase)
    #expect(short?.code == .notCovered && short?.facts == .shortage(needed: .klay(10), held: .klay(9), .klay))
    // One coin has one name: the network's.
    #expect(short?.message == "The account has 9 KLAY, and pays 10 KLAY itself.")
    let own = fixture.purchase()
    #expect(try await fixture.refusal(of: fixture.signed(own), for: own) == nil)
    #expect(try await fixture.client.isStudent(student.address, of: 0))
    let again = fixture.rating()
    #expect(try await fixture.refusal(of: fixture.signed(again), for: again) == nil)
  }

  @Test("a second transaction for the same review is refused; one that would fail is not paid for, nor counted")
  func once() async throws {
    let fixture = try await Fixture.open()
    let proposal = fixture.rating()
    let counted = try await fixture.counted()
    // The contract takes a lecture's rating from its student only once.
    let (first, second) = (try await fixture.signed(proposal), try await fixture.signed(proposal) { $0.gasLimit -= 1 })
    #expect(try await fixture.refusal(of: first, for: proposal) == nil)
    let next = try await fixture.signed(proposal)
    #expect(try await fixture.refusal(of: next, for: proposal)?.code == .signedOtherwise)
    #expect(try await fixture.refusal(of: second, for: proposal)?.code == .nonceUsed)
    let failing = fixture.rating()
    let refused = try await fixture.refusal(of: fixture.signed(failing), for: failing)
    #expect(refused?.code == .refused && refused?.description.contains("would fail") == false)
    let once = try counted.adding(Amount(wei: Amount.ston(30).wei * 300_000))
    #expect(try await fixture.counted() == once)
  }
  @Test("a proposal whose fee payer did not answer is unknown, until the record or the chain shows what was sent")
  func status() async throws {
    let fixture = try await Fixture.open()
    let proposal = fixture.rating()
    let half = try await fixture.half(proposal)
    let unclear = fixture.platform(over: ScriptedSigner(.unclear("lost", nil)))
    #expect(try await unclear.status(of: proposal) == .notAsked)
    await #expect(throws: DelegationError(.outcomeUnknown, "")) {
      try await unclear.pay(for: proposal, raw: half.encoded(), client: "192.0.2.1")
    }
    #expect(try await unclear.status(of: proposal) == .unknown)
    // It was sent after all: the chain knows it by the sender's part.
    guard case .sent(let hash) = await fixture.service.pay(half) else {
      Issue.record("not sent")
      return
    }
    #expect(try await unclear.status(of: proposal) == .sent(hash))
    #expect(try await fixture.book.request(for: proposal.id)?.hash == hash)
    #expect(try await unclear.status(of: fixture.rating()) == .notAsked)
  }
}

/// Purchases by what a body says.
private struct AskedPurchases: PurchaseHistory {
  let body: @Sendable () async throws -> Bool

  init(_ body: @escaping @Sendable () async throws -> Bool) { self.body = body }

  func hasBought(_ account: Address, lecture: UInt256?) async throws -> Bool { try await body() }
}
