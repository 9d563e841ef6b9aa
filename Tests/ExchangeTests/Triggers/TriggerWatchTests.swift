import Foundation
import Locking
import Orders
import Primitives
import Testing

@testable import Exchange

@Suite("The watch of conditional orders")
struct TriggerWatchTests {
  private let fixture: JournalFixture
  private let exchange = TriggerExchangeDouble()

  init() throws { fixture = try JournalFixture() }

  /// Looks at two blocks in which the condition of ``terms(_:_:amount:_:until:beside:)`` is met.
  private func fall(_ watch: TriggerWatch, amount: UInt256 = 100) async throws {
    for _ in 0..<2 {
      try exchange.show(bid: 29, amount)
      try await watch.look()
    }
  }

  private func states(_ journal: OrderJournal) async throws -> [JournalTrigger.State] {
    try await journal.triggers().map(\.state)
  }

  @Test("carries a deal out once the condition held in two blocks, within the price of that moment, and never again")
  func deal() async throws {
    let journal = try fixture.journal()
    let armed = try await journal.arm(terms())
    let watch = TriggerWatch(journal, at: exchange)
    try exchange.show(bid: 29)
    try await watch.look()
    try await watch.look()
    #expect(try await states(journal) == [.armed] && exchange.state.sent.isEmpty)
    try exchange.show(bid: 28)
    try await watch.look()
    let done = try await journal.triggers()[0]
    #expect(done.state == .done && done.outcome == Hash32(UInt256(99)) && done.problem == nil)
    let firing = try #require(done.firing)
    #expect(try firing.block == 3 && firing.price == price(28))
    let request = try #require(done.request)
    let worst = try #require(Fraction(2772, over: 10_000))
    #expect(request.bound == .price(worst) && request.amount == .selling(100))
    #expect(request.name == armed.name && armed.name.hasPrefix("trigger 1 of ") && request.repetition == .never)
    let contracts = ExchangeContracts(chainID: 1, v4: Address(truncating: 4))
    #expect(request.fixed(at: .one).key(at: contracts) == request.key(at: contracts))
    #expect(request.key(at: contracts).isNamed)
    try await fall(watch)
    try await fall(TriggerWatch(fixture.journal(), at: exchange))
    #expect(exchange.state.sent == [armed.name] && exchange.state.asked == 1)
  }

  @Test("is not moved by a crumb, and not by one block, a book that is too thin, or a reorganisation")
  func still() async throws {
    let journal = try fixture.journal()
    _ = try await journal.arm(terms(.atLeast, 35))
    _ = try await journal.arm(terms())
    let watch = TriggerWatch(journal, at: exchange)
    for _ in 0..<4 {
      try exchange.show(bid: 30, crumbs: [(40, 1)])
      try await watch.look()
      try exchange.show(bid: 29, 99)
      try await watch.look()
    }
    exchange.state.standing = false
    for _ in 0..<4 {
      try exchange.show(bid: 29)
      try await watch.look()
    }
    #expect(try await states(journal) == [.armed, .armed] && exchange.state.sent.isEmpty)
  }

