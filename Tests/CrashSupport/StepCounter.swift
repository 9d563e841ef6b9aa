import DiskDoubles
import Foundation
import GRDBSQLite
import Locking
import NodeDoubles

/// Counts the steps of this process's disk and network together, and kills it at the one that is planned.
package final class StepCounter: Sendable {
  private let plan: KillPlan
  private let trace: Int32
  private let count = Guarded(0)

  package init(_ plan: KillPlan) {
    self.plan = plan
    trace = open(plan.trace, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    precondition(trace >= 0)
  }

  /// Puts itself under SQLite.
  package func install() {
    FaultyDisk.install { [self] step in
      let number = pass("\(step.kind.rawValue) \(step.file.replacingOccurrences(of: "outbox.sqlite", with: "outbox"))")
      guard plan.step > 0, number >= plan.step else { return .go }
      switch plan.manner {
      case .diskFull: return step.kind == .write ? .fail(SQLITE_FULL) : .go
      case .diskBroken: return step.kind == .write || step.kind == .sync ? .fail(SQLITE_IOERR) : .go
      case .halfWay where step.kind == .write: return .tear { Self.die() }
      default: end()
      }
    }
  }

  /// Takes note of a step of the network.
  package func network(_ step: FaultProxy.Step) {
    if pass("\(step.moment.rawValue) \(step.method)") == plan.step, plan.manner.isDeadly { end() }
  }

  /// Writes a line between the steps.
  package func note(_ text: String) { line("- \(text)") }

  private func pass(_ name: String) -> Int {
    count.withLock { count in
      count += 1
      line(name)
      return count
    }
  }

  private func line(_ text: String) {
    let bytes = Array((text + "\n").utf8)
    // One call, so that a kill leaves whole lines.
    _ = write(trace, bytes, bytes.count)
  }

  private func end() -> Never {
    if plan.manner == .powerCut {
      var chance = SplitMix(state: plan.seed)
      FaultyDisk.losePower { Bool.random(using: &chance) }
    }
    Self.die()
  }

  package static func die() -> Never {
    while true { kill(getpid(), SIGKILL) }
  }
}
