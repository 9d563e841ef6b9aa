import FixtureSupport
import Orders
import Primitives
import Testing

@Suite("Fills of orders")
struct FillingTests {
  @Test("Random fills of an order never take more, never undercut its price, and pay no more than its fees")
  func sumsV1() throws {
    var source = Seeded(11)
    var (moved, refused) = (0, 0)
    for _ in 0..<400 {
      let order = try source.orderV1(bits: 100)
      var progress = OrderProgress()
      var (maker, makerFees, takerFees, count): (UInt256, UInt256, UInt256, UInt256) = (0, 0, 0, 0)
      for _ in 0..<12 {
        let request = source.number(bits: 101)
        do throws(OrderError) {
          let fill = try order.fill(request, after: progress, at: 0)
          #expect(fill.takerAmount <= request && fill.takerAmount <= order.remaining(after: progress))
          let (given, due) = (fill.makerAmount * order.takerAmount, fill.takerAmount * order.makerAmount)
          #expect(given <= due && due - given < order.takerAmount)
          // Rounding takes no more than 1,000.99 millionths (the contract's own quotient is rounded down).
          #expect((due - given) * 1_000_000 < due * 1001)
          progress.filled += fill.takerAmount
          (maker, makerFees, takerFees) =
            (maker + fill.makerAmount, makerFees + fill.makerFee, takerFees + fill.takerFee)
          count += 1
          moved += 1
        } catch {
          #expect([.zeroAmount, .exhausted, .roundingError, .expired].contains(error.code))
          refused += 1
        }
        #expect(progress.filled + order.remaining(after: progress) == order.takerAmount)
      }
      #expect(progress.filled <= order.takerAmount && maker <= order.makerAmount)
      #expect(makerFees <= order.makerFee && takerFees <= order.takerFee)
      if order.takerAmount > 0, progress.filled == order.takerAmount { #expect(makerFees + count >= order.makerFee) }
    }
    #expect(moved > 500 && refused > 500)
  }

  @Test("Random fills of a limit order never take more, and a fill that would get nothing moves nothing")
  func sumsV4() throws {
    var source = Seeded(12)
    var (moved, empty) = (0, 0)
    for _ in 0..<400 {
      let order = try source.limitOrder()
      var state = LimitOrderState()
      var (maker, fees): (UInt256, UInt256) = (0, 0)
      while order.status(in: state, at: 0) == .fillable {
        let fill = try order.fill(source.number(bits: 129), in: state, at: 0)
        guard fill != .nothing else {
          empty += 1
          break
        }
        #expect(fill.takerAmount > 0 && fill.makerAmount > 0 && fill.makerFee == 0)
        #expect(fill.makerAmount * order.takerAmount <= fill.takerAmount * order.makerAmount)
        state.filled += fill.takerAmount
        (maker, fees) = (maker + fill.makerAmount, fees + fill.takerFee)
        moved += 1
      }
      #expect(state.filled <= order.takerAmount && maker <= order.makerAmount)
      #expect(fees <= order.takerFee)
    }
    #expect(moved > 200 && empty > 50)
  }

  @Test("Statuses of limit orders are looked at in the contract's order")
  func statuses() throws {
    let order = try Example.v4()
    let (before, after) = (Example.expiry - 1, Example.expiry)
    #expect(order.status(at: before) == .fillable && order.status(at: after) == .expired)
    #expect(order.status(in: LimitOrderState(filled: 300, isCancelled: true), at: after) == .filled)
    #expect(order.status(in: LimitOrderState(filled: 299, isCancelled: true), at: after) == .cancelled)
    #expect(order.status(in: LimitOrderState(minimumSalt: 43), at: after) == .expired)
    #expect(order.status(in: LimitOrderState(minimumSalt: 43), at: before) == .cancelled)
    #expect(order.status(in: LimitOrderState(minimumSalt: 42), at: before) == .fillable)
    #expect(LimitOrderStatus.allCases.map(\.rawValue) == [0, 1, 2, 3, 4])
    let codes: [(LimitOrderState, UInt64, ErrorCode<OrderErrors>)] = [
      (LimitOrderState(filled: 300), before, .exhausted), (LimitOrderState(isCancelled: true), before, .cancelled),
      (LimitOrderState(), after, .expired),
    ]
    for (state, time, code) in codes {
      #expect(failure { () throws(OrderError) in try order.fill(1, in: state, at: time) }?.code == code)
    }
    #expect(
      failure { () throws(OrderError) in try order.fill(1, at: after) }?.facts == .expiry(UInt256(Example.expiry)))
    #expect(try order.fill(0, at: before) == .nothing)
  }

