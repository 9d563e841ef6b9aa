import Exchange
import Orders
import Primitives
import Testing

@Suite("Planning a deal")
struct PlanningTests {
  @Test("1200 of asks 1000 for 300 and 500 for 151 are 1192 for 358, and 8 are dust")
  func example() throws {
    var request = Offers.wish(.buying(1200), .slippage(Offers.percent(1)))
    request.minimum = 10
    let orders = [try Offers.ask(1000, for: 300), try Offers.ask(500, for: 151)]
    let plan = try Offers.plan(request, orders.map { Offers.candidate($0) })
    #expect(plan.received == 1192 && plan.paid == 358 && plan.missing == 8 && plan.isComplete)
    #expect(plan.parts.map(\.fill.takerAmount) == [300, 58] && plan.parts.map(\.fill.makerAmount) == [1000, 192])
    #expect(plan.bestPrice == Offers.fraction(3, 10) && plan.bound == Offers.fraction(303, 1000))
    #expect(plan.averagePrice == Offers.fraction(358, 1192) && plan.worstPrice == Offers.fraction(58, 192))
    let leg = try #require(plan.legs.first)
    #expect(plan.legs.count == 1 && leg.method == .upTo && leg.takerAmount == 358 && leg.reserves.isEmpty)
  }

  @Test("an order beyond the bound is never taken, and the deal says so")
  func bound() throws {
    let orders = [try Offers.ask(1000, for: 300), try Offers.ask(500, for: 152, salt: 1)]
    let plan = try Offers.plan(
      Offers.wish(.buying(1200), .slippage(Offers.percent(1))), orders.map { Offers.candidate($0) })
    #expect(plan.received == 1000 && plan.missing == 200 && !plan.isComplete)
    #expect(plan.excluded == [DealExclusion(orders[1].hash, .beyondBound)])
    let none = failure {
      try Offers.plan(
        Offers.wish(.buying(1), .price(Offers.fraction(1, 4))), orders.map { Offers.candidate($0) })
    }
    #expect(none?.code == .slippage)
  }

  @Test("a fee counts in the price, so that an order may fall out of the bound by its fee")
  func fees() throws {
    let cheap = try Offers.limitAsk(1000, for: 300, salt: 1, fee: 10)
    let plain = try Offers.limitAsk(1000, for: 305, salt: 2)
    let plan = try Offers.plan(Offers.wish(.buying(1000)), [cheap, plain].map { Offers.candidate($0) })
    #expect(plan.parts.map(\.hash) == [plain.hash] && plan.paid == 305)
    let both = try Offers.plan(Offers.wish(.buying(2000)), [cheap, plain].map { Offers.candidate($0) })
    #expect(both.paid == 615 && both.received == 2000 && both.missing == 0)
    #expect(both.worstPrice == Offers.fraction(310, 1000) && both.fees == [Offers.quote: 10])
    let bounded = try Offers.plan(
      Offers.wish(.buying(2000), .price(Offers.fraction(306, 1000))), [cheap, plain].map { Offers.candidate($0) })
    #expect(bounded.parts.map(\.hash) == [plain.hash])
  }

  @Test("fees of version 1 count with the worth that is known, and come behind equals without where it is not")
  func feeToken() throws {
    let withFee = try Offers.ask(1000, for: 300, salt: 1, fee: 4)
    let without = try Offers.ask(1000, for: 300, salt: 2)
    let dearer = try Offers.ask(1000, for: 301, salt: 3)
    let all = [withFee, without, dearer].map { Offers.candidate($0) }
    var costs = DealCosts()
    costs.feeToken = Offers.feeToken
    let unknown = try Offers.plan(Offers.wish(.buying(2000)), all, costs: costs)
    #expect(Set(unknown.parts.map(\.hash)) == [withFee.hash, without.hash] && unknown.feesApart == 4)
    #expect(unknown.fees == [Offers.feeToken: 4] && unknown.worstPrice == Offers.fraction(3, 10))
    let single = try Offers.plan(Offers.wish(.buying(1000)), all, costs: costs)
    #expect(single.parts.map(\.hash) == [without.hash])
    costs.feeValue = Offers.fraction(1, 2)
    let known = try Offers.plan(Offers.wish(.buying(2000)), all, costs: costs)
    #expect(Set(known.parts.map(\.hash)) == [without.hash, dearer.hash])
    costs.feeToken = Offers.quote
    let inQuote = try Offers.plan(Offers.wish(.buying(3000)), all, costs: costs)
    #expect(inQuote.paid == 905 && inQuote.feesApart == 0)
    costs.feeToken = Offers.base
    let inBase = try Offers.plan(Offers.wish(.buying(3000)), all, costs: costs)
    #expect(inBase.paid == 901 && inBase.received == 2996 && inBase.fees == [Offers.base: 4])
    #expect(inBase.worstPrice == Offers.fraction(300, 996))
  }

