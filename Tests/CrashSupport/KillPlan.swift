/// When and how a process is to die, or its disk to fail.
package struct KillPlan: Codable, Sendable {
  package enum Manner: String, Codable, CaseIterable, Sendable {
    /// Before the step.
    case before
    /// In the middle of it, if it is a write.
    case halfWay
    /// The step before was the last, and what was not synced may be lost, each write by chance.
    case powerCut
    /// From this step on there is no room for another write.
    case diskFull
    /// From this step on no write and no sync succeeds.
    case diskBroken

    /// Whether the process ends at the step.
    package var isDeadly: Bool { self != .diskFull && self != .diskBroken }
  }

  /// Of the disk's and the network's steps together, counted from 1; 0 is never.
  package var step: Int
  package var manner: Manner
  /// Decides what a power cut leaves.
  package var seed: UInt64
  /// A file that gets a line for each step before it is taken, and others for where a job begins and fails.
  package var trace: String

  package init(step: Int, manner: Manner, seed: UInt64 = 0, trace: String) {
    (self.step, self.manner, self.seed, self.trace) = (step, manner, seed, trace)
  }

  /// No death at all, and a trace of all steps.
  package static func none(trace: String) -> KillPlan { KillPlan(step: 0, manner: .before, trace: trace) }
}