  @Test("A cancel of a pair ends its maker's orders in one direction below a salt")
  func pairCancellation() throws {
    let order = try Example.v4()
    func cancellation(_ salt: UInt256, turned: Bool = false) -> PairCancellation {
      PairCancellation(
        maker: order.maker, makerToken: turned ? order.takerToken : order.makerToken,
        takerToken: turned ? order.makerToken : order.takerToken, minimumSalt: salt)
    }
    #expect(
      cancellation(43).ends(order) && !cancellation(42).ends(order) && !cancellation(43, turned: true).ends(order))
    let another = PairCancellation(
      maker: .zero, makerToken: order.makerToken, takerToken: order.takerToken, minimumSalt: 43)
    #expect(!another.ends(order))
  }

  @Test("The largest fill without a rounding error is looked for downwards")
  func largestFill() {
    // The example of the planner: 61 of 500 for 151 would lose 0.48 %, 58 loses less than 0.1 %.
    let order = Example.v1(500, for: 151)
    #expect(failure { () throws(OrderError) in try order.fill(61, at: 0) }?.code == .roundingError)
    #expect(order.largestFill(upTo: 61)?.takerAmount == 58 && order.largestFill(upTo: 61)?.makerAmount == 192)
    #expect(order.largestFill(upTo: 61, steps: 3) == nil && order.largestFill(upTo: 61, steps: 4) != nil)
    #expect(order.largestFill(upTo: 1000)?.takerAmount == 151)
    #expect(order.largestFill(upTo: 0) == nil)
    #expect(Example.v1(1, for: 1000).largestFill(upTo: 999) == nil)
  }

  @Test("Products beyond 256 bits are refused where the contracts revert, and never wrap")
  func overflow() throws {
    let order = Example.v1(.max, for: .max)
    #expect(failure { () throws(OrderError) in try order.fill(.max, at: 0) }?.code == .overflow)
    #expect(try order.fill(1, at: 0).makerAmount == 1)
    #expect(order.faults(at: 0).map(\.code) == [.overflow])
    #expect(failure { () throws(OrderError) in try PartialAmount.floor(of: 1, 1, outOf: 0) }?.code == .zeroAmount)
    #expect(try !PartialAmount.hasRoundingError(of: 1, 1, outOf: 0))
    #expect(try !PartialAmount.hasRoundingError(of: .max, .max, outOf: .max))
    let product = failure { () throws(OrderError) in
      try PartialAmount.hasRoundingError(of: .max, .max, outOf: 7)
    }
    #expect(product?.code == .overflow)
    #expect(try PartialAmount.ceiling(of: 10, 1, outOf: 3) == 4 && PartialAmount.ceiling(of: 9, 1, outOf: 3) == 3)
  }

  @Test("Progress that no contract has leaves nothing, and traps nowhere")
  func hostileProgress() throws {
    let order = Example.v1()
    #expect(order.remaining(after: OrderProgress(filled: .max, cancelled: .max)) == 0)
    #expect(order.remaining(after: OrderProgress(filled: 200, cancelled: 200)) == 0)
    #expect(try Example.v4().remaining(in: LimitOrderState(filled: .max)) == 0)
  }

  @Test("Every fault of an order's terms is told, with its member")
  func faults() throws {
    let nobody = OrderV1(
      exchange: .zero, maker: .zero, makerToken: .zero, takerToken: .zero, makerAmount: 0, takerAmount: 0, takerFee: 1,
      expiry: 7, salt: 0)
    let faults = nobody.faults(at: 7)
    #expect(
      faults.map(\.code) == [.noMaker, .sameToken, .zeroAmount, .zeroAmount, .feeWithoutRecipient, .expired])
    #expect(
      faults.map(\.member) == [
        "maker", "takerTokenAddress", "makerTokenAmount", "takerTokenAmount", "feeRecipient",
        "expirationUnixTimestampSec",
      ])
    #expect(Example.v1().faults(at: Example.expiry - 1).isEmpty)
    #expect(try Example.v4().faults(at: Example.expiry).map(\.code) == [.expired])
  }

  @Test("Only the taker, and in version 4 the sender, is admitted where the order names one")
  func admission() throws {
    var source = Seeded(13)
    let (one, two) = (try source.address(), try source.address())
    func order(taker: Address, sender: Address) throws -> LimitOrder {
      try LimitOrder(
        exchange: ExchangeContract(chainID: 1, address: .zero), maker: one, taker: taker, sender: sender,
        makerToken: .zero, takerToken: .zero, makerAmount: 1, takerAmount: 1, expiry: 1, salt: 1)
    }
    #expect(try order(taker: .zero, sender: .zero).admits(one))
    #expect(try order(taker: one, sender: .zero).admits(one) && !order(taker: one, sender: .zero).admits(two))
    #expect(try !order(taker: one, sender: two).admits(one) && !order(taker: one, sender: two).admits(two))
    #expect(Example.v1().admits(two))
  }
}
