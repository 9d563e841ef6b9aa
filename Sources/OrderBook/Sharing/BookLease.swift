import Database
import Files

/// The lease of the process that keeps a book that several processes share; signs of life are given for as long as it
/// is held.
actor BookLease {
  private let keeper: LeaseKeeper
  private let database: any SQLDatabase
  private let pause: Duration
  private var tried: ContinuousClock.Instant?
  private var attempt: Task<Void, any Error>?
  private var beating: Task<Void, Never>?

  /// A lease that nobody has asked for yet.
  ///
  /// - Parameter pause: The time from one attempt to take it to the next.
  init(_ name: String, as holder: String, in database: any SQLDatabase, pause: Duration) {
    keeper = LeaseKeeper(name, as: holder, in: database)
    (self.database, self.pause) = (database, pause)
  }

  /// The lease while it may be relied on.
  nonisolated var held: Lease? { keeper.held }

  /// Takes the lease if it is free, unless that was tried just before.
  ///
  /// - Parameter isDoubtful: Whether the database is asked in any case.
  /// - Throws: the errors of the database.
  func take(isDoubtful: Bool) async throws {
    if !isDoubtful {
      guard held == nil else { return }
      if attempt == nil, let tried, .now - tried < pause { return }
    }
    try await renew()
    if held != nil, beating == nil { beating = Task { await goOn() } }
  }

  /// Gives the lease back, so that another may take it at once.
  func release() async {
    beating?.cancel()
    try? await attempt?.value
    let keeper = keeper
    // A server that is not there gives it to another when its time is over.
    _ = try? await database.threads.run { try keeper.release() }
  }

  /// Gives signs of life until the lease is lost.
  private func goOn() async {
    await keeper.keep(isRetaken: false)
    beating = nil
  }

  /// Asks the database once, however many wait for it.
  private func renew() async throws {
    let task =
      attempt
      ?? Task { [keeper, database] in
        _ = try await database.threads.run { try keeper.renew() }
      }
    attempt = task
    tried = .now
    defer { attempt = nil }
    try await task.value
  }
}
