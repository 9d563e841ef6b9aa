import Testing

@testable import NodeRPC

@Suite("How long to wait")
struct WaitingTests {
  private let options = NodeClient.Options().with {
    $0.firstBackoff = .milliseconds(100)
    $0.maximumBackoff = .milliseconds(1_000)
    $0.maximumRetryAfter = .seconds(10)
  }
  /// Of 64 requests a second: a time that binary fractions hold exactly.
  private let interval = Duration.microseconds(15_625)

  @Test(
    "the pause before a retry doubles up to its limit, and is at least half of that",
    arguments: [(1, 100), (2, 200), (3, 400), (4, 800), (5, 1_000), (6, 1_000), (1_000, 1_000)])
  func backoff(round: Int, ceiling: Int) throws {
    let pauses = (0..<50).compactMap { _ in RetryRule.pause(before: round, retryAfter: nil, options: options) }
    #expect(pauses.count == 50)
    #expect(pauses.allSatisfy { (.milliseconds(ceiling) / 2)...(.milliseconds(ceiling)) ~= $0 })
    // Clients that failed together do not come back together.
    #expect(Set(pauses).count > 1)
  }

  @Test("the pause is as long as the node asks, if that is longer")
  func retryAfter() {
    #expect(RetryRule.pause(before: 1, retryAfter: 3, options: options) == .seconds(3))
    #expect(RetryRule.pause(before: 1, retryAfter: 10, options: options) == .seconds(10))
    let short = RetryRule.pause(before: 5, retryAfter: 0, options: options)
    #expect(short.map { $0 >= .milliseconds(500) } == true)
  }

  @Test("there is no pause for a node that asks for more than is allowed", arguments: [11, Int.max])
  func tooLong(retryAfter: Int) {
    #expect(RetryRule.pause(before: 1, retryAfter: retryAfter, options: options) == nil)
  }

  @Test("a request that hung for its time limit is over, one that was refused at once has the rest of the limit")
  func timeOfAllAttempts() {
    let limits = options.with { ($0.requestTimeout, $0.deadline) = (.seconds(8), .seconds(8)) }
    let start = ContinuousClock.now
    func left(_ code: NodeError.Code, after seconds: Int, of label: String = "eth_call") -> Duration {
      let now = start + .seconds(seconds)
      let end = RetryRule.end(of: label, from: start, after: NodeError(code), at: now, options: limits)
      return now.duration(to: end)
    }
    #expect(left(.timeout, after: 8) == .zero)
    // Nothing took a connection: no answer is to be expected later.
    #expect(left(.timeout, after: 5) == .zero)
    #expect(left(.unreachable, after: 0) == .seconds(8))
    #expect(left(.httpStatus, after: 7) == .seconds(1))
  }

  @Test("a read that is asked again ends with its request; what may have been done is waited for as ever")
  func timeOfLaterAttempts() {
    let limits = options.with { ($0.requestTimeout, $0.deadline) = (.seconds(8), .seconds(8)) }
    let now = ContinuousClock.now
    func limit(_ label: String, _ replay: ReplayPolicy, left: Int) -> Duration {
      RetryRule.timeLimit(of: label, replay: replay, at: now, until: now + .seconds(left), options: limits)
    }
    #expect(limit("eth_call", .harmless, left: 3) == .seconds(3))
    #expect(limit("eth_call", .harmless, left: 30) == .seconds(8))
    #expect(limit("eth_sendTransaction", .once, left: 3) == .seconds(8))
    #expect(limit("kaia_sendRawTransaction", .harmless, left: 3) == .seconds(8))
  }

  @Test("a signed transaction is offered again for as long as its own rule says, whatever the limit of a read is")
  func timeOfAnOffer() {
    let limits = options.with {
      ($0.requestTimeout, $0.deadline, $0.offerDeadline) = (.seconds(2), .seconds(2), .seconds(20))
    }
    let now = ContinuousClock.now
    func end(_ label: String, _ limits: NodeClient.Options) -> ContinuousClock.Instant {
      RetryRule.end(of: label, from: now - .seconds(2), after: NodeError(.timeout), at: now, options: limits)
    }
    #expect(end("eth_sendRawTransaction", limits) == now + .seconds(18))
    #expect(end("eth_call", limits) == now)
    #expect(end("eth_sendRawTransaction", limits.with { $0.offerDeadline = nil }) == now)
  }

  @Test("a bucket lets its burst through at once and then one for each interval")
  func bucket() async {
    let bucket = TokenBucket(.init(requestsPerSecond: 64, burst: 3))
    let start = ContinuousClock.now + .seconds(60)
    var waits: [Duration] = []
    for _ in 0..<6 { waits.append(max(.zero, start.duration(to: await bucket.reserve(1, at: start)))) }
    #expect(waits == [0, 0, 0, 1, 2, 3].map { interval * $0 })
  }

  @Test("a bucket fills up again, but not beyond its burst")
  func refill() async {
    let bucket = TokenBucket(.init(requestsPerSecond: 64, burst: 2))
    let start = ContinuousClock.now + .seconds(60)
    for _ in 0..<2 { _ = await bucket.reserve(1, at: start) }
    let later = start + .seconds(3_600)
    var waits: [Duration] = []
    for _ in 0..<3 { waits.append(max(.zero, later.duration(to: await bucket.reserve(1, at: later)))) }
    #expect(waits == [0, 0, 1].map { interval * $0 })
  }

  @Test("a batch beyond the burst goes when the bucket is full, and the next waits for it")
  func largeBatch() async {
    let bucket = TokenBucket(.init(requestsPerSecond: 64, burst: 2))
    let start = ContinuousClock.now + .seconds(60)
    #expect(await bucket.reserve(10, at: start) <= start)
    #expect(await bucket.reserve(1, at: start) == start + interval * 9)
  }
}
