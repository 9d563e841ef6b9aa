import Database
import Locking

/// Keeps how a daemon does: writes it down, tells those who get its alerts when it begins to fail, when something
/// else fails as well, and when it does well again, once each whenever a process may end, and tells the service manager
/// that it is alive.
public struct HealthMonitor: Sendable {
  /// The daemon's name in notifications.
  public struct Daemon: Sendable {
    let name: String
    let watched: String
    let scope: String
    private let longestRound: Duration

    /// - Parameters:
    ///   - name: As in `gas`.
    ///   - watched: The thing that it watches, for people; empty where there is but one.
    ///   - scope: The scope of its lock.
    ///   - longestRound: The time that it may always take until it does something again: a minute by default.
    public init(_ name: String, watching watched: String = "", scope: String, longestRound: Duration = .seconds(60)) {
      (self.name, self.watched, self.scope, self.longestRound) = (name, watched, scope, longestRound)
    }

    /// The seconds until it has to have done something again: three pauses, and at least the longest of rounds.
    func patience(_ pause: Duration) -> Int64 { max(pause * 3, longestRound).components.seconds }
  }

  private let book: HealthBook
  private let daemon: Daemon
  private let receivers: @Sendable () async throws -> [AlertChannel]
  private let words: @Sendable (any Error) -> String
  private let message: @Sendable (DaemonNotice) -> String
  private let terminal: @Sendable (String) -> Void
  private let pulse: ServiceHeartbeat
  private let causes: FailureDeduplicator?
  private let home: String?
  private let clock: @Sendable () -> Int64
  private let last = Guarded<DaemonHealth?>(nil)
  /// The time of the last round that was written down.
  private let marked = Guarded<Int64?>(nil)

  /// - Parameters:
  ///   - receivers: Gives the channels of the daemon's alerts.
  ///   - words: The reason of a failure, for people; nil has all that the failure says.
  ///   - message: One line for people.
  ///   - terminal: Shows a line on the terminal, where a channel wants it there.
  ///   - pulse: The one that tells the service manager.
  ///   - causes: The one for all parts of this process; nil where there are no others.
  ///   - home: The home folder, which no notification names, as it names no folder.
  ///   - clock: Seconds since 1970.
  public init(
    _ book: HealthBook, of daemon: Daemon, receivers: @escaping @Sendable () async throws -> [AlertChannel],
    words: (@Sendable (any Error) -> String)? = nil,
    message: @escaping @Sendable (DaemonNotice) -> String, terminal: @escaping @Sendable (String) -> Void,
    pulse: ServiceHeartbeat, causes: FailureDeduplicator? = nil, home: String? = nil,
    clock: @escaping @Sendable () -> Int64
  ) {
    (self.causes, self.home) = (causes, home)
    (self.book, self.daemon, self.receivers) = (book, daemon, receivers)
    (self.words, self.message) = (words ?? { $0.inOneLine }, message)
    (self.terminal, self.pulse, self.clock) = (terminal, pulse, clock)
  }

  /// The reason of a failure, as it is noted.
  public func problem(of error: any Error) -> DaemonProblem { DaemonProblem(words(error), kinds: error.kinds) }

  /// Takes in how a reading went.
  ///
  /// - Parameters:
  ///   - problem: The reason why it failed, or why something else stood in for its source; nil if it went well.
  ///   - hasReading: Whether there is something that was read; that nothing is new is no failure.
  ///   - pause: The time until the next one.
  /// - Throws: The errors of the files.
  public func note(problem: DaemonProblem?, hasReading: Bool, pause: Duration) async throws {
    pulse.heartbeat(daemon.scope, pause: pause)
    let known = last.withLock { $0 }
    // There is nothing to write down where nothing is new.
    if problem == nil, !hasReading, let known, !known.isFailing { return try await mark(pause) }
    let isNews = known?.isTold ?? true || problem != nil
    var channels: [AlertChannel]? = []
    if isNews {
      do {
        channels = try await receivers()
      } catch  where error.isOfAwayServer {
        // The receivers are read again with the next reading; until then no recovery is announced.
        guard problem != nil else { return }
        channels = nil
      }
    }
    let now = clock()
    let health = try await book.step(
      daemon.scope, problem: problem, hasReading: hasReading, at: now, patience: daemon.patience(pause),
      canTell: channels != nil
    ) { [daemon, message, home, causes, channels = channels ?? []] event, before, now in
      // The notification that a failure ended has its reason.
      let failing = event == .failing ? now : before
      let notice = DaemonNotice(
        event, of: daemon.name, watching: daemon.watched, since: failing.failingSince ?? 0,
        problem: PlainReason.text(failing.problem ?? "", home: home), scope: daemon.scope)
      let part = "\(daemon.name) \(daemon.scope)"
      let own =
        switch event {
        case .failing: causes?.claim(channels, for: failing.problem ?? "", by: part, isFirst: !before.isTold)
        case .recovered: causes?.release(channels, by: part)
        }
      return (notice, message(notice), own ?? channels)
    }
    last.withLock { $0 = health }
    marked.withLock { $0 = now }
    pulse.tell(daemon.scope, problem: health.problem)
  }

  /// Takes in that it comes round without a reading, as one that stands by.
  ///
  /// - Parameter pause: The time until the next round.
  /// - Throws: The errors of the file.
  func comeRound(pause: Duration) async throws {
    pulse.heartbeat(daemon.scope, pause: pause)
    try await mark(pause)
  }

  /// Writes down that it does something, where that was long enough ago.
  private func mark(_ pause: Duration) async throws {
    let (now, patience) = (clock(), daemon.patience(pause))
    if let marked = marked.withLock({ $0 }), now >= marked, now - marked < patience / 3 { return }
    try await book.mark(daemon.scope, at: now, patience: patience)
    marked.withLock { $0 = now }
  }

  /// Does the daemon's work, and delivers notifications meanwhile.
  ///
  /// - Throws: The errors of the work and of the files.
  public func run(_ work: @escaping @Sendable () async throws -> Void) async throws {
    try await book.notices.recover(daemon.scope)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await work() }
      group.addTask { try await dispatcher.deliverDue(isStaying: true) }
      defer { group.cancelAll() }
      try await group.next()
    }
    if !Task.isCancelled { try await deliver() }
  }

  /// Makes the deliveries that are due.
  ///
  /// - Throws: The errors of the file.
  public func deliver() async throws { try await dispatcher.deliverDue() }

  private var dispatcher: DeliveryDispatcher<DaemonNotice> {
    DeliveryDispatcher(
      book: book.notices, scope: daemon.scope, terminal: { [terminal] in terminal($0.message) }, clock: clock)
  }
}
