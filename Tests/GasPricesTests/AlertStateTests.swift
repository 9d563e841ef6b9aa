import Primitives
import Testing

@testable import GasPrices

@Suite struct AlertStateTests {
  static func rule(
    above: Bool = false, _ threshold: UInt256 = 1000, hold: Int64 = 0, coolDown: Int64 = 0, margin: Int64 = 2
  ) throws -> AlertRule {
    try AlertRule(
      chainID: 1, network: "test", isAbove: above, threshold: threshold, hold: hold, coolDown: coolDown, margin: margin)
  }

  /// The steps at which the alert tells, of one price every 7 seconds.
  static func fires(
    _ rule: AlertRule, _ prices: [Int64], state: AlertState = AlertState(), every interval: Int64 = 7
  ) -> [Int] {
    var state = state
    return prices.indices.filter {
      state.step(rule, price: prices[$0], now: 1_000_000 + Int64($0) * interval, patience: 60)
    }
  }

  @Test func oneCrossingTellsOnce() throws {
    #expect(Self.fires(try Self.rule(), [1200, 999, 998, 997, 999]) == [1])
    #expect(Self.fires(try Self.rule(above: true), [800, 1000, 1001, 2000]) == [1])
  }

  @Test func itTellsAgainAfterThePriceHasGoneBack() throws {
    #expect(Self.fires(try Self.rule(), [1200, 999, 1020, 999, 1100, 500]) == [1, 3, 5])
    #expect(Self.fires(try Self.rule(above: true), [1000, 979, 1000, 981, 1000]) == [0, 2])
  }

  @Test func tremblingAboutTheThresholdTellsOnce() throws {
    #expect(Self.fires(try Self.rule(), [1200, 999, 1001, 999, 1019, 999, 1010, 998]) == [1])
    #expect(Self.fires(try Self.rule(margin: 0), [999, 1000, 999]) == [0, 2])
  }

  @Test func whatHoldsFromTheBeginningIsTold() throws {
    #expect(Self.fires(try Self.rule(), [5]) == [0])
  }

  @Test func thePriceHasToStay() throws {
    // 120 seconds are 18 steps of 7 after the first.
    let rule = try Self.rule(hold: 120)
    #expect(Self.fires(rule, Array(repeating: 900, count: 30)) == [18])
    #expect(Self.fires(rule, Array(repeating: 900, count: 10) + [1001] + Array(repeating: 900, count: 18)) == [])
  }

  /// Whether the alert tells at each time, at a price that is below.
  static func fires(_ rule: AlertRule, at times: [Int64]) -> [Bool] {
    var state = AlertState()
    return times.map { state.step(rule, price: 900, now: $0, patience: 60) }
  }

  @Test func aGapInTheSamplesStartsTheHoldingAnew() throws {
    // After the gap nobody knows what the price was meanwhile.
    let times: [Int64] = [0, 500, 550, 600, 620]
    #expect(Self.fires(try Self.rule(hold: 120), at: times) == [false, false, false, false, true])
  }

  @Test func aClockThatIsSetBackTellsNothingTwice() throws {
    #expect(Self.fires(try Self.rule(), at: [1000, 10]) == [true, false])
  }

  @Test func coolingDownDelaysAndDoesNotForget() throws {
    let rule = try Self.rule(coolDown: 70)
    // Steps of 7 seconds: told at 0; crosses again at 2; 70 seconds after the first telling are step 10.
    #expect(Self.fires(rule, [900, 1100] + Array(repeating: 900, count: 12)) == [0, 10])
    #expect(Self.fires(rule, [900, 1100, 900, 1100, 1100]) == [0], "gone again before it had cooled down")
  }

  @Test func snoozingDelaysAndDoesNotForget() throws {
    var state = AlertState()
    state.snoozedUntil = 1_000_000 + 21
    #expect(Self.fires(try Self.rule(), [900, 900, 900, 900, 900], state: state) == [3])
    #expect(Self.fires(try Self.rule(), [900, 900, 1100, 1100, 1100], state: state) == [])
  }

  @Test func thresholdsAtTheEndOfTheirRange() throws {
    #expect(throws: GasPricesError(.invalidAlert, "")) { try Self.rule(0) }
    #expect(throws: GasPricesError(.invalidAlert, "")) { try Self.rule(UInt256(1) << 63) }
    let rule = try Self.rule(UInt256(Int64.max), margin: 1000)
    #expect(rule.isMet(by: .max - 1))
    #expect(!rule.rearms(at: .max - 1))
    let above = try Self.rule(above: true, UInt256(Int64.max), margin: 1000)
    #expect(above.isMet(by: .max))
    #expect(above.rearms(at: 0))
  }
}
