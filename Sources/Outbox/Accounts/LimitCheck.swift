import Database
import Primitives

/// Whether a draft stays within its limits, computed in the change that writes it down: two processes cannot both slip
/// under one.
///
/// A signed transaction counts with the most that it can cost, until its cost is proven: what a node says of it frees
/// nothing. Of several with the same nonce one at most is mined, so the dearest counts.
///
/// A day is one by this machine's clock and by the chain's blocks: what is not a day old by either counts, so that a clock
/// that jumped allows no more.
struct LimitCheck {
  private static let day: UInt64 = 86_400

  let db: Connection
  let store: any OutboxStore
  let draft: IntentDraft
  /// The nonce that the draft gets; nil where that is not known.
  let nonce: UInt64?
  /// The intent that is left out: the draft takes its place.
  let excepted: Int64?

  func run() throws {
    guard let limits = draft.limits, !limits.isEmpty else { return }
    let now = store.clock()
    let since = Self.dayBefore(now)
    let blocksSince = draft.blockTime.map(Self.dayBefore)
    var (command, day, contract) = (Sum(), Sum(), Sum())
    let own = Slot(account: draft.account, nonce: nonce, id: 0)
    command.add(draft.cost, own)
    day.add(draft.cost, own)
    contract.add(draft.cost, own)
    for intent in try spent(since: since, blocksSince)
    where intent.id != excepted && intent.chain.chainID == draft.chain.chainID {
      let slot = Slot(account: intent.account, nonce: intent.nonce, id: intent.id)
      let cost = intent.spent
      if intent.run == store.run { command.add(cost, slot) }
      guard
        intent.state.isLive || intent.isOpen || intent.created > since
          || intent.blockTime ?? 0 > blocksSince ?? .max
      else { continue }
      day.add(cost, slot)
      if draft.to != nil, intent.to == draft.to { contract.add(cost, slot) }
    }
    try check(command.total, limits.perCommand, .perCommand)
    try check(day.total, limits.perDay, .perDay)
    if draft.to != nil { try check(contract.total, limits.perContract, .perContract) }
  }

  /// The intents that count: begun since then or by this run, or open, however old. An index answers each question: an
  /// old outbox does not slow a new send.
  private func spent(since: UInt64, _ blocksSince: UInt64?) throws -> [Intent] {
    let (id, prefix) = ("\(draft.chain.chainID)", "\(draft.chain.chainID) ")
    let chain = "(chain = ? OR chain > ? AND chain < ?)"
    let marks: [(any Storable)?] = [id, prefix, "\(draft.chain.chainID)!"]
    var found: [Int64: Intent] = [:]
    for (condition, values) in [
      ("WHERE chain = ? AND created > ?", [id, since] as [(any Storable)?]),
      ("WHERE chain > ? AND chain < ? AND created > ?", [prefix, "\(draft.chain.chainID)!", since]),
      (
        "INDEXED BY intentBlockTime WHERE chain = ? AND blockTime > ? AND blockTime IS NOT NULL",
        [draft.chain, Int64(clamping: blocksSince ?? .max)]
      ),
      ("\(AccountRows.liveByIndex) AND \(chain)", marks),
      ("INDEXED BY intentOpen WHERE \(IntentState.openCondition) AND \(chain)", marks),
      ("WHERE run = ? AND \(chain)", [store.run] + marks),
    ] {
      for intent in try Intent.fetch(db, condition, values) { found[intent.id] = intent }
    }
    return Array(found.values)
  }

  private static func dayBefore(_ time: UInt64) -> UInt64 { time > day ? time - day : 0 }

  private func check(_ sum: Amount, _ limit: Amount?, _ kind: SpendingLimits.Kind) throws {
    guard let limit, sum > limit else { return }
    throw OutboxError.limitExceeded(sum: sum, limit: limit, kind: kind, draft: draft)
  }
}

/// A nonce of an account; what has none stands for itself.
private struct Slot: Hashable {
  let account: Address
  let nonce: UInt64?
  let id: Int64

  init(account: Address, nonce: UInt64?, id: Int64) {
    (self.account, self.nonce, self.id) = (account, nonce, nonce == nil ? id : 0)
  }
}

/// The dearest of each nonce, added up.
private struct Sum {
  private var dearest: [Slot: Amount] = [:]

  mutating func add(_ cost: Amount, _ slot: Slot) { dearest[slot] = max(dearest[slot] ?? .zero, cost) }

  var total: Amount { dearest.values.reduce(.zero) { (try? $0.adding($1)) ?? Amount(wei: .max) } }
}

extension Intent {
  /// The amount that it counts with.
  fileprivate var spent: Amount {
    switch state {
    case .planned, .waiting, .reserved, .expired, .nonceTaken: cost
    default: evidence == nil ? max(cost, maximum) : cost
    }
  }
}
