import ChildProcesses
import CrashSupport
import FixtureSupport
import Foundation
import Locking
import NodeDoubles
import Primitives
import Testing

@testable import TradeWorker

/// Processes that trade from one account, and the relay to which they post, killed at any time and begun again.
@Suite("Six traders and their relay, killed at random times", .serialized, .timeLimit(.minutes(60)))
struct TradeSwarmCrashTests {
  private static let workers = 6
  private static let kills = LongRun.kills ?? 6

  @Test("trade each of their trades once, and lose no order")
  func swarm() async throws {
    let (fixture, folder, clock) = (try await TradeFixture.open(), try TradeFolder(), ContinuousClock())
    let reign = RelayReign(fixture.relayWork(in: folder), folder)
    let door = try HTTPProxy(to: { reign.port.withLock { $0 } })
    let (account, maker) = (try await fixture.account(), try await fixture.account())
    let job = TradeJob(
      port: fixture.server.port, relay: door.port, door: door.port, market: fixture.market, secret: account.secret,
      folder: folder.path, expiry: await fixture.expiry())
    let trades = try await Self.trades(on: fixture, of: account, maker: maker)
    try job.keep(trades)
    let before = try await Holdings.read(fixture, of: account.address, and: maker.address)
    try await reign.begin()
    // Beside the others a process comes to a trade or two.
    let patience = UInt32(clock: try await clock.measure { try await Self.first(fixture) }) * (LongRun.isOn ? 6 : 2)
    let (left, dead, start) = (Guarded(Self.kills), Guarded(0), clock.now)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<Self.workers {
        group.addTask {
          try await Self.work(job, worker, folder, until: { left.takeOne() }, patience)
        }
      }
      group.addTask {
        // The relay's deaths come beside those of the traders.
        while left.withLock({ $0 > 0 }) {
          try await Task.sleep(for: .microseconds(Int(UInt32.random(in: patience / 2...2 * patience))))
          #expect(await reign.end())
          dead.withLock { $0 += 1 }
          try await reign.begin()
        }
      }
      try await group.waitForAll()
    }
    let done = (0..<Self.workers).flatMap { worker in
      (0...folder.size("turns-\(worker)")).map { worker + Self.workers * $0 }
    }.filter { $0 < trades.count }.map { (number: $0, trade: trades[$0]) }
    let port = reign.port.withLock { $0 }
    try await TradeBooks(
      fixture: fixture, job: job, maker: maker.address, before: before, relay: "http://127.0.0.1:\(port)"
    ).check(did: done)
    _ = await reign.end()
    print(
      "crashes: \(Self.kills) kills of \(Self.workers) traders and \(dead.withLock { $0 }) of their relay, "
        + "\(done.count) trades, each once, in \(clock.now - start)")
  }

  /// Lives that are cut short, and one that is not: it does what the last of them was killed over.
  private static func work(
    _ job: TradeJob, _ worker: Int, _ folder: TradeFolder, until isGoingOn: () -> Bool, _ patience: UInt32
  ) async throws {
    let turns = folder.file("turns-\(worker)")
    while isGoingOn() {
      let end = try await TradeChild.follow(
        .work(job, worker: worker, of: workers, turns: turns, microseconds: .random(in: 1_000..<patience)))
      #expect(end == .signal(SIGKILL), "worker \(worker)")
    }
    let end = try await TradeChild.follow(.finish(job, worker: worker, of: workers, turns: turns))
    #expect(end == .exit(0), "worker \(worker)")
  }

  /// Trades of all kinds by turns, but for approvals by way of none, which only one process at a time can make.
  private static func trades(on fixture: TradeFixture, of account: Trader, maker: Trader) async throws -> [Trade] {
    let kinds = Trade.Kind.allCases.filter { $0 != .reset }
    try await fixture.equip(account, maker: maker, for: Set(kinds))
    var trades: [Trade] = []
    for number in 0..<min(3 * kills + 4 * workers, 4_900) {
      // Nine kinds and six workers: each worker comes to all of them.
      let kind = kinds[(number + number / kinds.count) % kinds.count]
      trades.append(try await fixture.trade(kind, number, of: account, maker: maker))
    }
    return trades
  }

  /// A trade beside the others, to see how long one takes on this machine.
  private static func first(_ fixture: TradeFixture) async throws {
    let (folder, trader) = (try TradeFolder(), try await fixture.account())
    let job = TradeJob(
      port: fixture.server.port, relay: fixture.server.port, door: fixture.server.port, market: fixture.market,
      secret: trader.secret, folder: folder.path, expiry: await fixture.expiry())
    try job.keep([Trade(kind: .wrap)])
    let end = try await TradeChild.follow(.finish(job, worker: 0, of: 1, turns: folder.file("turns")))
    #expect(end == .exit(0))
  }
}

extension Guarded<Int> {
  /// Takes one of what is left; false where nothing is.
  fileprivate func takeOne() -> Bool {
    withLock { left in
      left -= 1
      return left >= 0
    }
  }
}

extension UInt32 {
  /// A time in microseconds.
  fileprivate init(clock time: Duration) { self = UInt32(time / .microseconds(1)) }
}