  @Test("where all orders ask for a fee that is not taken, those beyond the bound are beyond it all the same")
  func feesBeyondTheBound() throws {
    let order = try Offers.ask(1000, for: 1_500, fee: 4)
    var costs = DealCosts()
    costs.feeToken = Offers.feeToken
    var request = Offers.wish(.buying(1000), .price(.one))
    request.takesFees = false
    let beyond = failure { try Offers.plan(request, [Offers.candidate(order)], costs: costs) }
    #expect(beyond?.code == .slippage)
    request = Offers.wish(.buying(1000), .price(Offers.fraction(3, 2)))
    request.takesFees = false
    let within = failure { try Offers.plan(request, [Offers.candidate(order)], costs: costs) }
    #expect(within?.code == .takerFee)
  }

  @Test("selling takes the highest bids and never less than the bound")
  func selling() throws {
    let bids = [try Offers.bid(100, for: 30, salt: 1), try Offers.bid(100, for: 32), try Offers.bid(100, for: 20)]
    let plan = try Offers.plan(
      Offers.wish(.selling(150), .slippage(Offers.percent(10))), bids.map { Offers.candidate($0) })
    #expect(plan.parts.map(\.hash) == [bids[1].hash, bids[0].hash])
    #expect(plan.paid == 150 && plan.received == 47 && plan.missing == 0)
    #expect(plan.worstPrice == Offers.fraction(3, 10) && plan.bestPrice == Offers.fraction(32, 100))
  }

  @Test("spending pays no more than the amount, fees in it")
  func spending() throws {
    let order = try Offers.limitAsk(10_000, for: 3_000, fee: 300)
    let plan = try Offers.plan(Offers.wish(.spending(1_100)), [Offers.candidate(order)])
    #expect(plan.paid == 1_100 && plan.received == 3_333 && plan.missing <= 1)
  }

  @Test("orders that cannot be taken are named with their reasons")
  func reasons() throws {
    let orders: [(DealCandidate, DealExclusion.Reason)] = [
      (Offers.candidate(try Offers.bid(10, for: 10, salt: 1)), .otherTokens),
      (Offers.candidate(try Offers.ask(10, for: 10, salt: 2, maker: 99)), .own),
      (Offers.candidate(try Offers.ask(10, for: 10, salt: 3, taker: Address(truncating: 5))), .notTaker),
      (Offers.candidate(try Offers.ask(10, for: 10, salt: 4, expiry: Offers.now + 60)), .expiring),
      (Offers.candidate(try Offers.ask(10, for: 10, salt: 5), remaining: 0), .gone),
      (Offers.candidate(try Offers.ask(10, for: 10, salt: 6), fillable: 0), .makerUnfunded),
      (Offers.candidate(try Offers.ask(2, for: 2, salt: 7)), .dust),
      (Offers.candidate(try Offers.ask(10, for: UInt256.max, salt: 8)), .outOfRange),
      (Offers.candidate(try Offers.ask(10, for: 10, salt: 9), remaining: 11), .outOfRange),
    ]
    var request = Offers.wish(.buying(10))
    request.minimum = 5
    let good = Offers.candidate(try Offers.ask(10, for: 10))
    let plan = try Offers.plan(request, orders.map(\.0) + [good, good])
    #expect(plan.parts.map(\.hash) == [good.order.hash])
    let reasons = Dictionary(plan.excluded.map { ($0.hash, $0.reason) }) { first, _ in first }
    for (candidate, reason) in orders { #expect(reasons[candidate.order.hash] == reason, "\(reason)") }
    #expect(reasons[good.order.hash] == .duplicate)
    let none = failure { try Offers.plan(request, orders.map(\.0)) }
    #expect(none?.code == .orderGone)
    let codes: [DealExclusion.Reason: ExchangeError.Code] = [
      .notTaker: .notTaker, .expiring: .expired, .gone: .orderGone, .makerUnfunded: .makerUnfunded,
    ]
    for (candidate, reason) in orders {
      guard let code = codes[reason] else { continue }
      #expect(failure { try Offers.plan(request, [candidate]) }?.code == code)
    }
    let reserved = orders[2].0
    #expect(
      failure { try Offers.plan(request, [reserved]) }?.facts
        == .reserved(reserved.order.hash, for: Address(truncating: 5)))
  }

