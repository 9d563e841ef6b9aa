import ChildProcesses
import CrashSupport
import DatabaseSupport
import Devnet
import FixtureSupport
import Foundation
import Locking
import Sending
import Testing

@testable import CrashWorker

/// Processes that spend from one account, killed at any time and begun again.
@Suite("Eight processes on one outbox, killed at random times", .timeLimit(.minutes(60)))
struct SwarmCrashTests {
  private static let workers = 8
  private static let kills = LongRun.kills ?? 8

  @Test("pay each of their jobs once, and leave no gap", .overEachEngine)
  func swarm() async throws {
    let (fixture, folder) = (try await ChainFixture.open(lectures: Self.kills + Self.workers), try Folder())
    let job = try await fixture.job(.mixed, outbox: try TestDatabases.argument(folder.outbox))
    let start = await fixture.devnet.blockNumber
    let patience = try await Self.time(for: fixture.job(.call, outbox: folder.path("first.sqlite")), folder)
    let left = Guarded(Self.kills)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<Self.workers {
        let turns = folder.path("turns-\(worker)")
        group.addTask {
          while left.withLock({ left in
            left -= 1
            return left >= 0
          }) {
            let end = try await Child.follow(
              .work(
                job, worker: worker, of: Self.workers, turns: turns,
                microseconds: .random(in: 1_000..<patience)))
            #expect(end == .signal(SIGKILL), "worker \(worker)")
          }
          // The last life is not cut short: it does what the one before was killed over.
          let end = try await Child.follow(
            .finish(job, worker: worker, of: Self.workers, turns: turns))
          #expect(end == .exit(0), "worker \(worker)")
        }
      }
      try await group.waitForAll()
    }
    let done = (0..<Self.workers).flatMap { worker in
      (0...folder.size("turns-\(worker)")).map { worker + Self.workers * $0 }
    }
    try await Books(of: job, on: fixture.devnet, from: start + 1).check(did: done)
    print(
      "crashes: \(Self.kills) kills of \(Self.workers) processes, \(done.count) jobs, each paid once"
    )
  }

  /// So many microseconds that all of them can do a job or two on this machine.
  private static func time(for job: CrashJob, _ folder: Folder) async throws -> UInt32 {
    let clock = ContinuousClock()
    let start = clock.now
    let plan = KillPlan(step: 0, manner: .before, trace: folder.trace)
    #expect(try await Child.follow(.carryOut(job, [0], plan)) == .exit(0))
    return UInt32((clock.now - start) / .microseconds(1) * Double(workers)) + 2_000
  }
}
