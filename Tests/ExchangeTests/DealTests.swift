import ChainSupport
import ContractClient
import Exchange
import FixtureSupport
import Keys
import NodeRPC
import Orders
import Outbox
import Primitives
import Sending
import Testing

@Suite("A deal on a chain")
struct DealTests {
  @Test("takes one order, moves exact amounts, and run twice is one fill", arguments: OrderVersion.allCases)
  func single(version: OrderVersion) async throws {
    let fixture = try await ExchangeFixture.open()
    let order = try await fixture.ask(version, 1000, for: 300)
    let request = fixture.wish(.buying(500))
    let deal = try await fixture.client.check(request, among: [order])
    #expect(deal.plan.paid == 150 && deal.plan.received == 500 && deal.leg.method == .single)
    #expect(deal.identity.isKnownCode && deal.warnings.isEmpty && deal.simulation.isCertain)
    let (base, quote) = (fixture.base.address, fixture.quote.address)
    let bought = try #require(deal.simulation.change(of: fixture.taker.address, in: base))
    #expect(bought.before == 0 && bought.after == 500 && bought.gain == 500)
    #expect(deal.simulation.change(of: fixture.makers[0].address, in: quote)?.gain == 150)
    let result = try await fixture.client.carryOut(deal, signer: fixture.taker)
    try result.outcome.requireComplete()
    #expect(result.outcome.paid == 150 && result.outcome.received == 500 && result.outcome.extent == .complete)
    #expect(result.outcome.movements[base].arrived == 500 && result.outcome.movements[quote].left == 150)
    #expect(result.outcome.lostInTransfer == 0 && result.receipt.earlier == nil)
    #expect(try await fixture.balance(base, fixture.taker) == 500)
    // The order is another now, and the wish the same.
    let again = try await fixture.client.carryOut(
      try await fixture.client.check(request, among: [order]), signer: fixture.taker)
    #expect(again.receipt.hash == result.receipt.hash && again.receipt.earlier != nil && again.deal == nil)
    #expect(again.outcome.paid == 150 && again.outcome.extent == .complete)
    #expect(try await fixture.balance(base, fixture.taker) == 500)
    var options = SendOptions()
    options.intent.again = true
    let more = try await fixture.client.carryOut(deal, signer: fixture.taker, options: options)
    #expect(more.receipt.hash != result.receipt.hash)
    #expect(try await fixture.balance(base, fixture.taker) == 1000)
  }

  @Test("over three orders of two makers moves the plan's amounts", arguments: OrderVersion.allCases)
  func several(version: OrderVersion) async throws {
    let fixture = try await ExchangeFixture.open()
    let orders = [
      try await fixture.ask(version, 1000, for: 300, salt: 1), try await fixture.ask(version, 1000, for: 310, by: 1),
      try await fixture.ask(version, 1000, for: 320, salt: 2),
    ]
    let deal = try await fixture.client.check(fixture.wish(.buying(2500)), among: orders)
    #expect(deal.plan.parts.map(\.hash) == orders.map(\.hash))
    #expect(deal.leg.method == (version == .v1 ? .upTo : .batch))
    let result = try await fixture.client.carryOut(deal, signer: fixture.taker)
    #expect(result.outcome.paid == deal.plan.paid && result.outcome.received == deal.plan.received)
    #expect(try await fixture.balance(fixture.base.address, fixture.taker) == deal.plan.received)
    #expect(try await fixture.balance(fixture.quote.address, fixture.taker) == 100_000 - deal.plan.paid)
  }