  @Test("removes the one beside it in the change that fires it, even where both conditions hold")
  func oneCancelsOther() async throws {
    let steps = Guarded<[String]>([])
    let journal = try fixture.journal { step in steps.withLock { $0.append(step) } }
    let stop = try await journal.arm(terms())
    _ = try await journal.arm(terms(.atMost, 28, beside: stop.id))
    let wrong = try terms(beside: stop.id)
    #expect(await journalFailure { try await journal.arm(wrong) }?.code == .wrongStep)
    let unknown = try terms(beside: 77)
    #expect(await journalFailure { try await journal.arm(unknown) }?.code == .wrongStep)
    let watch = TriggerWatch(journal, at: exchange)
    for _ in 0..<2 {
      try exchange.show(bid: 20)
      try await watch.look()
    }
    #expect(try await states(journal) == [.done, .removed] && exchange.state.sent.count == 1)
    // The one beside it, whose condition holds as well, is asked for once more and found removed.
    #expect(
      steps.withLock { $0 }.dropLast(2).suffix(6)
        == ["fire", "begin", "finish"].flatMap { ["before \($0)", "after \($0)"] })
  }

  @Test("lets the one beside a removed one stand alone, and removes none that fired")
  func removal() async throws {
    let journal = try fixture.journal()
    let stop = try await journal.arm(terms())
    let profit = try await journal.arm(terms(.atLeast, 35, beside: stop.id))
    #expect(try await journal.removeTriggers([profit.id]).map(\.state) == [.removed])
    #expect(try await journal.triggers(in: [.armed]).map(\.terms.other) == [nil])
    try await fall(TriggerWatch(journal, at: exchange))
    #expect(try await states(journal) == [.done, .removed])
    #expect(await journalFailure { try await journal.removeTriggers([stop.id]) }?.code == .wrongStep)
  }

  @Test("ends one whose time is over, before its condition is looked at, and one that could not be sent in its time")
  func expiry() async throws {
    let journal = try fixture.journal()
    _ = try await journal.arm(terms(until: Int64(RelayOrders.now) + 10))
    _ = try await journal.arm(terms(until: Int64(RelayOrders.now) + 20))
    let watch = TriggerWatch(journal, at: exchange)
    try exchange.show(bid: 29)
    try await watch.look()
    fixture.now += 10
    (exchange.state.dealTrouble, exchange.state.passing) = (Died(), true)
    try exchange.show(bid: 29)
    try await watch.look()
    #expect(try await states(journal) == [.expired, .fired])
    fixture.now += 10
    try await watch.look()
    #expect(try await states(journal) == [.expired, .failed] && exchange.state.sent.isEmpty)
  }

  @Test("reports what could not be filled, and does not repeat it; what passes is tried again")
  func failures() async throws {
    let journal = try fixture.journal()
    _ = try await journal.arm(terms())
    let watch = TriggerWatch(journal, at: exchange)
    (exchange.state.dealTrouble, exchange.state.passing) = (ExchangeError(.noContract, "the node is away"), true)
    try await fall(watch)
    let waiting = try await journal.triggers()[0]
    #expect(waiting.state == .fired && waiting.problem == "the node is away")
    exchange.state.passing = false
    exchange.state.dealTrouble = ExchangeError(.slippage, "too dear")
    try await watch.look()
    let failed = try await journal.triggers()[0]
    #expect(failed.state == .failed && failed.problem == "too dear")
    exchange.state.dealTrouble = nil
    try await fall(watch)
    #expect(exchange.state.asked == 2 && exchange.state.sent.isEmpty)
  }

  @Test("posts an order that was signed beforehand without a key, and again where no relay answered")
  func post() async throws {
    let journal = try fixture.journal()
    let order = try await journal.begin(JournalFixture.order(), key: JournalFixture.key())
    _ = try await journal.arm(terms(.atMost, 29, .post(order: order.id)))
    _ = try await journal.arm(terms())
    exchange.state.deals = false
    (exchange.state.postTrouble, exchange.state.passing) = (Died(), true)
    let watch = TriggerWatch(journal, at: exchange)
    try await fall(watch)
    #expect(try await states(journal) == [.posted, .armed])
    exchange.state.postTrouble = nil
    try await TriggerWatch(fixture.journal(), at: exchange).look()
    #expect(try await states(journal) == [.done, .armed] && exchange.state.posts == [order.id])
  }

  @Test("forgets what it saw where a book could not be seen, and knows the gap")
  func gaps() async throws {
    let journal = try fixture.journal()
    let trigger = try await journal.arm(terms())
    let watch = TriggerWatch(journal, at: exchange)
    try exchange.show(bid: 29)
    try await watch.look()
    exchange.state.trouble = Died()
    try await watch.look()
    exchange.state.trouble = nil
    try exchange.show(bid: 29)
    try await watch.look()
    #expect(try await states(journal) == [.armed])
    let start = fixture.now
    fixture.now += 600
    #expect(
      try await journal.watchTimes.gaps(of: trigger.terms.pair, since: trigger.created) == [
        TriggerGap(from: start, to: nil)
      ])
    try exchange.show(bid: 29)
    try await watch.look()
    #expect(try await states(journal) == [.armed])
    #expect(
      try await journal.watchTimes.gaps(of: trigger.terms.pair, since: trigger.created)
        == [TriggerGap(from: start, to: start + 600)])
    try exchange.show(bid: 29)
    try await watch.look()
    #expect(try await states(journal) == [.done])
  }
}

/// Processes that watch one conditional order: each may be killed at any write and around the send.
@Suite("A process that dies over a conditional order", .serialized)
struct TriggerCrashTests {
  private let fixture: JournalFixture

  init() throws { fixture = try JournalFixture() }

  /// Looks at two blocks in which the condition is met, and dies at the given step.
  private static func watch(_ path: String, dyingAt step: Int) async throws -> Int {
    let count = Guarded(0)
    let pass: @Sendable (String) -> Void = { _ in
      let number = count.withLock { count in
        count += 1
        return count
      }
      if number == step { kill(getpid(), SIGKILL) }
    }
    let journal = try OrderJournal(
      path, chain: JournalFixture.chain, clock: { Int64(RelayOrders.now) }, observer: pass)
    let exchange = TriggerExchangeDouble(outbox: "\(path).sent", passing: pass)
    let watch = TriggerWatch(journal, at: exchange)
    for _ in 0..<2 {
      try exchange.show(bid: 29)
      try await watch.look()
    }
    return count.withLock { $0 }
  }

  /// The names of what was sent, in its order.
  private var sent: [String] {
    let text = (try? String(contentsOfFile: "\(fixture.path).sent", encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init)
  }

  @Test("takes twelve steps")
  func steps() async throws {
    _ = try await fixture.journal().arm(terms())
    #expect(try await Self.watch(fixture.path, dyingAt: 0) == 12)
  }

  @Test("leaves it to the next one, which sends it once, at whatever step it dies", arguments: 1...12)
  func everyStep(step: Int) async throws {
    let trigger = try await fixture.journal().arm(terms())
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = fixture.path as String, step = step as Int] in
      _ = try await Self.watch(path, dyingAt: step)
    }
    for _ in 0..<2 { _ = try await Self.watch(fixture.path, dyingAt: 0) }
    #expect(sent == [trigger.name], "step \(step)")
    #expect(try await fixture.journal().triggers().map(\.state) == [.done])
  }

  @Test("dies again and again, and sends it once in the end")
  func manyDeaths() async throws {
    let trigger = try await fixture.journal().arm(terms())
    for step in [3, 5, 6, 1, 2, 3, 2, 4, 1] {
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = fixture.path as String, step = step as Int] in
        _ = try await Self.watch(path, dyingAt: step)
      }
    }
    _ = try await Self.watch(fixture.path, dyingAt: 0)
    #expect(sent == [trigger.name])
    #expect(try await fixture.journal().triggers().map(\.state) == [.done])
  }
}