  @Test("an order whose taker pays a fee in another token is told with the fee where nobody agreed to that")
  func feeApart() throws {
    let (cheap, dear) = (try Offers.ask(1_000, for: 300, salt: 1, fee: 40), try Offers.ask(1_000, for: 310, salt: 2))
    var costs = DealCosts()
    costs.feeToken = Offers.feeToken
    var request = Offers.wish(.buying(500))
    #expect(try Offers.plan(request, [Offers.candidate(cheap)], costs: costs).feesApart == 20)
    request.takesFees = false
    // Nobody agrees to such a fee without a word, of one order as of a book.
    let named = DealRequest(filling: cheap, with: nil, fillable: 300, of: Offers.pair, by: Offers.taker)
    #expect(failure { try Offers.plan(named, [Offers.candidate(cheap)], costs: costs) }?.code == .takerFee)
    let error = failure { try Offers.plan(request, [Offers.candidate(cheap)], costs: costs) }
    #expect(error?.code == .takerFee)
    #expect(error?.facts == .takerFee(20, token: Offers.feeToken, order: cheap.hash))
    // Others are taken in its place, and it is named among those that are not.
    let plan = try Offers.plan(request, [cheap, dear].map { Offers.candidate($0) }, costs: costs)
    #expect(plan.parts.map(\.hash) == [dear.hash] && plan.excluded == [DealExclusion(cheap.hash, .fee)])
    // A price that it does not keep is not the fee's matter, and a fee in a token of the pair is in its price.
    var bound = Offers.wish(.buying(500), .price(Offers.fraction(2, 10)))
    bound.takesFees = false
    #expect(failure { try Offers.plan(bound, [Offers.candidate(cheap)], costs: costs) }?.code == .slippage)
    costs.feeToken = Offers.quote
    #expect(try Offers.plan(request, [Offers.candidate(cheap)], costs: costs).paid == 170)
  }

  @Test("the price of an order for its taker has the fees in the pair's tokens, on both sides")
  func takerPrice() throws {
    func price(_ order: AnySignedOrder, feeToken: Address) -> TakerPrice? {
      TakerPrice(of: order, in: Offers.pair, feeToken: feeToken)
    }
    let ask = try Offers.ask(1_000, for: 300, fee: 60)
    let within = price(ask, feeToken: Offers.quote)
    #expect(within?.price == Offers.fraction(36, 100) && within?.hasFeeApart == false)
    #expect(price(ask, feeToken: Offers.base)?.price == Offers.fraction(300, 940))
    let apart = price(ask, feeToken: Offers.feeToken)
    #expect(apart?.price == Offers.fraction(3, 10) && apart?.hasFeeApart == true)
    #expect(price(try Offers.bid(250, for: 1_000, fee: 250), feeToken: Offers.base)?.price == Offers.fraction(2, 1))
    #expect(TakerPrice(of: ask, in: TokenPair(base: Offers.base, quote: Offers.feeToken), feeToken: nil) == nil)
  }

