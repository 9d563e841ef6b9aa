import ChainSupport
import ContractABI
import ContractClient
import Exchange
import Keys
import Orders
import Primitives
import Testing
import Tokens

@Suite("Refused before anything is signed")
struct RefusalTests {
  @Test("a balance or an allowance that is too small, with what is missing", arguments: OrderVersion.allCases)
  func means(version: OrderVersion) async throws {
    let fixture = try await ExchangeFixture.open()
    let order = try await fixture.ask(version, 10_000, for: 200_000)
    let balance = await #expect(throws: ExchangeError.self) {
      try await fixture.client.check(fixture.wish(.buying(10_000)), among: [order])
    }
    #expect(balance?.code == .balance)
    #expect(balance?.facts == .shortage(token: fixture.quote.address, needed: 200_000, there: 100_000))
    let spender = try #require(fixture.contracts.spender(of: version))
    _ = try await fixture.calls.revocation(of: fixture.quote.address, for: spender)
      .prepare(from: fixture.taker.address).send(from: fixture.taker)
    let allowance = await #expect(throws: ExchangeError.self) {
      try await fixture.client.check(fixture.wish(.buying(100)), among: [order])
    }
    #expect(allowance?.code == .allowance)
    #expect(allowance?.facts == .shortage(token: fixture.quote.address, needed: 2_000, there: 0, spender: spender))
  }

  @Test(
    "an allowance that is to be sent before counts, and the trial carries it out first",
    arguments: OrderVersion.allCases)
  func allowedBefore(version: OrderVersion) async throws {
    let fixture = try await ExchangeFixture.open()
    let order = try await fixture.ask(version, 10_000, for: 200_000)
    let spender = try #require(fixture.contracts.spender(of: version))
    _ = try await fixture.calls.revocation(of: fixture.quote.address, for: spender)
      .prepare(from: fixture.taker.address).send(from: fixture.taker)
    var client = fixture.client
    client.approvals = [
      try await fixture.calls.approval(
        of: fixture.quote.address, amount: 2_000, for: version, by: fixture.taker.address)
    ]
    let deal = try await client.check(fixture.wish(.buying(100)), among: [order])
    #expect(deal.expected.paid == 2_000 && deal.expected.received == 100)
    let change = deal.simulation.change(of: fixture.taker.address, in: fixture.quote.address)
    #expect(change.map { $0.before - $0.after } == 2_000)
    // Of more than is to be let nothing counts.
    let more = await #expect(throws: ExchangeError.self) {
      try await client.check(fixture.wish(.buying(101)), among: [order])
    }
    #expect(more?.code == .allowance)
  }

  @Test(
    "orders with another's signature, of another exchange, of another taker, and over",
    arguments: OrderVersion.allCases)
  func orders(version: OrderVersion) async throws {
    let fixture = try await ExchangeFixture.open()
    let good = try await fixture.ask(version, 1000, for: 310, salt: 9)
    let forged: AnySignedOrder
    switch (good, try await fixture.ask(version, 1000, for: 300, salt: 2)) {
    case (.v1(let one), .v1(let other)): forged = .v1(try SignedOrder(other.order, signature: one.signature))
    case (.v4(let one), .v4(let other)):
      forged = .v4(try SignedOrder(other.order, scheme: .typedData, signature: one.signature))
    default: return
    }
    var foreign = fixture.contracts
    if version == .v1 { foreign.v1?.exchange = Address(truncating: 5) } else { foreign.v4 = Address(truncating: 5) }
    let elsewhere = ExchangeFixture(
      chain: fixture.chain, contracts: foreign, connection: fixture.connection, base: fixture.base,
      quote: fixture.quote, makers: fixture.makers, taker: fixture.taker, bank: fixture.bank)
    let strange = try await elsewhere.ask(version, 1000, for: 299)
    let private_ = try await fixture.ask(version, 1000, for: 301, taker: fixture.bank.address)
    let ending = try await fixture.ask(version, 1000, for: 302, lasting: 50)
    let deal = try await fixture.client.check(
      fixture.wish(.buying(1000)), among: [forged, strange, private_, ending, good])
    #expect(deal.plan.parts.map(\.hash) == [good.hash])
    let reasons = Dictionary(deal.plan.excluded.map { ($0.hash, $0.reason) }) { first, _ in first }
    #expect(reasons[forged.hash] == .refused && reasons[strange.hash] == .refused)
    #expect(reasons[private_.hash] == .notTaker && reasons[ending.hash] == .expiring)
  }

  @Test("a signer that the maker registered is taken, and one that it did not is not")
  func registeredSigner() async throws {
    let fixture = try await ExchangeFixture.open()
    let signer = try await fixture.chain.account()
    guard case .v4(let signed) = try await fixture.ask(.v4, 1000, for: 300) else { return }
    let order = AnySignedOrder.v4(try await signed.order.signed(by: signer, signers: [signer.address]))
    let request = fixture.wish(.buying(1000))
    await #expect(throws: ExchangeError.self) { try await fixture.client.check(request, among: [order]) }
    let exchange = NativeOrders(address: try #require(fixture.contracts.v4), connection: fixture.connection)
    _ = try await exchange.registerAllowedOrderSigner(signer: signer.address, allowed: true)
      .send(from: fixture.makers[0])
    #expect(try await fixture.client.check(request, among: [order]).plan.received == 1000)
  }

  @Test("an order whose maker's money is gone, and one that comes back", arguments: OrderVersion.allCases)
  func unfunded(version: OrderVersion) async throws {
    let fixture = try await ExchangeFixture.open()
    let order = try await fixture.ask(version, 1000, for: 300)
    let all = try await fixture.balance(fixture.base.address, fixture.makers[0])
    _ = try await fixture.base.transfer(to: fixture.bank.address, amount: all).send(from: fixture.makers[0])
    let error = await #expect(throws: ExchangeError.self) {
      try await fixture.client.check(fixture.wish(.buying(1000)), among: [order])
    }
    #expect(error?.code == .makerUnfunded)
    if case .depth(_, _, let excluded)? = error?.facts {
      #expect(excluded == [DealExclusion(order.hash, .makerUnfunded)])
    }
    _ = try await fixture.base.transfer(to: fixture.makers[0].address, amount: 400).send(from: fixture.bank)
    let deal = try await fixture.client.check(fixture.wish(.buying(1000)), among: [order])
    #expect(deal.plan.received <= 400 && deal.plan.received > 390)
    #expect(deal.warnings.contains(.incomplete(deal.plan.missing)))
  }

  @Test(
    "a token that keeps a fee of transfers, unless that is allowed",
    .enabled(if: TestTools.areInstalled, "\(TestTools.advice)"), arguments: OrderVersion.allCases)
  func feeOnTransfer(version: OrderVersion) async throws {
    let fixture = try await ExchangeFixture.open()
    let (token, pair) = try await Self.awkward(fixture, version)
    let order = try await fixture.ask(version, 1000, for: 300, base: token.address)
    var request = DealRequest(
      .buying(1000), of: pair, within: .slippage(Offers.percent(1)), by: fixture.taker.address)
    request.minimum = 10
    #expect(try await fixture.client.check(request, among: [order]).plan.received == 1000)
    try await token.send("setFee", [.uint(10)], from: fixture.bank)
    let error = await #expect(throws: ExchangeError.self) {
      try await fixture.client.check(request, among: [order])
    }
    #expect(error?.code == .feeOnTransfer)
    #expect(error?.facts == .shortage(token: token.address, needed: 1000, there: 900))
    var client = fixture.client
    client.allowsFeeOnTransfer = true
    let deal = try await client.check(request, among: [order])
    #expect(deal.warnings == [.feeOnTransfer(token: token.address, sent: 1000, arrived: 900)])
    let result = try await client.carryOut(deal, signer: fixture.taker)
    #expect(result.outcome.received == 1000 && DealRun(results: [result]).lostInTransfer == 100)
  }

  @Test(
    "an order whose maker is blocked by the token is left out and named",
    .enabled(if: TestTools.areInstalled, "\(TestTools.advice)"), arguments: OrderVersion.allCases)
  func blocked(version: OrderVersion) async throws {
    let fixture = try await ExchangeFixture.open()
    let (token, pair) = try await Self.awkward(fixture, version)
    let orders = [
      try await fixture.ask(version, 1000, for: 300, base: token.address),
      try await fixture.ask(version, 1000, for: 301, by: 1, base: token.address),
    ]
    try await token.send("setBlocked", [.address(fixture.makers[0].address), .bool(true)], from: fixture.bank)
    var request = DealRequest(
      .buying(1500), of: pair, within: .slippage(Offers.percent(1)), by: fixture.taker.address)
    request.minimum = 10
    let deal = try await fixture.client.check(request, among: orders)
    #expect(deal.plan.parts.map(\.hash) == [orders[1].hash])
    #expect(deal.plan.excluded.contains(DealExclusion(orders[0].hash, .transferRefused)))
  }

  @Test(
    "a token that changes no allowance is approved by way of zero",
    .enabled(if: TestTools.areInstalled, "\(TestTools.advice)"))
  func approvalByZero() async throws {
    let fixture = try await ExchangeFixture.open()
    let (token, _) = try await Self.awkward(fixture, .v4)
    let maker = fixture.makers[0]
    let more = try await fixture.calls.approval(of: token.address, amount: 20_000, for: .v4, by: maker.address)
    #expect(more.plan.allowance == 10_000 && more.plan.steps == [0, 20_000])
    for step in more.steps { _ = try await step.prepare(from: maker.address).send(from: maker) }
    let enough = try await fixture.calls.approval(of: token.address, amount: 20_000, for: .v4, by: maker.address)
    #expect(enough.steps.isEmpty && enough.plan.allowance == 20_000)
  }

  /// An awkward token of which both makers have 5,000 and let the exchange move 10,000.
  private static func awkward(
    _ fixture: ExchangeFixture, _ version: OrderVersion
  ) async throws -> (StandInToken, TokenPair) {
    let token = try await StandInToken.deploy(
      "AwkwardToken", [.address(fixture.bank.address), .uint(1_000_000)], from: fixture.bank, over: fixture.connection)
    for maker in fixture.makers {
      try await token.send("transfer", [.address(maker.address), .uint(5_000)], from: fixture.bank)
      let approval = try await fixture.calls.approval(
        of: token.address, amount: 10_000, for: version, by: maker.address)
      for step in approval.steps { _ = try await step.prepare(from: maker.address).send(from: maker) }
    }
    return (token, TokenPair(base: token.address, quote: fixture.quote.address))
  }
}
