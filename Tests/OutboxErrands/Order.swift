import Foundation
import NodeDoubles
import Sending

/// What a process of its own is told to do: its only argument, as JSON.
///
/// A program and no exit test of Swift Testing's: of these the tests' own process reads the output on one of the few
/// threads that all its tests share, and the chain that our processes spend on answers on the very same.
enum Order: Codable, Sendable {
  /// Errands one after another; steps of disk and network are counted, and what is planned happens at one of them.
  case carryOut(Errand, [Int], KillPlan)
  /// Errands without end, a kill after so many microseconds. A file keeps a byte for each that was done.
  case work(Errand, worker: Int, of: Int, turns: String, microseconds: UInt32)
  /// The errand at which a worker was killed.
  case finish(Errand, worker: Int, of: Int, turns: String)

  func follow() async throws {
    switch self {
    case .carryOut(let errand, let numbers, let plan): try await Self.count(errand, numbers, plan)
    case .work(let errand, let worker, let workers, let turns, let microseconds):
      Thread.detachNewThread {
        usleep(microseconds)
        StepCounter.die()
      }
      let file = open(turns, O_WRONLY | O_CREAT | O_APPEND, 0o600)
      var turn = Int(lseek(file, 0, SEEK_END))
      let sender = try Self.sender(errand)
      while true {
        try await errand.carryOut(worker + workers * turn, with: sender)
        guard write(file, ".", 1) == 1 else { throw CocoaError(.fileWriteUnknown) }
        turn += 1
      }
    case .finish(let errand, let worker, let workers, let turns):
      let turn = FileManager.default.contents(atPath: turns)?.count ?? 0
      try await errand.carryOut(worker + workers * turn, with: try Self.sender(errand))
    }
  }

  private static func count(_ errand: Errand, _ numbers: [Int], _ plan: KillPlan) async throws {
    let counter = StepCounter(plan)
    counter.install()
    let proxy = try FaultProxy(FaultProxy.node(port: errand.port), observe: { counter.network($0) })
    // Nobody else holds it, and its address alone does not.
    defer { withExtendedLifetime(proxy) {} }
    let sender = errand.sender(over: try Errand.node([proxy.url]), errand.open())
    for number in numbers {
      counter.note("errand \(number)")
      do {
        try await errand.carryOut(number, with: sender)
      } catch {
        // A disk that fails is meant to: who asked for it reads the note.
        counter.note("error \((error as? SendingError)?.code.description ?? "\(error)")")
        exit(1)
      }
    }
  }

  private static func sender(_ errand: Errand) throws -> TransactionSender {
    errand.sender(over: try Errand.node(["http://127.0.0.1:\(errand.port)"]), errand.open())
  }
}