  @Test("the taker's own orders count for none of others, and are named where there are no others")
  func ownOrders() throws {
    let own = [try Offers.ask(10, for: 10, salt: 1, maker: 99), try Offers.ask(10, for: 10, salt: 2, maker: 99)]
    let bid = Offers.candidate(try Offers.bid(10, for: 10, salt: 3))
    let request = Offers.wish(.buying(10))
    let alone = failure { try Offers.plan(request, own.map { Offers.candidate($0) } + [bid]) }
    #expect(alone?.code == .orderGone && alone?.ownOrders == own.map(\.hash), "\(alone?.reason ?? "")")
    let gone = Offers.candidate(try Offers.ask(10, for: 10, salt: 4), remaining: 0)
    let dust = Offers.candidate(try Offers.ask(10, for: 10, salt: 5), fillable: 0)
    let beside = failure { try Offers.plan(request, own.map { Offers.candidate($0) } + [bid, gone, dust]) }
    #expect(beside?.code == .orderGone && beside?.ownOrders == [], "\(beside?.reason ?? "")")
    #expect(beside?.reason == "None of the 2 orders of others can be taken.")
    // What only others have is told as theirs.
    #expect(failure { try Offers.plan(request, [Offers.candidate(own[0]), bid, dust]) }?.code == .makerUnfunded)
  }

  @Test("an order that lasts 61 seconds is taken, one of 60 is not")
  func expiryMargin() throws {
    let plan = try Offers.plan(
      Offers.wish(.buying(10)), [Offers.candidate(try Offers.ask(10, for: 10, expiry: Offers.now + 61))])
    #expect(plan.received == 10)
  }

  @Test("one maker's balance is not counted twice")
  func sharedFunds() throws {
    let orders = [try Offers.ask(1000, for: 300, salt: 1), try Offers.ask(1000, for: 301, salt: 2)]
    let other = try Offers.ask(1000, for: 310, salt: 3, maker: 5)
    var request = Offers.wish(.buying(2000))
    request.minimum = 10
    let plan = try Offers.plan(
      request, orders.map { Offers.candidate($0, funds: 1500) } + [Offers.candidate(other, funds: 1000)])
    #expect(plan.missing < 10 && plan.parts.count == 3)
    let ofOne = plan.parts.filter { $0.hash != other.hash }.reduce(UInt256.zero) { $0 + $1.fill.makerAmount }
    #expect(ofOne <= 1500 && plan.legs[0].method == .batch)
  }

  @Test("an order funded in part makes a batch with amounts, without reserves; whole ones are filled up to a total")
  func methods() throws {
    let orders = [
      try Offers.ask(1000, for: 300, salt: 1), try Offers.ask(1000, for: 301, salt: 2),
      try Offers.ask(1000, for: 302, salt: 3), try Offers.ask(1000, for: 303, salt: 4),
      try Offers.ask(1000, for: 304, salt: 5), try Offers.ask(1000, for: 305, salt: 6),
    ]
    let whole = try Offers.plan(Offers.wish(.buying(2000)), orders.map { Offers.candidate($0) })
    #expect(whole.legs[0].method == .upTo && whole.legs[0].parts.map(\.hash) == orders[0...1].map(\.hash))
    #expect(whole.legs[0].reserves.map(\.hash) == orders[2...4].map(\.hash))
    #expect(whole.legs[0].reserves.allSatisfy { $0.role == .reserve })
    let part = try Offers.plan(
      Offers.wish(.buying(1500)),
      [Offers.candidate(orders[0], fillable: 150)] + orders[1...].map { Offers.candidate($0) })
    #expect(part.legs[0].method == .batch && part.legs[0].reserves.isEmpty)
    let single = try Offers.plan(Offers.wish(.buying(500)), orders.map { Offers.candidate($0) })
    #expect(single.legs[0].method == .single && single.legs[0].reserves.isEmpty)
    var exact = Offers.wish(.buying(2000))
    exact.isExact = true
    #expect(try Offers.plan(exact, orders.map { Offers.candidate($0) }).legs[0].method == .batchExactly)
    #expect(failure { try Offers.plan(exact, [Offers.candidate(orders[0])]) }?.code == .orderGone)
  }

  @Test("a deal over both protocols is two transactions, the larger first")
  func bothProtocols() throws {
    let old = try Offers.ask(1000, for: 300, salt: 1)
    let new = [try Offers.limitAsk(1000, for: 301, salt: 2), try Offers.limitAsk(1000, for: 302, salt: 3)]
    let plan = try Offers.plan(Offers.wish(.buying(3000)), ([old] + new).map { Offers.candidate($0) })
    #expect(plan.legs.map(\.version) == [.v4, .v1] && plan.legs.map(\.method) == [.batch, .single])
    #expect(plan.paid == 903 && plan.received == 3000)
  }

