@testable import Outbox
@testable import Sending

/// A model of the outbox in memory: a list of intents and the rules on them.
struct ModelOutbox {
  struct Try: Hashable {
    let number: Int
    let nonce: UInt64
    let kind: Attempt.Kind
  }

  struct Row {
    let id: Int64
    let account: Int
    let key: Int?
    /// Equal for equal ones.
    let sort: Int
    let created: UInt64
    var state: IntentState
    var nonce: UInt64?
    /// The life of a process.
    var owner: Int?
    var isSuperseded = false
    /// Whether it is proven how it ended.
    var isProven = false
    var attempts: [Try] = []
    /// Those that no node took in the place of another.
    var refused: Set<Int> = []

    /// The last that was signed, but for those.
    var last: Try? { attempts.last { !refused.contains($0.number) } ?? attempts.last }
    /// Whether it was signed, and has ended without effect as far as was told.
    var isBound: Bool { (state.mayBeMined || state == .nonceTaken) && !attempts.isEmpty }
  }

  enum Begun: Equatable {
    case begun(Int64, stranded: Set<Int64>)
    case found(Int64, isOurs: Bool)
    case bound(Int64)
    case sameJustSent
    /// The count is older than what is known as mined.
    case outdated
  }

  private(set) var rows: [Row] = []
  private var isAlive: Set<Int> = []

  subscript(id: Int64) -> Row {
    get { rows[Int(id) - 1] }
    set { rows[Int(id) - 1] = newValue }
  }

  mutating func isBorn(_ life: Int) { isAlive.insert(life) }
  mutating func dies(_ life: Int) { isAlive.remove(life) }

  /// Whether a process with this life may take it up.
  func isFree(_ row: Row, for life: Int) -> Bool {
    guard let owner = row.owner else { return true }
    return owner != life && !isAlive.contains(owner)
  }

  private func counts(_ row: Row) -> Bool { row.state.isLive || row.state == .final }

  /// The one that has a key.
  func holder(of key: Int, _ account: Int) -> Row? {
    rows.first { $0.account == account && $0.key == key && !$0.isSuperseded && counts($0) }
  }

  /// Those with a key that were signed and have ended without effect, the newest first.
  func bound(_ key: Int, _ account: Int) -> [Row] {
    rows.filter { $0.account == account && $0.key == key && !$0.isSuperseded && $0.isBound }.reversed()
  }

  // MARK: Changes

  mutating func begin(
    account: Int, key: Int?, sort: Int, again: Bool, within seconds: UInt64, count: UInt64,
    known: UInt64?, cleared: Set<Int64>, life: Int, now: UInt64
  ) -> Begun {
    let before = self
    if let key, let earlier = holder(of: key, account) {
      if earlier.state.isLive {
        guard isFree(earlier, for: life) else { return .found(earlier.id, isOurs: false) }
        guard !earlier.state.mayBeSent else {
          self[earlier.id].owner = life
          return .found(earlier.id, isOurs: true)
        }
        end(earlier.id, .expired)
      } else if again {
        self[earlier.id].isSuperseded = true
      } else {
        return .found(earlier.id, isOurs: false)
      }
    }
    if let key {
      for row in bound(key, account) where !cleared.contains(row.id) {
        guard again else { return .bound(row.id) }
        self[row.id].isSuperseded = true
      }
    } else {
      if isOutdated(account, count, known) { return .outdated }
      let next = freeNonce(account, from: count)
      let isEqual = rows.contains {
        $0.account == account && $0.sort == sort && $0.created + seconds > max(now, seconds)
          && ![.expired, .cancelled].contains($0.state) && ($0.state != .unpublished || $0.nonce != next)
      }
      if isEqual { return .sameJustSent }
    }
    // What nobody works on: what was never signed is struck out, what was stands in the way of higher nonces.
    let abandoned = rows.filter {
      $0.account == account && $0.state.isLive && $0.owner != life && isFree($0, for: life)
    }
    for row in abandoned where !row.state.mayBeSent { end(row.id, .expired) }
    if isOutdated(account, count, known) {
      self = before
      return .outdated
    }
    let nonce = freeNonce(account, from: count)
    let stranded = abandoned.filter {
      $0.state.mayBeSent && $0.state != .mined && ($0.nonce ?? .max) < nonce
    }
    for row in stranded { self[row.id].owner = life }
    rows.append(
      Row(
        id: Int64(rows.count + 1), account: account, key: key, sort: sort, created: now,
        state: .reserved, nonce: nonce,
        owner: life))
    return .begun(Int64(rows.count), stranded: Set(stranded.map(\.id)))
  }

