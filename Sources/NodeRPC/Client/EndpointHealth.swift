/// Which endpoints failed lately, as far as the process knows: those are asked last until they had time to recover, and
/// not at all while they are silent.
///
/// All clients of the process share it, so that an endpoint that hangs is waited for once. Silence is nobody's answer:
/// it counts for no quorum, and says nothing of an endpoint at another address.
package actor EndpointHealth {
  /// The whole address, user name and password included, and by whose certificates it is trusted.
  struct Key: Sendable, Hashable {
    let endpoint: Endpoint
    let authorityFile: String?
  }

  /// The endpoints of a client by their places.
  struct Selection: Sendable {
    /// Those to ask, in their order: the well ones as they were given, then the resting ones, soonest back first.
    var order: [Int] = []
    /// Those that are silent: nobody's answer waits for them.
    var silent: [Int] = []
    /// The silent ones that are to be looked at now, by whoever got this and nobody else.
    var due: [Int] = []
  }

  private struct Record {
    var failures = 0
    var restsUntil: ContinuousClock.Instant
    /// The time that it was waited for in vain; nil for one that answers, however badly.
    var silence: Duration?
    var isLookedAt = false
  }

  /// State of all endpoints that this process has used.
  package static let shared = EndpointHealth()

  private let now: @Sendable () -> ContinuousClock.Instant
  private var records: [Key: Record] = [:]

  /// Knows nothing yet.
  package init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.now = now }

  /// The endpoints to ask for a client that waits so long for an answer. A silent one is due when it has rested, and at
  /// once where no other is left. One that was silent for less than the client's patience may be slow, and is asked
  /// last.
  func selection(of keys: [Key], within patience: Duration) -> Selection {
    guard !records.isEmpty else { return Selection(order: Array(keys.indices)) }
    let now = now()
    var selection = Selection()
    var resting: [(until: ContinuousClock.Instant, index: Int)] = []
    for (index, key) in keys.enumerated() {
      guard let record = records[key] else {
        selection.order.append(index)
        continue
      }
      if let silence = record.silence, silence >= patience {
        selection.silent.append(index)
      } else if record.restsUntil > now {
        resting.append((record.restsUntil, index))
      } else {
        selection.order.append(index)
      }
    }
    selection.order += resting.sorted { $0 < $1 }.map(\.index)
    for index in selection.silent {
      guard var record = records[keys[index]], !record.isLookedAt, record.restsUntil <= now || selection.order.isEmpty
      else { continue }
      record.isLookedAt = true
      records[keys[index]] = record
      selection.due.append(index)
    }
    return selection
  }

  /// Notes a failure; the rest doubles with each one in a row, up to sixteen times the usual, or lasts as the node
  /// asks.
  ///
  /// - Parameter wait: The time for which an answer was waited for in vain; four times that is rested.
  func failed(_ key: Key, coolDown: Duration, retryAfter: Int? = nil, after wait: Duration = .zero) {
    let known = records[key]
    let failures = min(5, (known?.failures ?? 0) + 1)
    var rest = max(coolDown * (1 << (failures - 1)), wait * 4)
    if let retryAfter { rest = .seconds(min(max(retryAfter, 1), 600)) }
    records[key] = Record(
      failures: failures, restsUntil: now().advanced(by: rest), silence: known?.silence,
      isLookedAt: known?.isLookedAt ?? false)
  }

  /// Notes that an endpoint left a simple question unanswered for so long, which was all the time that it had.
  func recordTimeout(_ key: Key, for wait: Duration, coolDown: Duration) {
    let silence = max(records[key]?.silence ?? .zero, wait)
    failed(key, coolDown: coolDown, after: silence)
    records[key]?.silence = silence
    records[key]?.isLookedAt = false
  }

  /// Notes that an endpoint said something, be it a refusal.
  func recordAnswer(_ key: Key) {
    records[key]?.silence = nil
    records[key]?.isLookedAt = false
  }

  /// Forgets all failures of an endpoint that gave an answer.
  func succeeded(_ key: Key) { if !records.isEmpty { records[key] = nil } }
}
