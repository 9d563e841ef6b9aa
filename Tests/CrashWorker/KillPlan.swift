/// When and how a process is to die, or its disk to fail.
struct KillPlan: Codable, Sendable {
  enum Manner: String, Codable, CaseIterable, Sendable {
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
    var isDeadly: Bool { self != .diskFull && self != .diskBroken }
  }

  /// Of the disk's and the network's steps together, counted from 1; 0 is never.
  var step: Int
  var manner: Manner
  /// Decides what a power cut leaves.
  var seed: UInt64 = 0
  /// A file that gets a line for each step before it is taken, and others for where a job begins and fails.
  var trace: String
}
