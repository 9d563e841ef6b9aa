/// How a daemon does: whether its readings succeed, and since when they fail.
public struct DaemonHealth: Sendable, Hashable {
  /// A change that receivers of alerts are notified of.
  public enum Event: String, Sendable, Hashable {
    /// The daemon has failed for a while.
    case failing
    /// The daemon does well again, after it was told that it fails.
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
  /// Whether it was told that it fails.
  public internal(set) var isTold = false
  /// The number of times that it was told; a part of the notices' ids.
  public internal(set) var spells: Int64 = 0

  /// The number of consecutive failed readings before a notification: a node that restarts is no news.
  public static var patience: Int64 { 3 }

  /// Whether it fails.
  public var isFailing: Bool { failingSince != nil }

  /// Nothing is known yet.
  public init() {}

  /// Takes in how a reading went.
  ///
  /// - Parameters:
  ///   - problem: The reason why it failed, or why something else stood in for its source; nil if it went well.
  ///   - hasReading: Whether there is something that was read.
  ///   - now: In seconds since 1970.
  /// - Returns: The change that is to be told, if it is one.
  mutating func step(problem: String?, hasReading: Bool, at now: Int64) -> Event? {
    if hasReading { lastReading = now }
    guard let problem else {
      let wasTold = isTold
      (failingSince, self.problem, failures, isTold) = (nil, nil, 0, false)
      return wasTold ? .recovered : nil
    }
    failures = failures == .max ? failures : failures + 1
    failingSince = failingSince ?? now
    self.problem = problem
    guard failures >= Self.patience, !isTold else { return nil }
    isTold = true
    spells = spells &+ 1
    return .failing
  }
}
