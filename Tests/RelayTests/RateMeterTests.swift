import Testing

@testable import Relay

@Suite("Measures of those who ask")
struct RateMeterTests {
  @Test("so many requests follow at once, the others one by one as time goes on")
  func takes() {
    var meter = RateMeter<Int>(perMinute: 60, atOnce: 3)
    #expect((0..<3).map { _ in meter.take(by: 1, at: 0).remaining } == [2, 1, 0])
    #expect(meter.take(by: 1, at: 0).wait == 1_000)
    #expect(meter.take(by: 1, at: 999).wait == 1)
    #expect(meter.take(by: 1, at: 1_000).wait == nil)
    #expect(meter.take(by: 2, at: 1_000) == .init(limit: 60, remaining: 2, reset: 2_000, wait: nil))
    #expect(meter.take(by: 1, at: 1_000_000).remaining == 2)
  }

  @Test("what came already is charged, and waited for, twice what is allowed at once at most")
  func charges() {
    var meter = RateMeter<Int>(perMinute: 60, atOnce: 3)
    for _ in 0..<100 { meter.charge(9, to: 1, at: 0) }
    #expect(meter.take(by: 1, at: 0).wait ?? 0 <= 4_000)
    #expect(meter.take(by: 1, at: 4_000).wait == nil)
  }

  @Test("more than the meter can tell apart share one measure, and lock nobody out who came before")
  func crowd() {
    var meter = RateMeter<Int>(perMinute: 60, atOnce: 2, mostKeys: 3)
    for key in 0..<3 { #expect(meter.take(by: key, at: 0).wait == nil) }
    #expect(meter.take(by: 3, at: 0).wait == nil && meter.take(by: 4, at: 0).wait == nil)
    #expect(meter.take(by: 5, at: 0).wait != nil)
    #expect(meter.take(by: 1, at: 0).wait == nil)
    #expect(meter.take(by: 6, at: 60_000).wait == nil && meter.take(by: 7, at: 60_000).wait == nil)
  }

  @Test("a clock that was set back keeps nobody waiting for long")
  func clock() {
    var meter = RateMeter<Int>(perMinute: 60, atOnce: 2)
    _ = meter.take(by: 1, at: 1_000_000_000)
    #expect(meter.take(by: 1, at: 1_000).wait ?? 0 <= 4_000)
  }
}
