import CrashSupport

extension KillPlan.Manner {
  /// Whether it is another end than one of the others at the same step, or than its own at the next.
  func differs(at step: String) -> Bool {
    switch self {
    case .before, .powerCut: true
    case .halfWay, .diskFull: step.hasPrefix("write ")
    case .diskBroken: step.hasPrefix("write ") || step.hasPrefix("sync ")
    }
  }

  /// The head of its column in a table.
  var head: String {
    switch self {
    case .before: "killed before a step"
    case .halfWay: "in the middle of a write"
    case .powerCut: "power cut"
    case .diskFull: "disk full"
    case .diskBroken: "disk broken"
    }
  }
}
