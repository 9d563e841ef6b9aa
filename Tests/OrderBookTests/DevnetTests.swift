import ChainSupport
import ContractABI
import Keys
import NodeRPC
import Orders
import Primitives
import StrictJSON
import Testing

@testable import OrderBook

/// Books of orders at our contracts on a devnet, behind HTTP.
@Suite struct DevnetTests {
  @Test func proxyAndFeeTokenAreReadFromTheExchangeOfVersionOne() async throws {
    let venue = try await Venue()
    #expect(venue.exchanges[0].rules == .v1(proxy: venue.proxy.address, feeToken: venue.feeToken.address))
    let nowhere = ExchangeContract(chainID: venue.chain.chainID, address: venue.base.address)
    let error = await #expect(throws: OrderBookError.self) { try await KnownExchange.v1(nowhere, from: venue.node) }
    #expect(error?.code == .badAnswer)
  }

  @Test(arguments: OrderVersion.allCases)
  func ordersAreFilledCutCancelledExpiredUnfundedAndBack(_ version: OrderVersion) async throws {
    let venue = try await Venue()
    let keeper = try await venue.keeper()
    let changes = await keeper.changes()
    let first = try await venue.order(version, salt: 1)
    let second = try await venue.order(version, salt: 2)
    let third = try await venue.order(version, seconds: 600, salt: 3)
    try await keeper.add(first, second, third)
    #expect(await keeper.status.open == 3)

    // A part, then more than remains.
    try await venue.fill(first, 100)
    try await keeper.advance()
    let part = try #require(try await keeper.entry(first.hash)).status
    #expect(part == OrderStatus(state: .partFilled, remaining: 200, funded: 300))
    try await venue.fill(first, 1_000)
    try await keeper.advance()
    #expect(try await keeper.state(first) == .filled)
    let trades = try await keeper.trades().trades
    #expect(trades.map(\.event.fill.takerAmount) == [200, 100])
    #expect(trades.map(\.event.fill.makerAmount) == [666, 333])
    #expect(trades[0].price(in: venue.pair) == Fraction(200, over: 666))

    // A cancel: a part in version 1.
    if version == .v1 {
      try await venue.cancel(second, 100)
      try await keeper.advance()
      #expect(try await keeper.entry(second.hash)?.status == OrderStatus(state: .cut, remaining: 200, funded: 300))
    }
    try await venue.cancel(second, 1_000)
    try await keeper.advance()
    #expect(try await keeper.state(second) == .cancelled)

    // The allowance goes, and comes back.
    let spender = venue.spender(version)
    try await venue.approve(venue.base, spender, 0, from: venue.maker.address)
    try await keeper.advance()
    #expect(try await keeper.state(third) == .unfunded)
    #expect(await keeper.status.open == 0)
    try await venue.approve(venue.base, spender, 500, from: venue.maker.address)
    try await keeper.advance()
    #expect(try await keeper.entry(third.hash)?.status.state == .open)
    #expect(try await keeper.entry(third.hash)?.status.fillable == 150)

    // The time goes.
    try await venue.chain.advance(seconds: 700)
    try await keeper.advance()
    #expect(try await keeper.state(third) == .expired)
    try await keeper.close()
    var words: [String] = []
    for await change in changes { words += change.map(\.word) }
    let cancels = version == .v1 ? ["FILLED", "CANCELLED"] : ["CANCELLED"]
    #expect(
      words == ["ADDED", "ADDED", "ADDED", "FILLED", "FULLY_FILLED"] + cancels
        + ["UNFUNDED", "FILLABILITY_INCREASED", "EXPIRED"])
  }

  @Test func aTransactionThatSucceedsAndFillsNothingIsAnAttemptAndNoFill() async throws {
    let venue = try await Venue()
    let keeper = try await venue.keeper()
    let order = try await venue.order(.v1)
    try await keeper.add(order)
    let receipt = try await venue.fill(order, 1)
    #expect(receipt.status == true)
    try await keeper.advance()
    #expect(try await keeper.state(order) == .open)
    #expect(try await keeper.attempts(at: order.hash).map(\.errorID) == [2])
    #expect(try await keeper.trades().total == 0)
  }

  @Test func aPairOfVersionFourIsCancelledBelowASalt() async throws {
    let venue = try await Venue()
    let keeper = try await venue.keeper()
    let older = try await venue.order(.v4, salt: 5)
    let newer = try await venue.order(.v4, salt: 50)
    try await keeper.add(older, newer)
    try await venue.send(
      venue.v4, "cancelPairLimitOrders",
      [.address(venue.base.address), .address(venue.quote.address), .uint(50)], from: venue.maker.address)
    try await keeper.advance()
    #expect(try await keeper.state(older) == .cancelled)
    #expect(try await keeper.state(newer) == .open)
  }

  @Test func ordersOfARegisteredSignerGoAndComeWithTheRegistration() async throws {
    let venue = try await Venue()
    let keeper = try await venue.keeper()
    let signer = try PrivateKey.random()
    func register(_ isAllowed: Bool) async throws {
      try await venue.send(
        venue.v4, "registerAllowedOrderSigner", [.address(signer.address), .bool(isAllowed)],
        from: venue.maker.address)
      try await keeper.advance()
    }
    try await register(true)
    guard case .v4(let signed) = try await venue.order(.v4).signed else { return }
    let order = BookOrder(
      .v4(try await signed.order.signed(by: signer, signers: [signer.address])), signer: signer.address)
    try await keeper.add(order)
    #expect(try await keeper.state(order) == .open)
    try await register(false)
    #expect(try await keeper.state(order) == .unsigned)
    try await register(true)
    #expect(try await keeper.state(order) == .open)
  }

  @Test(arguments: OrderVersion.allCases)
  func aReorganisationTakesAFillAway(_ version: OrderVersion) async throws {
    let venue = try await Venue()
    let keeper = try await venue.keeper()
    let order = try await venue.order(version)
    try await keeper.add(order)
    let before = try await venue.chain.snapshot()
    try await venue.fill(order, 300)
    try await keeper.advance()
    #expect(try await keeper.state(order) == .filled)
    try await venue.chain.revert(to: before)
    try await venue.chain.mine(2)
    try await keeper.advance()
    #expect(try await keeper.entry(order.hash)?.status == OrderStatus(state: .open, remaining: 300, funded: 300))
    #expect(try await keeper.trades().total == 0)
    try await venue.fill(order, 30)
    try await keeper.advance()
    #expect(try await keeper.state(order) == .partFilled)
  }

  @Test func wrappedCoinsThatAreWithdrawnTakeTheirOrdersAlong() async throws {
    let venue = try await Venue()
    let keeper = try await venue.keeper()
    let maker = venue.maker.address
    try await venue.send(venue.wrapped, "deposit", [], from: maker, value: 1_000)
    try await venue.approve(venue.wrapped, venue.v4.address, .max, from: maker)
    let order = try await venue.order(.v4, makerToken: venue.wrapped.address)
    try await keeper.advance()
    try await keeper.add(order)
    #expect(try await keeper.state(order) == .open)
    try await venue.send(venue.wrapped, "withdraw", [.uint(1_000)], from: maker)
    try await keeper.advance()
    #expect(try await keeper.state(order) == .unfunded)
    try await venue.send(venue.wrapped, "deposit", [], from: maker, value: 100)
    try await keeper.advance()
    #expect(try await keeper.entry(order.hash)?.status.fillable == 30)
  }

  @Test func manyOrdersAreReadInOneRequestWithTheCodeOfTheirTokens() async throws {
    let venue = try await Venue()
    let head = try #require(try await venue.node.block(BlockTag.latest))
    let nowhere = Address(truncating: 0xdead)
    var orders: [BookOrder] = []
    for salt in 1...20 {
      orders.append(try await venue.order(salt.isMultiple(of: 2) ? .v1 : .v4, salt: UInt256(UInt64(salt))))
    }
    orders.append(try await venue.order(.v4, makerToken: nowhere))
    let reader = OrderReader(venue.node, exchanges: KnownExchanges(venue.exchanges))
    let readings = try await reader.read(orders, at: head)
    #expect(readings.count == 21)
    #expect(readings.allSatisfy { $0.block == head && $0.booking == OrderBooking() })
    #expect(readings.dropLast().allSatisfy { $0.funds.maker.balance == 1_000_000 && $0.tokensWithoutCode.isEmpty })
    #expect(readings.last?.tokensWithoutCode == [nowhere])
    #expect(readings.last?.funds.maker == MakerFunds.none)
  }
}
