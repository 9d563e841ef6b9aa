import Files
import Locking
import Platform

/// The keeper of one lease for its process: takes it, gives signs of life, and knows until when it may be relied on.
///
/// That is counted by the machine's steady clock from before a sign was sent, and ends before the database would give
/// the lease to another.
package final class LeaseKeeper: Sendable {
  /// The time between two signs of life.
  package static let pause: Duration = .seconds(5)
  /// So long before its end a lease is no longer relied on.
  package static let margin: Duration = .seconds(3)

  package let name: String
  private let holder: String
  private let database: any SQLDatabase
  private let now: @Sendable () -> ContinuousClock.Instant
  private let state = Guarded<State>(State())
  /// The number of signs of life, held by the task that gives one: two that took the lease at once would make each
  /// other's token void.
  private let signs = Guarded(0)
  /// A thread of its own: a sign of life waits for nobody who waits for a turn.
  private let threads = BlockingThreads(most: 1)

  private struct State: Sendable {
    var lease: Lease?
    var end: ContinuousClock.Instant?
    var isOver = false
  }

  /// - Parameters:
  ///   - name: The lease's.
  ///   - holder: Words for people; what tells this process from all others is added to them.
  ///   - database: One with the table of leases.
  package init(
    _ name: String, as holder: String, in database: any SQLDatabase,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    (self.name, self.database, self.now) = (name, database, now)
    self.holder = "\(holder) \(String(UInt64.random(in: 0 ... .max), radix: 36))"
  }

  /// The lease while it may be relied on; nil otherwise.
  package var held: Lease? {
    let moment = now()
    return state.withLock { state in
      guard let lease = state.lease, let end = state.end, moment < end else { return nil }
      return lease
    }
  }

  /// The lease while it may be relied on.
  ///
  /// - Throws: `DatabaseError` `.leaseLost`.
  package func required() throws -> Lease {
    guard let lease = held else { throw DatabaseError(.leaseLost, "This process does not hold the lease \(name).") }
    return lease
  }

  /// Gives a sign of life, or takes the lease where it is not held; blocks.
  ///
  /// - Returns: false while another holds it, and after ``release()``.
  /// - Throws: the errors of the database: what was held is held until its end.
  @discardableResult
  package func renew() throws -> Bool {
    try signs.withLock { signs in
      signs += 1
      return try renewOnce()
    }
  }

  private func renewOnce() throws -> Bool {
    let sent = now()
    guard !state.withLock({ $0.isOver }) else { return false }
    if let lease = held {
      do {
        try database.write(.relaxed, turn: turn) { try lease.prolong(in: $0) }
        return note(lease, sent)
      } catch {
        // The database is asked who has the lease, whatever the store makes of its errors.
        guard try database.read({ try Lease.holder(of: name, in: $0)?.token }) != lease.token else { throw error }
      }
    }
    return note(try database.write(.synced, turn: turn) { try Lease.take(name, as: holder, in: $0) }, sent)
  }

  /// Gives signs of life until the task is cancelled, on a thread of its own: however busy all others are, it is not
  /// taken for dead. A sign that fails is tried again in a second.
  ///
  /// - Parameters:
  ///   - isRetaken: Whether a lease that was lost is taken again; else this ends then.
  ///   - work: Other work to do at about each sign; it may last longer than until the next.
  package func keep(
    isRetaken: Bool = true, beside work: @escaping @Sendable () async -> Void = {}
  ) async {
    let isOver = Guarded(false)
    await withTaskCancellationHandler {
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          _ = try? await self.threads.run { self.renew(isRetaken: isRetaken) { isOver.withLock { $0 } } }
        }
        group.addTask {
          while !Task.isCancelled {
            await work()
            try? await Task.sleep(for: Self.pause)
          }
        }
        await group.next()
        group.cancelAll()
      }
    } onCancel: {
      isOver.withLock { $0 = true }
    }
  }

  /// Gives signs of life until it is over, or the lease is lost and not to be taken again.
  private func renew(isRetaken: Bool, until isOver: () -> Bool) {
    while !isOver() {
      let isGood = (try? renew()) ?? false
      guard isRetaken || held != nil else { return }
      let next = ContinuousClock.now + (isGood ? Self.pause : .seconds(1))
      while ContinuousClock.now < next, !isOver() { usleep(50_000) }
    }
  }

  /// Gives the lease back for good; blocks.
  package func release() throws {
    let lease = state.withLock { state in
      defer { (state.lease, state.end, state.isOver) = (nil, nil, true) }
      return state.lease
    }
    if let lease { try database.write(.synced, turn: turn) { try lease.release(in: $0) } }
  }

  /// Gives a sign of life, or takes the lease where it is not held, on a thread of its own.
  ///
  /// - Returns: false while another holds it, and after it was given back.
  /// - Throws: the errors of the database.
  package func taken() async throws -> Bool { try await threads.run { try self.renew() } }

  /// Gives the lease back for good, on a thread of its own; one that cannot be given back ends by itself.
  package func givenBack() async { _ = try? await threads.run { try self.release() } }

  private var turn: String { "lease \(name)" }

  private func note(_ lease: Lease?, _ sent: ContinuousClock.Instant) -> Bool {
    state.withLock { state in
      guard !state.isOver else { return false }
      state.lease = lease
      state.end = lease.map { _ in sent + .milliseconds(Lease.lifetime) - Self.margin }
      return lease != nil
    }
  }
}