  private func isOutdated(_ account: Int, _ count: UInt64, _ known: UInt64?) -> Bool {
    lastMined(account).map { $0 >= count && $0 != known } ?? false
  }

  /// The last nonce that is known as mined.
  func lastMined(_ account: Int) -> UInt64? {
    rows.filter { $0.account == account && $0.state.isConsumed }.compactMap(\.nonce).max()
  }

  private func freeNonce(_ account: Int, from count: UInt64) -> UInt64 {
    let taken = Set(rows.filter { $0.account == account && $0.state.isLive }.compactMap(\.nonce))
    var nonce = count
    while taken.contains(nonce) { nonce += 1 }
    return nonce
  }

  mutating func record(_ one: Try, of id: Int64) {
    if self[id].state == .reserved { self[id].state = .signed }
    self[id].attempts.append(one)
  }

  mutating func isOffered(_ id: Int64) {
    if self[id].state == .signed { self[id].state = .broadcast }
  }

  mutating func end(_ id: Int64, _ state: IntentState, isProven: Bool = false) {
    self[id].state = state
    self[id].isProven = isProven
    self[id].owner = nil
  }

  mutating func release(_ id: Int64, life: Int) {
    if self[id].owner == life { self[id].owner = nil }
  }

  mutating func refuse(_ number: Int, of id: Int64) { self[id].refused.insert(number) }

  /// - Returns: false if another has its nonce or its key now.
  mutating func revive(_ id: Int64) -> Bool {
    guard self[id].isBound, !isLent(self[id]) else { return false }
    self[id].state = .broadcast
    self[id].isProven = false
    return true
  }

  /// - Returns: false if another has its nonce now.
  mutating func reopen(_ id: Int64, life: Int) -> Bool {
    guard self[id].isBound, !isLent(self[id]) else { return false }
    (self[id].state, self[id].owner, self[id].isProven) = (.signed, life, false)
    return true
  }

  private func isLent(_ row: Row) -> Bool {
    rows.contains { $0.account == row.account && $0.id != row.id && $0.state.isLive && $0.nonce == row.nonce }
  }

  mutating func takeOver(_ id: Int64, life: Int) -> Bool {
    guard self[id].state.isLive, self[id].owner == life || isFree(self[id], for: life) else {
      return false
    }
    self[id].owner = life
    return true
  }

  mutating func renew(_ id: Int64, count: UInt64, life: Int) {
    self[id].nonce = nil
    self[id].nonce = freeNonce(self[id].account, from: count)
    (self[id].state, self[id].owner) = (.reserved, life)
  }

  /// - Returns: false if that cannot be, because another has its nonce or its key now.
  mutating func unsettle(_ id: Int64) -> Bool {
    let row = self[id]
    guard row.state.isConsumed else { return true }
    let others = rows.filter { $0.account == row.account && $0.id != id }
    if others.contains(where: { $0.state.isLive && $0.nonce == row.nonce }) { return false }
    if !row.isSuperseded, let key = row.key,
      others.contains(where: { $0.key == key && !$0.isSuperseded && counts($0) })
    {
      guard row.state == .cancelled else { return false }
      self[id].isSuperseded = true
    }
    self[id].state = .broadcast
    self[id].isProven = false
    return true
  }
}
