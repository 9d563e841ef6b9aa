import Orders
import Primitives
import Testing

@testable import OrderBook

/// The states of orders, as they follow from bookings, money and time.
@Suite struct StateTests {
  private static let rich = OrderFunds(maker: MakerFunds(balance: 10_000, allowance: .max))

  private func state(
    _ order: BookOrder, _ booking: OrderBooking = OrderBooking(), _ funds: OrderFunds = rich, at time: UInt64 = 0,
    minimum: UInt256 = 1, isStopped: Bool = false
  ) -> OrderState {
    OrderStatus(of: order, booking: booking, funds: funds, at: time, minimum: minimum, isStopped: isStopped).state
  }

  @Test func ordersAreOpenThenPartFilledThenFilled() throws {
    for order in [try Cast.v1(), try Cast.v4()] {
      #expect(state(order) == .open)
      #expect(state(order, OrderBooking(filled: 1)) == .partFilled)
      #expect(state(order, OrderBooking(filled: 300)) == .filled)
    }
  }

  @Test func anOrderOfVersionOneIsCutByACancelOfAPartAndCancelledByOneOfAllThatRemained() throws {
    let order = try Cast.v1()
    #expect(state(order, OrderBooking(cancelled: 100)) == .cut)
    #expect(state(order, OrderBooking(filled: 1, cancelled: 100)) == .partFilled)
    #expect(state(order, OrderBooking(filled: 100, cancelled: 200)) == .cancelled)
    #expect(OrderBooking(filled: .max, cancelled: 1).remaining(of: order) == 0)
  }

  @Test func anOrderOfVersionFourIsCancelledWholeAndKeepsWhatIsNotFilled() throws {
    let order = try Cast.v4()
    let status = OrderStatus(
      of: order, booking: OrderBooking(filled: 100, isCancelled: true), funds: Self.rich, at: 0)
    #expect(status == OrderStatus(state: .cancelled, remaining: 200, funded: 300))
    #expect(status.fillable == 0)
    #expect(state(order, OrderBooking(filled: 300, isCancelled: true)) != .open)
  }

  @Test func anOrderIsOverInTheBlockOfItsExpiry() throws {
    for order in [try Cast.v1(expiry: 1_000), try Cast.v4(expiry: 1_000)] {
      #expect(state(order, at: 999) == .open)
      #expect(state(order, at: 1_000) == .expired)
    }
    #expect(state(try Cast.v1(expiry: .max), at: .max) == .open)
  }

  @Test func anOrderWithoutMoneyForTheLeastFillIsUnfundedAndOneOfWhichLessRemainsIsDust() throws {
    let order = try Cast.v1()
    let poor = OrderFunds(maker: MakerFunds(balance: 99, allowance: .max))
    #expect(state(order, OrderBooking(), poor, minimum: 97) == .unfunded)
    // 29 taker tokens give 96, and for 30 there are not 100.
    #expect(state(order, OrderBooking(), poor, minimum: 96) == .open)
    #expect(state(order, OrderBooking(), OrderFunds(maker: MakerFunds(balance: .max, allowance: 0))) == .unfunded)
    #expect(state(order, OrderBooking(filled: 280), minimum: 67) == .dust)
    #expect(state(order, OrderBooking(filled: 280), minimum: 66) == .partFilled)
  }

  @Test func aFeeThatCannotBePaidLeavesAnOrderUnfunded() throws {
    let order = try Cast.v1(makerFee: 10)
    let amount = MakerFunds(balance: 10_000, allowance: .max)
    #expect(
      state(order, OrderBooking(), OrderFunds(maker: amount, fee: MakerFunds(balance: 10, allowance: 10))) == .open)
    let status = OrderStatus(
      of: order, booking: OrderBooking(), funds: OrderFunds(maker: amount, fee: MakerFunds(balance: 4, allowance: 10)),
      at: 0)
    // floor(f · 10 / 300) ≤ 4 up to 149.
    #expect(status.funded == 149)
  }

  @Test func stoppedAndUnsignedOrdersAreHiddenUnlessTheyEnded() throws {
    let order = try Cast.v4()
    #expect(state(order, OrderBooking(isSigned: false)) == .unsigned)
    #expect(state(order, isStopped: true) == .stopped)
    #expect(state(order, OrderBooking(filled: 300), isStopped: true) == .filled)
    #expect(state(order, at: 4_102_444_800, isStopped: true) == .expired)
  }

  @Test func theWordsOfVersionFourAreThoseOfItsAPI() {
    let words = Dictionary(uniqueKeysWithValues: OrderState.allCases.map { ($0, $0.word) })
    #expect(
      words == [
        .open: "ADDED", .partFilled: "FILLED", .cut: "FILLED", .filled: "FULLY_FILLED", .cancelled: "CANCELLED",
        .expired: "EXPIRED", .unfunded: "UNFUNDED", .dust: "FULLY_FILLED", .stopped: "STOPPED_WATCHING",
        .unsigned: "INVALID",
      ])
  }
}
