import ChildProcesses
import CrashSupport
import DatabaseSupport
import Exchange
import FixtureSupport
import Foundation
import Locking
import Orders
import Primitives
import Relay
import StrictJSON
import Testing
import WireSupport

@testable import TradeWorker

/// Three relays over one PostgreSQL under the posts of several clients, of which one is struck.
@Suite(
  "Relays that share a book", .serialized, .timeLimit(.minutes(60)),
  .enabled(if: PostgresCluster.isInstalled, PostgresCluster.advice))
struct SharedRelayCrashTests {
  enum Blow: String, CaseIterable {
    case killedKeeper, killedFollower, pausedKeeper, crashedServer
  }

  private static let clients = 6

  @Test("lose no order that one of them took, and have each in the state that the chain says", arguments: Blow.allCases)
  func struck(by blow: Blow) async throws {
    let (fixture, folder, cluster) = (try await TradeFixture.open(), try TradeFolder(), try PostgresCluster())
    let database = cluster.address(of: try cluster.makeDatabase())
    let relays = try (0..<3).map { try SharedRelay(fixture, folder, database, $0) }
    let (maker, taker) = (try await fixture.account(), try await fixture.account())
    try await fixture.fund(maker.address, fixture.market.base)
    try await fixture.fund(taker.address, fixture.market.quote)
    for relay in relays { try await relay.wait() }
    let (isOver, taken) = (Guarded(false), Guarded<[AnySignedOrder]>([]))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for client in 0..<Self.clients {
        group.addTask {
          try await Self.post(client, by: maker, on: fixture, relays, taken, until: { isOver.withLock { $0 } })
        }
      }
      group.addTask {
        defer { isOver.withLock { $0 = true } }
        try await Self.wait(for: 40, in: taken)
        try await Self.strike(blow, relays, cluster)
        // What comes afterwards is taken as well.
        try await Self.wait(for: taken.withLock { $0.count } + 40, in: taken)
        let orders = taken.withLock { $0 }
        try await fixture.fill(orders[0], by: taker)
        try await fixture.cancel(orders[1], by: maker)
        try await Self.wait(for: taken.withLock { $0.count } + 20, in: taken)
      }
      try await group.waitForAll()
    }
    try await Self.check(taken.withLock { $0 }, on: fixture, relays, "\(blow)")
    for relay in relays { await relay.end() }
  }

  /// Posts new orders one after the other, each until one of the relays takes it.
  private static func post(
    _ client: Int, by maker: Trader, on fixture: TradeFixture, _ relays: [SharedRelay],
    _ taken: Guarded<[AnySignedOrder]>, until isOver: () -> Bool
  ) async throws {
    var (posts, turn) = (RelayPosts(), client)
    while !isOver() {
      let order = try await fixture.ask(client.isMultiple(of: 2) ? .v4 : .v1, 1_000, for: 3_000, by: maker)
      while !isOver() {
        turn += 1
        if try await posts.post(order, to: relays[turn % relays.count].openPort) == .taken {
          taken.withLock { $0.append(order) }
          break
        }
        try await Task.sleep(for: .milliseconds(20))
      }
    }
  }

  private static func wait(for count: Int, in taken: Guarded<[AnySignedOrder]>) async throws {
    while taken.withLock({ $0.count }) < count { try await Task.sleep(for: .milliseconds(20)) }
  }

  private static func strike(_ blow: Blow, _ relays: [SharedRelay], _ cluster: PostgresCluster) async throws {
    var keeper: SharedRelay?
    for relay in relays where try await relay.keeps() { keeper = relay }
    let struck = try #require(keeper)
    switch blow {
    case .killedKeeper:
      try await struck.begin()
    case .killedFollower:
      try await relays.first { $0 !== struck }?.begin()
    case .pausedKeeper:
      struck.pause()
      // Longer than its lease lasts.
      try await Task.sleep(for: .seconds(18))
      struck.goOn()
    case .crashedServer: try cluster.crash(for: 1)
    }
  }

  private static func check(
    _ orders: [AnySignedOrder], on fixture: TradeFixture, _ relays: [SharedRelay], _ comment: Comment
  ) async throws {
    var (open, seen) = (0, Set<Int?>())
    for order in orders where try await !fixture.status(of: order).isCancelled { open += 1 }
    var keepers = 0
    for relay in relays {
      try await relay.wait()
      let port = try #require(relay.openPort)
      try await fixture.waitUntilCurrent(port)
      let audit = RelayAudit(fixture: fixture, port: port)
      for order in orders { #expect(try await audit.has(order, comment), comment) }
      // An order that was posted and not answered may be there, too.
      let count = try #require(try await audit.openOrders())
      #expect((open...(open + Self.clients)).contains(count), comment)
      seen.insert(count)
      if try await relay.keeps() { keepers += 1 }
    }
    #expect(seen.count == 1, comment)
    #expect(keepers == 1, comment)
  }
}

/// One of several relays that share a book, which may be killed and begun again.
private final class SharedRelay: Sendable {
  private let work: RelayWork
  private let folder: TradeFolder
  private let current: Guarded<RelayProcess>

  init(_ fixture: TradeFixture, _ folder: TradeFolder, _ database: String, _ number: Int) throws {
    var work = fixture.relayWork(in: folder)
    (work.store, work.database, work.place) = (nil, database, folder.file("relay-\(number).port"))
    (self.work, self.folder) = (work, folder)
    current = Guarded(try RelayProcess(work, .none(trace: folder.file("relay-\(number)-steps"))))
  }

  /// The port; nil before it listens.
  var openPort: UInt16? { current.withLock { $0.port } }

  /// Waits until it takes orders.
  func wait() async throws { _ = try #require(try await current.withLock { $0 }.ready()) }

  /// Whether it keeps the book, by its own word.
  func keeps() async throws -> Bool {
    guard let port = openPort else { return false }
    return try await RelayTalk.get("/relay/v1/status", port)?.json?["keeper"]?.bool ?? false
  }

  /// Kills the process and begins another.
  func begin() async throws {
    await end()
    let next = try RelayProcess(work, .none(trace: folder.file("relay-steps")))
    current.withLock { $0 = next }
  }

  func pause() { current.withLock { $0 }.process.send(SIGSTOP) }

  func goOn() { current.withLock { $0 }.process.send(SIGCONT) }

  func end() async { _ = await current.withLock { $0 }.end() }
}