  @Test("fills a reserve for an order that is cancelled in between, and pays no more")
  func reserve() async throws {
    let fixture = try await ExchangeFixture.open()
    let orders = [
      try await fixture.ask(.v1, 1000, for: 300, salt: 1), try await fixture.ask(.v1, 1000, for: 310, by: 1),
      try await fixture.ask(.v1, 1000, for: 320, salt: 2), try await fixture.ask(.v1, 1000, for: 330, salt: 3),
    ]
    let request = fixture.wish(.buying(3000))
    let deal = try await fixture.client.check(request, among: orders)
    #expect(deal.leg.parts.count == 3 && deal.leg.reserves.map(\.hash) == [orders[3].hash])
    let planned = try await deal.call.prepare(from: fixture.taker.address)
    _ = try await fixture.cancel(orders[1], by: 1)
    let receipt = try await planned.send(from: fixture.taker)
    let outcome = try DealOutcome(of: deal.leg, in: receipt)
    #expect(
      outcome.orders.map(\.state) == [.filled, .error(.exhausted), .filled, .filled] && outcome.extent == .complete)
    #expect(outcome.paid == 930 && outcome.received == 1000 + 1000 + 310 * 1000 / 330)
    #expect(outcome.errors == [orders[1].hash: 1] && outcome.orders[3].role == .reserve)
    #expect(outcome.movements[fixture.base.address].arrived == outcome.received)
  }

  @Test("whose order is gone before it is signed is planned anew, and asked about when it got worse")
  func replanned() async throws {
    let fixture = try await ExchangeFixture.open()
    let orders = [
      try await fixture.ask(.v4, 1000, for: 300, salt: 1), try await fixture.ask(.v4, 1000, for: 310, by: 1),
    ]
    let deal = try await fixture.client.check(fixture.wish(.buying(1000)), among: orders)
    #expect(deal.leg.parts.map(\.hash) == [orders[0].hash])
    _ = try await fixture.cancel(orders[0])
    let error = await #expect(throws: ExchangeError.self) {
      _ = try await fixture.client.carryOut(deal, signer: fixture.taker) { _ in false }
    }
    #expect(error?.code == .priceMoved)
    let result = try await fixture.client.carryOut(deal, signer: fixture.taker) { worse in
      #expect(worse.plan.parts.map(\.hash) == [orders[1].hash])
      return true
    }
    #expect(result.outcome.paid == 310 && result.outcome.received == 1000)
  }

  @Test("whose order goes between trial and signature is planned anew, signed once, and filled")
  func goneBeforeSigning() async throws {
    let fixture = try await ExchangeFixture.open()
    let orders = [
      try await fixture.ask(.v4, 1000, for: 300, salt: 1), try await fixture.ask(.v4, 1000, for: 310, by: 1),
    ]
    let deal = try await fixture.client.check(fixture.wish(.buying(1000)), among: orders)
    // The second reading is the one right before the signature.
    let states = ExchangeFixture.Interrupted(
      ChainStateSource(fixture.contracts, from: fixture.connection.node), onReading: 2
    ) {
      _ = try await fixture.cancel(orders[0])
    }
    let count = try await fixture.chain.node.transactionCount(of: fixture.taker.address)
    let client = DealClient(fixture.contracts, over: fixture.connection, states: states)
    let result = try await client.carryOut(deal, signer: fixture.taker) { worse in
      worse.plan.bound == deal.plan.bound
    }
    #expect(result.outcome.paid == 310 && result.outcome.received == 1000)
    #expect(try await fixture.chain.node.transactionCount(of: fixture.taker.address) == count + 1)
    await #expect(throws: ExchangeError.self) { try await client.carryOut(deal, signer: fixture.bank) }
  }

  @Test("whose order is gone, and which would take more than may be moved, is told as one whose book moved")
  func dearerThanAllowed() async throws {
    let fixture = try await ExchangeFixture.open()
    let orders = [
      try await fixture.ask(.v4, 1000, for: 300, salt: 1), try await fixture.ask(.v4, 1000, for: 310, by: 1),
    ]
    try await fixture.bound(fixture.taker, fixture.quote.address, to: 300, .v4)
    let deal = try await fixture.client.check(fixture.wish(.buying(1000)), among: orders)
    _ = try await fixture.cancel(orders[0])
    let moved = await #expect(throws: ExchangeError.self) {
      try await fixture.client.carryOut(deal, signer: fixture.taker) { _ in true }
    }
    #expect(moved?.code == .priceMoved)
    // That the taker allows less than before is no matter of the book.
    try await fixture.bound(fixture.taker, fixture.quote.address, to: 299, .v4)
    let short = await #expect(throws: ExchangeError.self) {
      try await fixture.client.carryOut(deal, signer: fixture.taker) { _ in true }
    }
    #expect(short?.code == .allowance)
    #expect(try await fixture.balance(fixture.base.address, fixture.taker) == 0)
  }

  @Test("that was agreed to and not signed for the book is told so, and not what is mined, one's own or of one order")
  func sinceAgreement() async throws {
    let fixture = try await ExchangeFixture.open()
    let request = fixture.wish(.buying(1000))
    for code in [.orderGone, .expired, .makerUnfunded, .rounding, .slippage] as [ExchangeError.Code] {
      let error = ExchangeError(code, "It is gone.", reason: "Somebody was faster.")
      #expect(error.sinceAgreement(to: request).code == .priceMoved)
      #expect(error.sinceAgreement(to: request).reason == error.reason)
      let mined = ExchangeError(code, "It failed.", cause: ContractError(.failedOnChain, "It was reverted."))
      #expect(mined.sinceAgreement(to: request).code == code)
      let order = try await fixture.ask(.v4, 1000, for: 300)
      let single = DealRequest(filling: order, with: 100, fillable: 300, of: fixture.pair, by: fixture.taker.address)
      #expect(error.sinceAgreement(to: single).code == code)
    }
    let priced = DealRequest(.buying(1000), of: fixture.pair, within: .price(.one), by: fixture.taker.address)
    #expect(ExchangeError(.slippage, "It is dear.").sinceAgreement(to: priced).code == .slippage)
    #expect(ExchangeError(.orderGone, "It is gone.").sinceAgreement(to: priced).code == .priceMoved)
    for code in [.balance, .allowance, .notFilled, .wrongContract] as [ExchangeError.Code] {
      #expect(ExchangeError(code, "It lacks.").sinceAgreement(to: request).code == code)
    }
  }

  @Test("that takes more than the exchange was let move a moment ago is of a book that moved")
  func sinceAllowing() async throws {
    let fixture = try await ExchangeFixture.open()
    let (token, spender) = (fixture.quote.address, try #require(fixture.contracts.spender(of: .v4)))
    _ = try await fixture.calls.revocation(of: token, for: spender).prepare(from: fixture.taker.address)
      .send(from: fixture.taker)
    let approval = try await fixture.calls.approval(of: token, amount: 300, for: .v4, by: fixture.taker.address)
    func short(there: UInt256, cause: (any Error)? = nil) -> ExchangeError {
      ExchangeError(
        .allowance, "It lacks.", facts: .shortage(token: token, needed: 310, there: there, spender: spender),
        cause: cause)
    }
    #expect(short(there: 300).sinceAllowing([approval]).code == .priceMoved)
    #expect(short(there: 300).sinceAllowing([]).code == .priceMoved)
    // Something else took what was allowed.
    #expect(short(there: 299).sinceAllowing([approval]).code == .allowance)
    let mined = short(there: 300, cause: ContractError(.failedOnChain, "It was reverted."))
    #expect(mined.sinceAllowing([approval]).code == .allowance)
    #expect(ExchangeError(.balance, "It lacks.").sinceAllowing([approval]).code == .balance)
    let rest = ExchangeError(.partlyFilled, "A part stands.", cause: short(there: 300)).sinceAllowing([approval])
    #expect(rest.code == .partlyFilled && rest.refusal.code == .priceMoved)
  }

  @Test("keeps its worst price when the best one moves away")
  func fixedBound() async throws {
    let fixture = try await ExchangeFixture.open()
    let orders = [
      try await fixture.ask(.v4, 1000, for: 300, salt: 1), try await fixture.ask(.v4, 1000, for: 400, by: 1),
    ]
    let deal = try await fixture.client.check(fixture.wish(.buying(1000)), among: orders)
    _ = try await fixture.cancel(orders[0])
    let error = await #expect(throws: ExchangeError.self) {
      try await fixture.client.carryOut(deal, signer: fixture.taker) { _ in true }
    }
    #expect(error?.code == .slippage)
    #expect(try await fixture.balance(fixture.base.address, fixture.taker) == 0)
  }

  @Test(
    "that fills nothing though its transaction succeeds is told as not filled, with the error's number and whose word it is",
    arguments: [true, false])
  func notFilled(isOwn: Bool) async throws {
    let fixture = try await ExchangeFixture.open(isOwn: isOwn)
    let orders = [try await fixture.ask(.v1, 1000, for: 300, salt: 1), try await fixture.ask(.v1, 1000, for: 310)]
    let deal = try await fixture.client.check(fixture.wish(.buying(2000)), among: orders)
    let planned = try await deal.call.prepare(from: fixture.taker.address)
    for order in orders { _ = try await fixture.cancel(order) }
    let receipt = try await planned.send(from: fixture.taker)
    #expect(receipt.receipt.status == true)
    let outcome = try DealOutcome(of: deal.leg, in: receipt)
    #expect(outcome.extent == .nothing && outcome.paid == 0)
    let error = failure { try outcome.requireComplete() }
    #expect(error?.code == .notFilled)
    #expect(
      error?.facts
        == .filled(
          paid: 0, received: 0, planned: 610, errors: [orders[0].hash: 1, orders[1].hash: 1], isOneNodesWord: !isOwn))
    let beginning = isOwn ? "The" : "As this one node tells it, the"
    #expect(error?.message == "\(beginning) transaction was included, and it filled nothing; the fee is spent.")
  }

  @Test("filled in part is told with all numbers")
  func partly() async throws {
    let fixture = try await ExchangeFixture.open()
    let orders = [try await fixture.ask(.v4, 1000, for: 300, salt: 1), try await fixture.ask(.v4, 1000, for: 310)]
    let deal = try await fixture.client.check(fixture.wish(.buying(2000)), among: orders)
    let planned = try await deal.call.prepare(from: fixture.taker.address)
    _ = try await fixture.cancel(orders[1])
    let outcome = try DealOutcome(of: deal.leg, in: try await planned.send(from: fixture.taker))
    #expect(outcome.orders.map(\.state) == [.filled, .skipped] && outcome.extent == .partly)
    let error = failure { try outcome.requireComplete() }
    #expect(error?.code == .partlyFilled)
    #expect(error?.facts == .filled(paid: 300, received: 1000, planned: 610, errors: [:]))
  }

  @Test("exact is all or nothing", arguments: OrderVersion.allCases)
  func exact(version: OrderVersion) async throws {
    let fixture = try await ExchangeFixture.open()
    let orders = [
      try await fixture.ask(version, 1000, for: 300, salt: 1), try await fixture.ask(version, 1000, for: 310),
    ]
    var request = fixture.wish(.buying(2000))
    request.isExact = true
    let deal = try await fixture.client.check(request, among: orders)
    let planned = try await deal.call.prepare(from: fixture.taker.address)
    #expect(deal.leg.method == .batchExactly)
    let block = try await fixture.chain.snapshot()
    _ = try await fixture.cancel(orders[1])
    await #expect(throws: ExchangeError.self) { try await planned.checkAgain() }
    try await fixture.chain.revert(to: block)
    let result = try await fixture.client.carryOut(deal, signer: fixture.taker)
    #expect(result.outcome.paid == 610 && result.outcome.received == 2000)
  }

  @Test("with fees in a token of their own needs that token, too, and pays them")
  func feesOfVersionOne() async throws {
    let fixture = try await ExchangeFixture.open()
    let order = try await fixture.ask(.v1, 1000, for: 300, fee: 40)
    let request = fixture.wish(.buying(500))
    let missing = await #expect(throws: ExchangeError.self) {
      _ = try await fixture.client.check(request, among: [order])
    }
    #expect(missing?.code == .balance)
    #expect(missing?.facts == .shortage(token: fixture.feeToken.address, needed: 20, there: 0))
    try await fixture.fund(fixture.taker, fixture.feeToken.address, 100)
    let deal = try await fixture.client.check(request, among: [order])
    #expect(deal.plan.feesApart == 20)
    let result = try await fixture.client.carryOut(deal, signer: fixture.taker)
    #expect(result.outcome.fees == 20)
    #expect(try await fixture.balance(fixture.feeToken.address, fixture.taker) == 80)
  }

  @Test("wanted by two programs that share an outbox is one fill")
  func twoPrograms() async throws {
    let fixture = try await ExchangeFixture.open()
    let order = try await fixture.ask(.v1, 1000, for: 300)
    let folder = try TemporaryFolder()
    let outbox = folder.file("outbox.sqlite")
    func program() async throws -> DealResult {
      let connection = try fixture.chain.connection(outbox: Outbox(path: outbox))
      let client = DealClient(
        fixture.contracts, over: connection, states: ChainStateSource(fixture.contracts, from: connection.node))
      return try await client.carryOut(
        try await client.check(fixture.wish(.buying(100)), among: [order]), signer: fixture.taker)
    }
    async let one = program()
    async let other = program()
    let hashes = try await [one.receipt.hash, other.receipt.hash, program().receipt.hash]
    #expect(Set(hashes).count == 1)
    #expect(try await fixture.balance(fixture.base.address, fixture.taker) == 100)
  }

  @Test("is found among a thousand orders")
  func thousand() throws {
    var source = Seeded(7)
    let candidates = try (0..<1000).map { salt in
      let size = UInt256.random(in: 1_000_000...9_000_000, using: &source)
      let price = UInt256.random(in: 3_000...4_000, using: &source)
      return Offers.candidate(try Offers.limitAsk(size, for: size * price / 10_000, salt: UInt256(salt)))
    }
    let clock = ContinuousClock()
    var plan: DealPlan?
    let time = try clock.measure { plan = try Offers.plan(Offers.wish(.buying(20_000_000)), candidates) }
    print("a plan over 1,000 candidates: \(time)")
    #expect(plan?.isComplete == true && plan.map { $0.parts.count <= 12 } == true)
  }
}
