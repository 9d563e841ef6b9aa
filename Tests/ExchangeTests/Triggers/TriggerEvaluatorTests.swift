import Orders
import Primitives
import Testing

@testable import Exchange

@Suite("The condition of a conditional order")
struct TriggerEvaluatorTests {
  private func snapshot(_ block: UInt64, _ bids: [(UInt256, UInt256)], fork: UInt64 = 0) throws -> BookSnapshot {
    BookSnapshot(
      block: block, hash: Hash32(UInt256(block * 10 + fork)),
      bids: try bids.map { BookSnapshot.Level(try price($0.0), $0.1) }, asks: [])
  }

  private func read(_ text: String) throws -> TriggerCondition {
    try TriggerCondition(text) { Fraction(try #require(ExactDecimal($0))) }
  }

  @Test("is a side, a comparison and an exact price, with or without spaces")
  func reading() throws {
    #expect(try read("bid <= 0.29") == TriggerCondition(.bid, .atMost, price(29)))
    #expect(try read("  ask>=0.350 ") == TriggerCondition(.ask, .atLeast, price(35)))
    let third = try read("bid <= 0.333333333333333333")
    #expect(try !third.isMet(by: #require(Fraction(1, over: 3))) && third.isMet(by: price(33)))
  }

  @Test(
    "is refused in any other form",
    arguments: [
      "", "bid", "bid <=", "0.29", "bid < 0.29", "bid = 0.29", "bid == 0.29", "bid <= -1", "bid <= 0,29", "bid <= 1e-3",
      "bid <= 0.29 x", "bid <= 0.2 9", "BID <= 0.29", "mid <= 0.29", "bid =< 0.29", "bid\u{7}<= 0.29",
      "bid <= \u{0664}",
      "bid <= 0.29 ask >= 1", String(repeating: " ", count: 300) + "bid <= 0.29",
    ])
  func refusals(text: String) { #expect(throws: (any Error).self) { try read(text) } }

  @Test("holds when it is met in two blocks running, and not by one block looked at twice")
  func twoBlocks() throws {
    var evaluator = TriggerEvaluator()
    let terms = try terms()
    #expect(try evaluator.evaluate(terms, at: snapshot(5, [(30, 100)]), isStanding: true) == .away(price(30)))
    #expect(try evaluator.evaluate(terms, at: snapshot(6, [(29, 100)]), isStanding: true) == .once(price(29)))
    #expect(try evaluator.evaluate(terms, at: snapshot(6, [(29, 100)]), isStanding: true) == .once(price(29)))
    #expect(try evaluator.evaluate(terms, at: snapshot(7, [(28, 100)]), isStanding: true) == .holds(price(28)))
  }

  @Test("begins anew after a block in which it is not met, and after one with too little to tell")
  func interrupted() throws {
    for other: (UInt256, UInt256) in [(30, 100), (29, 99)] {
      var evaluator = TriggerEvaluator()
      let terms = try terms()
      _ = try evaluator.evaluate(terms, at: snapshot(6, [(29, 100)]), isStanding: true)
      _ = try evaluator.evaluate(terms, at: snapshot(7, [other]), isStanding: true)
      #expect(evaluator.met == nil)
      #expect(try evaluator.evaluate(terms, at: snapshot(8, [(29, 100)]), isStanding: true) == .once(price(29)))
      #expect(try evaluator.evaluate(terms, at: snapshot(9, [(29, 100)]), isStanding: true) == .holds(price(29)))
    }
  }

  @Test("counts no block that went away, at the same height or a higher one")
  func reorganisation() throws {
    var evaluator = TriggerEvaluator()
    let terms = try terms()
    #expect(try evaluator.evaluate(terms, at: snapshot(6, [(29, 100)]), isStanding: false) == .once(price(29)))
    #expect(try evaluator.evaluate(terms, at: snapshot(6, [(29, 100)], fork: 1), isStanding: false) == .once(price(29)))
    #expect(try evaluator.evaluate(terms, at: snapshot(7, [(29, 100)], fork: 2), isStanding: false) == .once(price(29)))
    #expect(try evaluator.evaluate(terms, at: snapshot(5, [(29, 100)], fork: 3), isStanding: true) == .once(price(29)))
    #expect(try evaluator.evaluate(terms, at: snapshot(6, [(29, 100)], fork: 3), isStanding: true) == .holds(price(29)))
  }

  @Test("looks at the price that the whole amount reaches, which no crumb moves")
  func crumbs() throws {
    var (stop, profit) = (TriggerEvaluator(), TriggerEvaluator())
    for block in UInt64(1)...3 {
      // The price is down; one unit at 0.40 in front of it keeps no stop-loss from firing, and makes no profit.
      let snapshot = try snapshot(block, [(40, 1), (29, 100)])
      let stopped = try stop.evaluate(terms(), at: snapshot, isStanding: true)
      #expect(try stopped == (block == 1 ? .once(price(29)) : .holds(price(29))))
      #expect(try profit.evaluate(terms(.atLeast, 35), at: snapshot, isStanding: true) == .away(price(29)))
    }
    #expect(try snapshot(1, [(40, 99)]).price(of: 100, on: .bid) == nil)
    #expect(try snapshot(1, [(40, 60), (31, 39), (30, 1)]).price(of: 100, on: .bid) == price(30))
    #expect(try snapshot(1, [(40, .max), (31, .max)]).price(of: .max, on: .bid) == price(40))
    #expect(try snapshot(1, [(40, 100)]).price(of: 100, on: .ask) == nil)
  }

  @Test("fixes the worst price of a deal when it fires, exactly")
  func worst() throws {
    #expect(try terms().worst(at: price(29)) == Fraction(2871, over: 10_000))
    #expect(try terms(.atMost, 29, .deal(.price(price(20)))).worst(at: price(29)) == price(20))
    #expect(try terms(.atMost, 29, .post(order: 1)).worst(at: price(29)) == nil)
    #expect(throws: PrimitivesError.self) { try terms().worst(at: #require(Fraction(.max, over: 1))) }
  }
}
