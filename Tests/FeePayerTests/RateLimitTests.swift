import Testing

@testable import FeePayer

@Suite("Requests of a minute")
struct RateLimitTests {
  @Test("more addresses than are told apart keep no key out, and a key keeps to its own limit")
  func crowd() {
    var limits = RateLimits()
    for number in 0..<10_000 { #expect(limits.count(.address("\(number)"), limit: 1, at: 0) == nil) }
    #expect(limits.count(.address("another"), limit: 1, at: 10) == 50)
    #expect(limits.count(.key("school"), limit: 1, at: 10) == nil)
    #expect(limits.count(.key("school"), limit: 1, at: 20) == 40)
    #expect(limits.count(.address("another"), limit: 1, at: 60) == nil)
  }
}
