import ContractClient
import Exchange
import Keys
import Orders
import Primitives
import Sending
import Testing

@Suite("A trade of an account that another program sends from, too")
struct OtherProgramTests {
  @Test(
    "is refused for one that gave and got the same tokens, and for nothing else", arguments: OrderVersion.allCases)
  func sameTokens(version: OrderVersion) async throws {
    let fixture = try await ExchangeFixture.open()
    let taker = fixture.taker
    try await fixture.fund(fixture.makers[0], fixture.quote.address, 100_000)
    try await fixture.fund(taker, fixture.base.address, 100_000)
    func fill(_ order: AnySignedOrder, over connection: ContractConnection) async throws -> CallReceipt {
      try await ExchangeCalls(fixture.contracts, over: connection).fill(order, takerAmount: 30)
        .prepare(from: taker.address).send(from: taker)
    }
    let purchase = try await fill(
      try await fixture.ask(version, 1000, for: 300), over: try fixture.chain.connection())
    let sale = try await fill(
      try await fixture.ask(
        version, 300, for: 1000, salt: 2, base: fixture.quote.address, quote: fixture.base.address),
      over: fixture.connection)
    #expect(sale.earlier == nil)
    // Planned anew the same wish may take other orders, at the other exchange.
    let other = try await fixture.ask(version == .v1 ? .v4 : .v1, 1000, for: 300, by: 1, salt: 3)
    let error = await #expect(throws: SendingError.self) { try await fill(other, over: fixture.connection) }
    #expect(error?.code == .sameOnChain && error?.transactionHash == purchase.hash)
    let isNameable = if case .sameOnChain(_, let isNameable)? = error?.facts { isNameable } else { true }
    #expect(!isNameable)
  }

  @Test("does not keep orders from being cancelled")
  func cancels() async throws {
    let fixture = try await ExchangeFixture.open()
    let orders = [try await fixture.ask(.v4, 1000, for: 300), try await fixture.ask(.v4, 1000, for: 300, salt: 2)]
    let calls = ExchangeCalls(fixture.contracts, over: try fixture.chain.connection())
    for (order, calls) in zip(orders, [calls, fixture.calls]) {
      guard case .v4(let signed) = order else { continue }
      let receipt = try await calls.cancel([signed.order]).prepare(from: fixture.makers[0].address)
        .send(from: fixture.makers[0])
      #expect(try CancelOutcome(of: .v4, in: receipt).cancelled == [order.hash])
    }
  }
}
