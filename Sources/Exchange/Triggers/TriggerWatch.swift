import Orders
import Primitives

/// The watch of conditional orders: it looks at their books, writes down which of them fire, and has done what they are
/// for, once each, whenever a process may end.
///
/// ```swift
/// let watch = TriggerWatch(journal, at: exchange)
/// try await watch.run(every: .seconds(3)) { show($0) }
/// ```
public actor TriggerWatch {
  private let journal: OrderJournal
  private let exchange: any TriggerExchange
  private let clock: @Sendable () -> Int64
  private var evaluators: [Int64: TriggerEvaluator] = [:]

  /// A watch that has seen nothing yet.
  public init(_ journal: OrderJournal, at exchange: any TriggerExchange) {
    (self.journal, self.exchange, clock) = (journal, exchange, journal.clock)
  }

  /// Looks at intervals until the task is cancelled.
  ///
  /// - Throws: `OrderJournalError`; all else is an event.
  public func run(every interval: Duration, _ tell: @escaping @Sendable (TriggerEvent) -> Void) async throws {
    while !Task.isCancelled {
      do {
        try await look(tell)
      } catch {
        // The rest of a cancelled task is taken up the next time.
        guard Task.isCancelled else { throw error }
        return
      }
      try? await Task.sleep(for: interval)
    }
  }

  /// Goes on with those that fired, ends those whose time is over, and judges the armed ones at the newest block.
  ///
  /// - Throws: `OrderJournalError`; `CancellationError`.
  public func look(_ tell: @Sendable (TriggerEvent) -> Void = { _ in }) async throws {
    for trigger in try await journal.triggers(in: JournalTrigger.State.open) where exchange.serves(trigger.terms) {
      try await carryOut(trigger, tell)
    }
    for trigger in try await journal.expireTriggers() { tell(.ended(trigger)) }
    let armed = try await journal.triggers(in: [.armed]).filter { exchange.serves($0.terms) }
    let known = Set(armed.map(\.id))
    evaluators = evaluators.filter { known.contains($0.key) }
    for group in Self.grouped(armed) { try await evaluate(group, tell) }
  }

  /// The conditional orders of a pair and an account together: they see one book.
  private static func grouped(_ triggers: [JournalTrigger]) -> [[JournalTrigger]] {
    var groups: [[JournalTrigger]] = []
    for trigger in triggers {
      let place = groups.firstIndex {
        $0[0].terms.pair == trigger.terms.pair && $0[0].terms.account == trigger.terms.account
      }
      if let place { groups[place].append(trigger) } else { groups.append([trigger]) }
    }
    return groups
  }

  private func evaluate(_ group: [JournalTrigger], _ tell: @Sendable (TriggerEvent) -> Void) async throws {
    let terms = group[0].terms
    let snapshot: BookSnapshot
    var standing: [Int64: Bool] = [:]
    do {
      snapshot = try await exchange.snapshot(of: terms.pair, for: terms.account)
      for trigger in group {
        guard let met = evaluators[trigger.id]?.met else { continue }
        standing[trigger.id] = try await exchange.isStanding(met.block, met.hash, of: terms.pair)
      }
    } catch {
      try Task.checkCancellation()
      for trigger in group { evaluators[trigger.id] = nil }
      return tell(.unseen(terms.pair, error))
    }
    if try await journal.watchTimes.note(terms.pair) {
      // Nobody knows what was in the blocks between.
      for trigger in group { evaluators[trigger.id] = nil }
      tell(.resumed(terms.pair))
    }
    for trigger in group {
      var evaluator = evaluators[trigger.id] ?? TriggerEvaluator()
      let finding = evaluator.evaluate(trigger.terms, at: snapshot, isStanding: standing[trigger.id] ?? false)
      evaluators[trigger.id] = evaluator
      tell(.evaluated(trigger, finding))
      if case .holds(let price) = finding { try await fire(trigger, at: price, in: snapshot, tell) }
    }
  }

  private func fire(
    _ trigger: JournalTrigger, at price: Fraction, in snapshot: BookSnapshot, _ tell: @Sendable (TriggerEvent) -> Void
  ) async throws {
    let worst: Fraction?
    do {
      worst = try trigger.terms.worst(at: price)
    } catch {
      return tell(.unseen(trigger.terms.pair, error))
    }
    let firing = JournalTrigger.Firing(block: snapshot.block, hash: snapshot.hash, price: price, worst: worst)
    guard let fired = try await journal.fire(trigger.id, firing) else { return }
    tell(.fired(fired))
    try await carryOut(fired, tell)
  }

  /// Has done what one that fired is for.
  private func carryOut(_ trigger: JournalTrigger, _ tell: @Sendable (TriggerEvent) -> Void) async throws {
    let (journal, id) = (journal, trigger.id)
    do {
      let outcome: TriggerOutcome
      switch trigger.terms.action {
      case .post(let order):
        _ = try await journal.begin(trigger: id)
        outcome = try await exchange.post(order: order, of: trigger.terms.pair)
      case .deal:
        guard trigger.state != .fired || clock() < trigger.terms.expiry else {
          return tell(
            .ended(
              try await journal.finish(
                trigger: id, outcome: nil, problem: "Its time was over before anything could be sent.")))
        }
        outcome = try await exchange.deal(trigger) { _ = try await journal.begin(trigger: id) }
      }
      tell(.ended(try await journal.finish(trigger: id, outcome: outcome.hash, problem: outcome.problem)))
    } catch {
      try Task.checkCancellation()
      if let error = error as? OrderJournalError, error.code == .fileFailed { throw error }
      let mayBeSent = try await journal.triggers(in: [.sent, .posted]).contains { $0.id == id }
      let words = await exchange.words(of: error, for: trigger.terms)
      if exchange.passes(error, mayBeSent: mayBeSent) {
        tell(.delayed(try await journal.note(trigger: id, problem: words), error))
      } else {
        tell(.ended(try await journal.finish(trigger: id, outcome: nil, problem: words)))
      }
    }
  }
}
