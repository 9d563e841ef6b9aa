import CrashSupport
import Exchange
import FixtureSupport
import Foundation
import Locking
import NodeDoubles
import Orders
import Primitives
import Relay
import Testing

@testable import TradeWorker

/// A relay under the posts of several clients, killed at any time and begun again, while the chain goes on without it.
@Suite("A relay under load, killed at random times", .serialized, .timeLimit(.minutes(60)))
struct RelayLoadCrashTests {
  private static let clients = 4
  private static let kills = LongRun.kills.map { max(1, $0 / 10) } ?? 2

  @Test("has every order that it took, each once, in the state that the chain says")
  func load() async throws {
    let (fixture, folder) = (try await TradeFixture.open(), try TradeFolder())
    let work = fixture.relayWork(in: folder)
    let reign = RelayReign(work, folder)
    let (maker, taker) = (try await fixture.account(), try await fixture.account())
    try await fixture.fund(maker.address, fixture.market.base)
    try await fixture.fund(taker.address, fixture.market.quote)
    try await reign.begin()
    let (isOver, taken) = (Guarded(false), Guarded<[AnySignedOrder]>([]))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for client in 0..<Self.clients {
        group.addTask {
          try await Self.post(client, by: maker, on: fixture, reign, taken, until: { isOver.withLock { $0 } })
        }
      }
      group.addTask {
        defer { isOver.withLock { $0 = true } }
        for kill in 0..<Self.kills {
          try await Task.sleep(for: .milliseconds(.random(in: 1...300)))
          #expect(await reign.end())
          try await Self.move(fixture, kill, taken.withLock { $0 }, maker: maker, taker: taker)
          try await reign.begin()
        }
      }
      try await group.waitForAll()
    }
    #expect(await reign.end())
    let orders = taken.withLock { $0 }
    let relay = try await work.start(over: fixture.server.url)
    try await fixture.waitUntilCurrent(relay.port)
    let audit = RelayAudit(fixture: fixture, relay: relay)
    var open = 0
    for order in orders {
      #expect(try await audit.has(order, "\(order.hash)"))
      if try await !fixture.status(of: order).isCancelled { open += 1 }
    }
    #expect(try await audit.openOrders() == open)
    await relay.stop()
    print("crashes: \(Self.kills) kills of a relay under load, \(orders.count) orders taken, each there once")
  }

  /// Posts new orders one after the other, each until it is taken.
  private static func post(
    _ client: Int, by maker: Trader, on fixture: TradeFixture, _ reign: RelayReign,
    _ taken: Guarded<[AnySignedOrder]>, until isOver: () -> Bool
  ) async throws {
    var posts = RelayPosts()
    while !isOver() {
      let order = try await fixture.ask(client.isMultiple(of: 2) ? .v4 : .v1, 1_000, for: 3_000, by: maker)
      while try await posts.post(order, to: reign.port.withLock { $0 }) != .taken {
        try await Task.sleep(for: .milliseconds(5))
      }
      #expect(!posts.wentBack, "client \(client)")
      taken.withLock { $0.append(order) }
      try await Task.sleep(for: .milliseconds(2))
    }
  }

  /// What happens while nobody looks: a fill and a cancel, which a reorganisation takes away two times of three.
  private static func move(
    _ fixture: TradeFixture, _ turn: Int, _ orders: [AnySignedOrder], maker: Trader, taker: Trader
  ) async throws {
    guard let one = orders.randomElement(), let other = orders.randomElement(), one != other,
      try await !fixture.status(of: one).isCancelled, try await !fixture.status(of: other).isCancelled
    else { return }
    if try await fixture.status(of: one).filled == 0 { try await fixture.fill(one, by: taker) }
    try await fixture.cancel(other, by: maker)
    if turn % 3 > 0 { try await fixture.reorganise(1) }
  }
}
