import CrashSupport
import Exchange
import Foundation
import NodeDoubles
import Outbox
import Primitives
import Sending

/// The order to a process that trades, or is a relay.
enum TradeOrder: WorkerOrder {
  /// The trade with a number; steps of disk and network are counted, and what is planned happens at one of them.
  case carryOut(TradeJob, Int, KillPlan)
  /// Trades without end, a kill after so many microseconds. A file keeps a byte for each that was done.
  case work(TradeJob, worker: Int, of: Int, turns: String, microseconds: UInt32)
  /// The trade at which a worker was killed.
  case finish(TradeJob, worker: Int, of: Int, turns: String)
  /// A relay that runs until it is killed.
  case serve(RelayWork, KillPlan)

  func follow() async throws {
    switch self {
    case .carryOut(let job, let number, let plan): try await Self.count(job, number, plan)
    case .work(let job, let worker, let workers, let turns, let microseconds):
      Thread.detachNewThread {
        usleep(microseconds)
        StepCounter.die()
      }
      let file = open(turns, O_WRONLY | O_CREAT | O_APPEND, 0o600)
      var turn = Int(lseek(file, 0, SEEK_END))
      let (trades, tools) = (try job.trades(), try Self.tools(job))
      while let trade = Self.trade(worker + workers * turn, trades) {
        try await Self.patiently { try await job.carryOut(worker + workers * turn, trade, with: tools) }
        guard write(file, ".", 1) == 1 else { throw CocoaError(.fileWriteUnknown) }
        turn += 1
      }
      // All done: the kill is on its way.
      while true { try await Task.sleep(for: .seconds(1)) }
    case .finish(let job, let worker, let workers, let turns):
      let turn = FileManager.default.contents(atPath: turns)?.count ?? 0
      guard let trade = Self.trade(worker + workers * turn, try job.trades()) else { return }
      let tools = try Self.tools(job)
      try await Self.patiently { try await job.carryOut(worker + workers * turn, trade, with: tools) }
    case .serve(let work, let plan): try await work.run(plan)
    }
  }

  private static func trade(_ number: Int, _ trades: [Trade]) -> Trade? {
    number < trades.count ? trades[number] : nil
  }

  /// Again as long as the relay is not there, or not at the chain's head: it is killed as well.
  private static func patiently(_ body: () async throws -> Hash32?) async throws {
    while true {
      do {
        _ = try await body()
        return
      } catch let error as RelayClientError
        where error.code == .unreachable || error.refusal.map({ $0.status == 503 }) ?? false
      {
        try await Task.sleep(for: .milliseconds(20))
      }
    }
  }

  private static func count(_ job: TradeJob, _ number: Int, _ plan: KillPlan) async throws {
    let trades = try job.trades()
    let counter = StepCounter(plan)
    counter.install()
    let chain = try FaultProxy(FaultProxy.node(port: job.port), observe: { counter.network($0) })
    let relay = try HTTPProxy(at: job.relay, to: { job.door }, observe: { counter.network($0) })
    // Nobody else holds them, and their addresses alone do not.
    defer { withExtendedLifetime((chain, relay)) {} }
    do {
      try await job.carryOut(number, trades[number], with: job.tools(chain: chain.url))
    } catch {
      // A disk that fails is meant to: who asked for it reads the note.
      let code =
        (error as? SendingError)?.code.description ?? (error as? OutboxError)?.code.description
        ?? (error as? OrderJournalError)?.code.description
      counter.note("error \(code ?? "\(error)")")
      exit(1)
    }
  }

  private static func tools(_ job: TradeJob) throws -> TradeJob.Tools {
    try job.tools(chain: "http://127.0.0.1:\(job.port)")
  }
}