  @Test("gas that an order does not save is not spent, and a deal that is worth less than its gas is refused")
  func gas() throws {
    let many = try (0..<5).map { try Offers.limitAsk(100, for: 30 + $0, salt: $0) }
    let large = try Offers.limitAsk(1000, for: 350, salt: 99)
    let all = (many + [large]).map { Offers.candidate($0) }
    var costs = DealCosts()
    costs.gasPrice = 1
    costs.gasValue = Offers.fraction(100, 48_000)
    let request = Offers.wish(.buying(1000))
    let free = try Offers.plan(request, all)
    #expect(free.parts.count == 6)
    let dear = try Offers.plan(request, all, costs: costs)
    #expect(dear.parts.map(\.hash) == [large.hash] && dear.excluded.filter { $0.reason == .gas }.count == 5)
    costs.gasValue = Offers.fraction(1_000, 48_000)
    #expect(failure { try Offers.plan(request, all, costs: costs) }?.code == .gasTooDear)
  }

  @Test("wishes that make no deal are refused")
  func invalid() throws {
    let candidates = [Offers.candidate(try Offers.ask(10, for: 10))]
    var requests = [
      Offers.wish(.buying(0)), Offers.wish(.buying(UInt256(1) << 128)),
      Offers.wish(.buying(1), .price(Offers.fraction(0, 1))),
      DealRequest(
        .buying(1), of: TokenPair(base: Offers.base, quote: Offers.base), within: .slippage(Offers.percent(1)),
        by: Offers.taker),
    ]
    requests.append(Offers.wish(.buying(1)))
    requests[4].maximumOrders = 51
    for request in requests { #expect(failure { try Offers.plan(request, candidates) }?.code == .invalidDeal) }
    let bids = [Offers.candidate(try Offers.bid(10, for: 10))]
    #expect(failure { try Offers.plan(Offers.wish(.selling(1)), bids) }?.code == .invalidDeal)
  }

  @Test("one order can be filled at its own price, rounding apart", arguments: [true, false])
  func oneOrder(isBuying: Bool) throws {
    let order = try isBuying ? Offers.ask(500, for: 151) : Offers.bid(151, for: 500)
    let request = DealRequest(filling: order, with: 61, fillable: 151, of: Offers.pair, by: Offers.taker)
    let plan = try Offers.plan(request, [Offers.candidate(order)])
    #expect(request.side == (isBuying ? .buy : .sell) && plan.paid == 58 && plan.received == 192)
    let whole = DealRequest(filling: order, with: nil, fillable: 151, by: Offers.taker)
    #expect(try Offers.plan(whole, [Offers.candidate(order)]).received == 500)
  }

  @Test("the distance from the best price is a share of it, on both sides")
  func distance() {
    let (low, high) = (Offers.fraction(3, 10), Offers.fraction(33, 100))
    #expect(PriceDistance.share(of: high, from: low, on: .buy) == Offers.fraction(1, 10))
    #expect(PriceDistance.share(of: low, from: high, on: .sell) == Offers.fraction(1, 11))
    #expect(PriceDistance.share(of: low, from: high, on: .buy)?.isZero == true)
    #expect(PriceDistance.share(of: low, from: low, on: .sell)?.isZero == true)
    #expect(PriceDistance.farShare == Offers.fraction(1, 20))
  }

  @Test("numbers of the largest orders are planned without an overflow")
  func largest() throws {
    let most = (UInt256(1) << 128) - 1
    let order = try Offers.limitAsk(most, for: most, fee: most)
    let plan = try Offers.plan(Offers.wish(.buying(most)), [Offers.candidate(order)])
    #expect(plan.received == most && plan.paid == most * 2)
    let part = try Offers.plan(Offers.wish(.spending(most)), [Offers.candidate(order, funds: .max)])
    #expect(part.paid <= most && part.received == most / 2)
    var costs = DealCosts()
    (costs.gasPrice, costs.gasValue) = (.max, Offers.fraction(.max, 1))
    #expect(
      failure { try Offers.plan(Offers.wish(.buying(most)), [Offers.candidate(order)], costs: costs) }?.code
        == .gasTooDear)
  }
}
