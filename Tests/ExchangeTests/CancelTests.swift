import ChainSupport
import ContractClient
import Exchange
import Keys
import Orders
import Primitives
import Testing

@Suite("Cancelling on a chain")
struct CancelTests {
  @Test("a part of an order of version 1 leaves the rest, and cancelling what is gone is told as that")
  func part() async throws {
    let fixture = try await ExchangeFixture.open()
    let order = try await fixture.ask(.v1, 1000, for: 300)
    let receipt = try await fixture.cancel(order, amount: 100)
    let outcome = try CancelOutcome(of: .v1, in: receipt)
    #expect(outcome.amounts == [order.hash: 100] && outcome.errors.isEmpty)
    let source = ChainStateSource(fixture.contracts, from: fixture.connection.node)
    #expect(try await source.states(of: [order]).candidates.first?.remaining == 200)
    let whole = try await fixture.cancel(order)
    #expect(try CancelOutcome(of: .v1, in: whole).amounts == [order.hash: 200])
    #expect(try await source.states(of: [order]).candidates.first?.remaining == 0)
    // The same cancel of a part is found, one of another amount meets nothing.
    #expect(try await fixture.cancel(order, amount: 100).hash == receipt.hash)
    let nothing = try CancelOutcome(of: .v1, in: try await fixture.cancel(order, amount: 1))
    #expect(nothing.amounts.isEmpty && nothing.errors == [order.hash: .exhausted])
  }

  @Test("several orders of version 1 is one transaction")
  func batch() async throws {
    let fixture = try await ExchangeFixture.open()
    var orders: [OrderV1] = []
    for salt: UInt256 in 1...3 {
      guard case .v1(let signed) = try await fixture.ask(.v1, 1000, for: 300, salt: salt) else { continue }
      orders.append(signed.order)
    }
    let receipt = try await fixture.calls.cancel(orders).prepare(from: fixture.makers[0].address)
      .send(from: fixture.makers[0])
    #expect(try CancelOutcome(of: .v1, in: receipt).amounts.values.sorted() == [300, 300, 300])
    #expect(throws: ExchangeError.self) { try fixture.calls.cancel([OrderV1]()) }
  }

  @Test("by salt ends all older orders of a pair in version 4, and leaves the newer")
  func salt() async throws {
    let fixture = try await ExchangeFixture.open()
    let orders = [
      try await fixture.ask(.v4, 1000, for: 300, salt: 5), try await fixture.ask(.v4, 1000, for: 310, salt: 10),
    ]
    let call = try fixture.calls.cancelPair(
      makerToken: fixture.base.address, takerToken: fixture.quote.address, saltsBelow: 10)
    let receipt = try await call.prepare(from: fixture.makers[0].address).send(from: fixture.makers[0])
    #expect(try CancelOutcome(of: .v4, in: receipt).minimumSalt == 10)
    let deal = try await fixture.client.check(fixture.wish(.buying(1000)), among: orders)
    #expect(deal.plan.parts.map(\.hash) == [orders[1].hash])
    #expect(deal.plan.excluded.contains(DealExclusion(orders[0].hash, .gone)))
  }

  @Test("an order of version 4 whole, and only by its maker")
  func limitOrder() async throws {
    let fixture = try await ExchangeFixture.open()
    let order = try await fixture.ask(.v4, 1000, for: 300)
    guard case .v4(let signed) = order else { return }
    let call = try fixture.calls.cancel([signed.order])
    await #expect(throws: ContractError.self) { try await call.prepare(from: fixture.taker.address) }
    let outcome = try CancelOutcome(of: .v4, in: try await fixture.cancel(order))
    #expect(outcome.cancelled == [order.hash])
    let error = await #expect(throws: ExchangeError.self) {
      try await fixture.client.check(fixture.wish(.buying(10)), among: [order])
    }
    #expect(error?.code == .orderGone)
  }
}
