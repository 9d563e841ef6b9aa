import Database

/// Reads at intervals, keeps what is read, and delivers the alerts that it makes fire, until its task is cancelled.
public struct AlertMonitor<Subject: AlertSubject, Reading: Sendable>: Sendable {
  /// An event of the watch.
  public enum Event: Sendable {
    /// A reading, and the deliveries that its crossings make due; none without a lock.
    case reading(Reading, crossed: [Delivery<Subject>])
    /// Nothing could be read; it is tried again after a pause.
    case failed(any Error)
    /// An alert for the terminal.
    case notice(Delivery<Subject>)
    /// Another process watches, on this machine or another; this one takes its place when it ends.
    case standingBy
  }

  /// The longest pause after failures, in seconds, but for an interval that is longer: that it is over is known soon.
  private static var longestPause: Int { 15 }

  private let book: AlertBook<Subject>
  private let scope: String
  private let interval: Duration
  private let lock: MonitorLock?
  private let health: HealthMonitor?
  private let problem: @Sendable (Reading) -> DaemonProblem?
  private let clock: @Sendable () -> Int64
  private let read: @Sendable () async throws -> Reading?
  private let keep: @Sendable (Reading) async throws -> [Delivery<Subject>]

  /// - Parameters:
  ///   - scope: The scope that the lock is for.
  ///   - interval: The time between two readings.
  ///   - lock: Its holder keeps readings and delivers alerts, who stands by does neither; nil only reads. The book and
  ///     `keep` change what they change as its holder (``MonitorLock/fenced(_:)``).
  ///   - health: Keeps how the readings go; nil if nobody wants to know.
  ///   - problem: The reason why something else stood in for the source of a reading; nil for one that went well.
  ///   - clock: Seconds since 1970.
  ///   - read: Gives a reading; nil if there is none since the last one. Its error is an event.
  ///   - keep: Keeps a reading and steps the alerts, in one change. Its error ends the watch.
  public init(
    book: AlertBook<Subject>, scope: String, interval: Duration, lock: MonitorLock?,
    health: HealthMonitor? = nil, problem: @escaping @Sendable (Reading) -> DaemonProblem? = { _ in nil },
    clock: @escaping @Sendable () -> Int64, read: @escaping @Sendable () async throws -> Reading?,
    keep: @escaping @Sendable (Reading) async throws -> [Delivery<Subject>]
  ) {
    (self.book, self.scope, self.interval, self.lock) = (book, scope, interval, lock)
    (self.health, self.problem) = (health, problem)
    (self.clock, self.read, self.keep) = (clock, read, keep)
  }

  /// Watches until the task is cancelled, or `tell` wants no more.
  ///
  /// - Parameter tell: Returns whether to go on.
  /// - Throws: The errors of the book's file; what keeps it from reading is an event.
  public func run(_ tell: @escaping @Sendable (Event) -> Bool) async throws {
    do {
      if let keeper = lock?.keeper {
        try await takeTurns(keeper, tell)
      } else if lock == nil {
        try await watch(tell)
      } else {
        try await watchAndNotify(tell)
      }
    } catch {
      // Work that a cancelled task leaves undone is taken up the next time.
      guard Task.isCancelled else { throw error }
    }
  }

  /// Watches while the lease is held, and stands by while another holds it.
  private func takeTurns(_ keeper: LeaseKeeper, _ tell: @escaping @Sendable (Event) -> Bool) async throws {
    var isTold = false
    while !Task.isCancelled {
      do {
        guard try await keeper.taken() else {
          if !isTold {
            guard tell(.standingBy) else { return }
          }
          isTold = true
          try await health?.comeRound(pause: .seconds(1))
          try? await Task.sleep(for: .seconds(1))
          continue
        }
        isTold = false
        guard try await isDone(while: keeper, tell) else { continue }
        return await keeper.givenBack()
      } catch {
        // A server that is away keeps this from watching, as a node that is away does.
        guard !Task.isCancelled, keeper.held == nil else {
          await keeper.givenBack()
          throw error
        }
        guard tell(.failed(error)) else { return }
        try? await Task.sleep(for: .seconds(1))
      }
    }
    await keeper.givenBack()
  }

  /// Watches until it is over, or the lease is lost.
  ///
  /// - Returns: Whether it is over.
  private func isDone(while keeper: LeaseKeeper, _ tell: @escaping @Sendable (Event) -> Bool) async throws -> Bool {
    try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask {
        await keeper.keep(isRetaken: false)
        return false
      }
      group.addTask {
        try await watchAndNotify(tell)
        return !Task.isCancelled
      }
      defer { group.cancelAll() }
      return try await group.next() ?? true
    }
  }

  private func watchAndNotify(_ tell: @escaping @Sendable (Event) -> Bool) async throws {
    try await book.recover(scope)
    let dispatcher = DeliveryDispatcher(book: book, scope: scope, terminal: { _ = tell(.notice($0)) }, clock: clock)
    // A receiver that is slow or away must not keep the values from being watched.
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await watch(tell) }
      group.addTask { try await dispatcher.deliverDue(isStaying: true) }
      defer { group.cancelAll() }
      try await group.next()
    }
    // The deliveries of the last reading are made before the end.
    if !Task.isCancelled { try await dispatcher.deliverDue() }
  }

  private func watch(_ tell: @Sendable (Event) -> Bool) async throws {
    var failures = 0
    var hasRead = false
    var next = ContinuousClock.now
    while !Task.isCancelled {
      var reading: Reading?
      var trouble: DaemonProblem?
      // The first look of a run is a reading, though nothing may be new.
      var isFirst = false
      do {
        reading = try await read()
        failures = 0
        isFirst = !hasRead
        hasRead = true
      } catch {
        guard !Task.isCancelled else { return }
        failures += 1
        trouble = health?.problem(of: error)
        guard tell(.failed(error)) else { return }
      }
      let pause = failures > 1 ? max(interval, .seconds(min(Self.longestPause, 1 << min(failures, 6)))) : interval
      try await health?.note(
        problem: trouble ?? reading.flatMap(problem), hasReading: isFirst || reading != nil, pause: pause)
      if let reading {
        let crossed = lock == nil ? [] : try await keep(reading)
        guard tell(.reading(reading, crossed: crossed)) else { return }
      }
      // In step with the clock, not with how long reading takes; after failures less and less often.
      next += interval
      if next < .now { next = .now }
      if failures > 1 { next = .now + pause }
      try? await Task.sleep(until: next, clock: .continuous)
    }
  }
}
