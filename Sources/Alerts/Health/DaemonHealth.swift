/// The health of a daemon: whether its readings succeed, and since when they fail.
public struct DaemonHealth: Sendable, Hashable {
  /// A change that receivers of alerts are notified of.
  public enum Event: String, Sendable, Hashable {
    /// The daemon has failed for a while, or fails worse than was reported: something else fails as well.
    case failing
    /// The daemon does well again, after its failure was reported.
    case recovered
  }

  /// The time at which the first of the failures came that last since, in seconds since 1970; nil while it does well.
  public internal(set) var failingSince: Int64?
  /// The reason of the newest failure; nil while it does well.
  public internal(set) var problem: String?
  /// The number of readings that have failed, one after another.
  public internal(set) var failures: Int64 = 0
  /// The time at which something was read last, in seconds since 1970.
  public internal(set) var lastReading: Int64?
  /// Whether its failure was reported.
  public internal(set) var isTold = false
  /// The kinds of what fails, as far as they were reported since the failures began.
  var toldKinds: Set<String> = []
  /// The number of readings that have failed for what was not told yet, one after another.
  var untold: Int64 = 0
  /// The time at which it did something last, whether there was anything to read or not, in seconds since 1970.
  var lastRound: Int64?
  /// The seconds after that within which it does something again.
  var patience: Int64?
  /// The number of its reports; a part of the notices' ids.
  public internal(set) var spells: Int64 = 0

  /// The number of consecutive failed readings before a notification: a node that restarts is no news.
  public static var patience: Int64 { 3 }

  /// Whether it fails.
  public var isFailing: Bool { failingSince != nil }

  /// The time since when a process has done nothing, where that is longer than it may take: it hangs.
  ///
  /// - Parameters:
  ///   - start: The time at which it began: of a run before it only the patience counts.
  ///   - now: In seconds since 1970, as all of them.
  public func silence(ofOneBegunAt start: Int64, at now: Int64) -> Int64? {
    guard let lastRound, let patience else { return nil }
    let last = max(lastRound, start)
    return now &- last > patience ? last : nil
  }

  /// Nothing is known yet.
  public init() {}

  /// Takes in how a reading went.
  ///
  /// - Parameters:
  ///   - problem: The reason why it failed, or why something else stood in for its source; nil if it went well.
  ///   - hasReading: Whether there is something that was read.
  ///   - now: In seconds since 1970.
  ///   - canTell: Whether it is known whom to tell of a failure; until then none counts as told.
  /// - Returns: The change that is to be reported, if it is one.
  mutating func step(problem: DaemonProblem?, hasReading: Bool, at now: Int64, canTell: Bool) -> Event? {
    if hasReading { lastReading = now }
    guard let problem else {
      let wasTold = isTold
      (failingSince, self.problem, failures, isTold, toldKinds, untold) = (nil, nil, 0, false, [], 0)
      return wasTold ? .recovered : nil
    }
    failures = failures == .max ? failures : failures + 1
    failingSince = failingSince ?? now
    self.problem = problem.text
    // A version before this one, which told of it, kept no kinds.
    if isTold, toldKinds.isEmpty { toldKinds = problem.kinds }
    untold = isTold && problem.kinds.isSubset(of: toldKinds) ? 0 : untold &+ 1
    guard untold >= Self.patience, canTell else { return nil }
    (isTold, untold, spells) = (true, 0, spells &+ 1)
    toldKinds.formUnion(problem.kinds)
    return .failing
  }
}
