import Primitives
import Testing

@testable import Alerts

@Suite("The states of an alert") struct AlertStateTests {
  static func rule(
    above: Bool = false, _ threshold: UInt256 = 1000, hold: Int64 = 0, coolDown: Int64 = 0, margin: Int64 = 2
  ) throws -> AlertRule<Rate> {
    try AlertRule(
      Rate(), above ? .above(threshold) : .below(threshold), hold: hold, coolDown: coolDown, margin: margin)
  }

  /// The steps at which the alert tells, of one price every 7 seconds.
  static func fires(
    _ rule: AlertRule<Rate>, _ prices: [UInt256], state: AlertState = AlertState(), every interval: Int64 = 7
  ) -> [Int] {
    var state = state
    return prices.indices.filter {
      state.step(rule, AlertReading(prices[$0], at: 1_000_000 + Int64($0) * interval))
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
  static func fires(_ rule: AlertRule<Rate>, at times: [Int64]) -> [Bool] {
    var state = AlertState()
    return times.map { state.step(rule, AlertReading(900, at: $0)) }
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

  @Test("A threshold, a margin and times that make no sense are refused")
  func bounds() throws {
    let invalid = AlertsError(.invalidAlert, "")
    #expect(throws: invalid) { try Self.rule(0) }
    #expect(throws: invalid) { try AlertRule(Rate(), .change(percent: .zero)) }
    #expect(throws: invalid) { try Self.rule(hold: -1) }
    #expect(throws: invalid) { try Self.rule(coolDown: .max) }
    #expect(throws: invalid) { try Self.rule(margin: 1001) }
    let error = #expect(throws: AlertsError.self) { try Self.rule(0) }
    #expect(error?.subject == Rate.topic && error?.facts == .threshold)
  }

  @Test("Thresholds at the end of their range overflow nothing")
  func ends() {
    let below = AlertCondition.below(.max)
    #expect(below.isMet(by: .max - 1, from: 0) && !below.rearms(at: .max - 1, margin: 1000))
    #expect(below.rearms(at: .max, margin: 1000))
    let above = AlertCondition.above(.max)
    #expect(above.isMet(by: .max, from: 0) && above.rearms(at: 0, margin: 1000))
    #expect(AlertCondition.above(1).rearms(at: 0, margin: 1000))
    let change = AlertCondition.change(percent: ExactDecimal(UInt64.max))
    #expect(!change.isMet(by: .max, from: .max - 1) && change.isMet(by: .max, from: 1))
    #expect(!AlertCondition.change(percent: ExactDecimal(1)).isMet(by: 0, from: 0))
    #expect(AlertCondition.change(percent: ExactDecimal(1)).isMet(by: 1, from: 0))
  }

  @Test("A change is counted from the first value, then from the one at which the alert fired, up and down")
  func change() throws {
    let rule = try AlertRule(Rate(), .change(percent: ExactDecimal(2)))
    #expect(Self.fires(rule, [1000, 1019, 1020, 1000, 999, 1021, 1039]) == [2, 4, 5])
    let little = try AlertRule(Rate(), .change(percent: #require(ExactDecimal("0.05"))))
    #expect(Self.fires(little, [1_000_000, 999_501, 999_500, 999_500]) == [2])
  }

  @Test("A change that has to stay, cools down or is snoozed is told later, from the value of then")
  func changeLater() throws {
    let held = try AlertRule(Rate(), .change(percent: ExactDecimal(10)), hold: 14)
    #expect(Self.fires(held, [100, 110, 105, 110, 111, 112, 112]) == [5])
    let cool = try AlertRule(Rate(), .change(percent: ExactDecimal(10)), coolDown: 21)
    #expect(Self.fires(cool, [100, 110, 121, 121, 121, 121]) == [1, 4])
    var snoozed = AlertState()
    snoozed.snoozedUntil = 1_000_000 + 14
    #expect(
      Self.fires(try AlertRule(Rate(), .change(percent: ExactDecimal(10))), [100, 120, 120, 120], state: snoozed) == [2]
    )
  }

  @Test("A condition is read as it was written, and nothing else is one")
  func text() {
    for condition in [.above(.max), .below(7), .change(percent: ExactDecimal(2))] as [AlertCondition] {
      #expect(AlertCondition(name: condition.name, number: condition.number) == condition)
    }
    for (name, number) in [
      ("above", "0"), ("above", "-1"), ("below", "1.5"), ("below", ""), ("change", "0"), ("change", "x"), ("", "1"),
      ("Above", "1"), ("above", "\(UInt256.max)0"),
    ] { #expect(AlertCondition(name: name, number: number) == nil, "\(name) \(number)") }
  }
}
