import ChildProcesses
import CrashSupport
import Exchange
import Foundation
import NodeDoubles
import Orders
import Primitives
import Relay
import Testing
import WireSupport

@testable import TradeWorker

/// The life and the death of a relay, what the chain did meanwhile, and what its next life has.
struct RelayLife {
  /// What a client heard of an order, and whether the next life has it.
  struct Outcome: Hashable {
    let heard: RelayPosts.Verdict
    let isThere: Bool
  }

  private let fixture: TradeFixture
  private let folder: TradeFolder
  private let work: RelayWork
  private let maker: Trader
  private let taker: Trader
  /// Orders that the relay takes, of both versions by turns.
  private let good: [AnySignedOrder]
  /// Orders whose maker lacks the money.
  private let bad: [AnySignedOrder]

  init(_ fixture: TradeFixture) async throws {
    self.fixture = fixture
    folder = try TradeFolder()
    work = fixture.relayWork(in: folder)
    (maker, taker) = (try await fixture.account(), try await fixture.account())
    try await fixture.fund(maker.address, fixture.market.base)
    try await fixture.fund(taker.address, fixture.market.quote)
    var good: [AnySignedOrder] = []
    for number in 0..<6 {
      good.append(try await fixture.ask(number.isMultiple(of: 2) ? .v4 : .v1, 1_000, for: 3_000, by: maker))
    }
    self.good = good
    let poor = try await fixture.account()
    bad = [
      try await fixture.ask(.v1, 1_000, for: 3_000, by: poor), try await fixture.ask(.v4, 1_000, for: 3_000, by: poor),
    ]
  }

  /// The steps of a life in which nothing goes wrong before its end.
  func steps() async throws -> [String] {
    let relay = try RelayProcess(work, .none(trace: folder.trace))
    let posts = try await talk(to: relay, tries: 24_000)
    #expect(await relay.end() == .signal(SIGKILL))
    #expect(posts.verdicts.count { $0.verdict == .taken } == good.count)
    #expect(posts.verdicts.count { $0.verdict == .refused } == bad.count)
    let steps = try folder.takeTrace()
    _ = try await next(posts, isReorganised: true, "not killed")
    return steps
  }

  /// Lets it die, or its disk fail, at a step; moves the chain, and looks at the next life.
  func ended(at step: Int, _ manner: KillPlan.Manner) async throws -> [Outcome] {
    let plan = KillPlan(step: step, manner: manner, seed: .random(in: 0 ... .max), trace: folder.trace)
    let relay = try RelayProcess(work, plan)
    // One without a disk may never take orders.
    let posts = try await talk(to: relay, tries: manner.isDeadly ? 24_000 : 100)
    let end = await relay.end()
    let steps = try folder.takeTrace()
    let at = step <= steps.count ? steps[step - 1] : "the end"
    let comment = Comment(
      rawValue: "relay, \(manner.rawValue) at step \(step), \(at), seed \(plan.seed): \(end)")
    #expect(end == .signal(SIGKILL) || end == .exit(1) && !manner.isDeadly, comment)
    return try await next(posts, isReorganised: step.isMultiple(of: 2), comment)
  }

  /// Posts all orders, with a fill in between.
  private func talk(to relay: RelayProcess, tries: Int) async throws -> RelayPosts {
    var posts = RelayPosts()
    let port = try await relay.ready(tries: tries)
    for (number, order) in good.enumerated() {
      if number == 3 {
        // The relay may see this block or not.
        try await fixture.fill(good[0], by: taker)
        for _ in 0..<60 {
          guard let port, let reply = try await RelayTalk.get("/relay/v1/status", port) else { break }
          let before = posts.sequence
          if let sequence = reply.header("x-book-sequence").flatMap({ Int($0) }) { posts.hear(sequence) }
          guard posts.sequence == before else { break }
          try await Task.sleep(for: .milliseconds(5))
        }
      }
      try await posts.post(order, to: port)
      if number < bad.count { try await posts.post(bad[number], to: port) }
    }
    return posts
  }

  /// Moves the chain while nobody looks, begins the next life, and looks at it.
  private func next(_ posts: RelayPosts, isReorganised: Bool, _ comment: Comment) async throws -> [Outcome] {
    #expect(!posts.wentBack, comment)
    // The fill was in the newest block.
    if isReorganised { try await fixture.reorganise(1) }
    try await fixture.cancel(good[1], by: maker)
    try await fixture.fill(good[2], by: taker)
    let relay = try await work.start(over: fixture.server.url)
    let audit = RelayAudit(fixture: fixture, relay: relay)
    var later = posts
    if let sequence = try await audit.sequence() { later.hear(sequence) }
    try await fixture.waitUntilCurrent(relay.port)
    if let sequence = try await audit.sequence() { later.hear(sequence) }
    var outcomes: [Outcome] = []
    for (order, verdict) in posts.verdicts {
      let isThere = try await audit.has(order, comment)
      switch verdict {
      case .taken: #expect(isThere, comment)
      case .refused: #expect(!isThere, comment)
      case .unclear: break
      }
      outcomes.append(Outcome(heard: verdict, isThere: isThere))
    }
    // Who lost the answer asks again.
    for (number, order) in good.enumerated() where number != 1 {
      #expect(try await later.post(order, to: relay.port) == .taken, comment)
    }
    for order in bad { #expect(try await later.post(order, to: relay.port) == .refused, comment) }
    for order in good where order != good[1] { #expect(try await audit.has(order, comment), comment) }
    #expect(try await audit.openOrders() == good.count - 1, comment)
    #expect(!later.wentBack, comment)
    await relay.stop()
    return outcomes
  }
}
