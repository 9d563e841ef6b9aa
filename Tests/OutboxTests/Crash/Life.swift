import ChildProcesses
import CrashSupport
import DatabaseSupport
import Devnet
import Foundation
import NodeDoubles
import Primitives
import Sending
import Testing

@testable import CrashWorker
@testable import Outbox

/// The life and the death of one process, and what came after.
struct Life {
  /// The state after the crash, and after the next process recovered.
  struct Outcome: Hashable {
    /// The last state of the intent that the outbox still knows; nil if it knows none.
    let left: IntentState?
    let recovery: Recovery
  }

  enum Recovery: String {
    case anew = "signed for the first time and sent"
    case again = "offered again, the same bytes"
    case found = "found on the chain"
  }

  private let fixture: ChainFixture
  private let folder: Folder
  private let job: CrashJob
  private let start: UInt64

  init(_ fixture: ChainFixture, _ kind: CrashJob.Kind) async throws {
    self.fixture = fixture
    folder = try Folder()
    job = try await fixture.job(kind, outbox: try TestDatabases.argument(folder.outbox))
    start = await fixture.devnet.blockNumber
  }

  /// The steps of a life that is not cut short.
  func steps() async throws -> [String] {
    let end = try await live(KillPlan(step: 0, manner: .before, trace: folder.trace))
    #expect(end == .exit(0))
    try await check("not killed")
    return try folder.takeTrace().filter { !$0.hasPrefix("-") }
  }

  /// Lets it die, or its disk fail, at a step; does the job again, and looks at the chain.
  ///
  /// - Returns: nil if it was done in spite of that.
  func ended(at step: Int, _ manner: KillPlan.Manner) async throws -> Outcome? {
    let plan = KillPlan(
      step: step, manner: manner, seed: .random(in: 0 ... .max), trace: folder.trace)
    let end = try await live(plan)
    let lines = try folder.takeTrace()
    let steps = lines.filter { !$0.hasPrefix("-") }
    let at = step <= steps.count ? steps[step - 1] : "the end"
    let comment = Comment(
      rawValue:
        "\(job.kind.rawValue), \(manner.rawValue) at step \(step), \(at), seed \(plan.seed): \(lines.last ?? "")"
    )
    guard end != .exit(0) else {
      // Of a life that asks less often, or of a disk that is not asked any more.
      try await check(comment)
      return nil
    }
    // A disk that fails stops the job by an error; a kill is not foreseen.
    #expect(end == (manner.isDeadly ? .signal(SIGKILL) : .exit(1)), comment)
    let wasMined = try await fixture.devnet.nonce(of: job.account()) == 1
    let outbox = job.open()
    let left = try await outbox.intents().first
    let sender = job.sender(over: try CrashJob.node([fixture.server.url]), outbox)
    let hash = try await job.carryOut(0, with: sender)
    try await check(comment)
    // Once more changes nothing.
    #expect(try await job.carryOut(0, with: sender) == hash, comment)
    try await check(comment)
    await outbox.close()
    let isOld = left?.attempts.contains { $0.hash == hash } ?? false
    return Outcome(left: left?.state, recovery: wasMined ? .found : isOld ? .again : .anew)
  }

  private func live(_ plan: KillPlan) async throws -> ChildProcess.End {
    try await Child.follow(.carryOut(job, [0], plan))
  }

  private func check(_ comment: Comment) async throws {
    try await Books(of: job, on: fixture.devnet, from: start).check(did: [0], comment)
  }
}
