import CrashSupport
import Foundation
import NodeDoubles
import Outbox
import Sending

/// The order to a process that pays.
enum Order: WorkerOrder {
  /// Jobs one after another; steps of disk and network are counted, and what is planned happens at one of them.
  case carryOut(CrashJob, [Int], KillPlan)
  /// Jobs without end, a kill after so many microseconds. A file keeps a byte for each that was done.
  case work(CrashJob, worker: Int, of: Int, turns: String, microseconds: UInt32)
  /// The job at which a worker was killed.
  case finish(CrashJob, worker: Int, of: Int, turns: String)
  /// A transfer that waits between its beginning and its signature.
  case wait(LateSignature)

  func follow() async throws {
    switch self {
    case .carryOut(let job, let numbers, let plan): try await Self.count(job, numbers, plan)
    case .work(let job, let worker, let workers, let turns, let microseconds):
      Thread.detachNewThread {
        usleep(microseconds)
        StepCounter.die()
      }
      let file = open(turns, O_WRONLY | O_CREAT | O_APPEND, 0o600)
      var turn = Int(lseek(file, 0, SEEK_END))
      let sender = try Self.sender(job)
      while true {
        try await job.carryOut(worker + workers * turn, with: sender)
        guard write(file, ".", 1) == 1 else { throw CocoaError(.fileWriteUnknown) }
        turn += 1
      }
    case .finish(let job, let worker, let workers, let turns):
      let turn = FileManager.default.contents(atPath: turns)?.count ?? 0
      try await job.carryOut(worker + workers * turn, with: try Self.sender(job))
    case .wait(let signature): try await signature.follow()
    }
  }

  private static func count(_ job: CrashJob, _ numbers: [Int], _ plan: KillPlan) async throws {
    let counter = StepCounter(plan)
    counter.install()
    let proxy = try FaultProxy(FaultProxy.node(port: job.port), observe: { counter.network($0) })
    // Nobody else holds it, and its address alone does not.
    defer { withExtendedLifetime(proxy) {} }
    let sender = job.sender(over: try CrashJob.node([proxy.url]), job.open())
    for number in numbers {
      counter.note("job \(number)")
      do {
        try await job.carryOut(number, with: sender)
      } catch {
        // A disk that fails is meant to: who asked for it reads the note.
        let code = (error as? SendingError)?.code.description ?? (error as? OutboxError)?.code.description
        counter.note("error \(code ?? "\(error)")")
        exit(1)
      }
    }
  }

  private static func sender(_ job: CrashJob) throws -> TransactionSender {
    job.sender(over: try CrashJob.node(["http://127.0.0.1:\(job.port)"]), job.open())
  }
}
