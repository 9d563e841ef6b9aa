import Primitives

/// The sum of a fee payer's journal: what it has signed, and what that may cost.
///
/// Of the transactions of one sender with one nonce the chain takes one at most, so together they count as the dearest
/// of them. Each counts for the day (UTC) on which it was approved with the most that it can cost, once it is mined with
/// what it did cost, and not at all once another took its nonce; should it be mined all the same, it counts for the day on
/// which that is seen.
///
/// Its size is bounded: of the days it knows the latest, of the transactions the latest ``mostItems``. A forgotten part
/// of a transaction can only make it count once more.
public struct Spending: Sendable {
  /// The state of an approved transaction so far.
  public struct Item: Sendable, Hashable {
    /// Without the transaction's bytes, which only the journal keeps.
    public let approval: JournalEntry.Approval
    /// The time when it was approved, in seconds since 1970.
    public let time: UInt64
    /// The transaction's hash, once it was signed.
    public internal(set) var hash: Hash32?
    /// The end of it; nil as long as it was not seen in a block.
    public internal(set) var settlement: JournalEntry.Settlement?
    /// Whether another transaction was mined with its nonce.
    public internal(set) var isSuperseded = false
    /// The offset in the journal where the approval begins; 0 for one in a database.
    let place: UInt64
  }

  /// The most transactions that are remembered.
  public static let mostItems = 50_000
  /// The most days that are remembered; more than two only because a clock may be set back.
  private static let mostDays = 8

  private struct Slot: Hashable {
    let sender: Address
    let nonce: UInt64
  }

  /// The costs that count of a slot, by day.
  private struct Count {
    var shares: [(day: UInt64, cost: UInt256)] = []
    var isSettled = false
    /// The number of remembered transactions that have it.
    var items = 0
    /// The number of these that were superseded.
    var superseded = 0

    var total: UInt256 { shares.reduce(0) { $0 &+ $1.cost } }
  }

  /// The latest, by what the fee payer signs.
  public private(set) var items: [Hash32: Item] = [:]
  /// The number of transactions that were approved in all.
  public private(set) var approvals: UInt64 = 0
  /// The number of transactions that the account paid for beside the journal.
  public private(set) var paymentsElsewhere: UInt64 = 0
  /// Of these the hashes of those behind ``comparedBlock``.
  private(set) var elsewhere: Set<Hash32> = []
  /// The block up to which the journal says that it was compared with the chain; nil for one that is not chained.
  private(set) var comparedBlock: UInt64?
  /// The highest block in which something was mined.
  private(set) var lastSettledBlock: UInt64?
  /// The ids in the order of their approval; those before `oldest` are forgotten.
  private var order: [Hash32] = []
  private var oldest = 0
  /// The latest day that was forgotten.
  private var forgottenDay: UInt64?
  private let most: Int
  private var counts: [Slot: Count] = [:]
  private var days: [UInt64: Day] = [:]

  private struct Day {
    var total: UInt256 = 0
    var bySender: [Address: UInt256] = [:]
  }

  /// Nothing approved yet.
  public init() { self.init(most: Self.mostItems) }

  init(most: Int) { self.most = most }

  /// The day of a time: days since 1970 (UTC).
  public static func day(of time: UInt64) -> UInt64 { time / 86_400 }

  /// The amount that counts for a day, of one sender or of all.
  public func spent(on day: UInt64, by sender: Address? = nil) -> Amount {
    guard let day = days[day] else { return .zero }
    return Amount(wei: sender.map { day.bySender[$0] ?? 0 } ?? day.total)
  }

  /// The cost, in peb, that an approval would add to its day.
  func increase(by approval: JournalEntry.Approval) -> UInt256 {
    guard items[approval.id] == nil else { return 0 }
    let counted = counts[Slot(sender: approval.sender, nonce: approval.nonce)]
    if counted?.isSettled == true { return 0 }
    let total = counted?.total ?? 0
    return approval.cost > total ? approval.cost - total : 0
  }

  /// Takes in what a line of the journal says, and where it stands; false if it fits no earlier line.
  mutating func take(_ line: JournalLine, at place: UInt64) -> Bool {
    switch line.entry {
    case .begun(_, _, let start):
      guard line.number == 0 else { return false }
      comparedBlock = start?.block
    case .chained(let start): comparedBlock = start.block
    case .compared(let block):
      comparedBlock = max(block, comparedBlock ?? 0)
      elsewhere = []
    case .elsewhere(let payment):
      guard elsewhere.insert(payment.hash).inserted else { return false }
      paymentsElsewhere += 1
      count(payment.cost, of: payment.sender, on: Self.day(of: line.time))
    case .approved(let approval):
      // A process that remembered less may have written it down again; it counts already.
      guard items[approval.id] == nil else { return oldest > 0 }
      add(increase(by: approval), of: approval, on: Self.day(of: line.time))
      remember(approval, line.time, place)
    case .signed(let id, let hash):
      guard items[id] != nil else { return oldest > 0 }
      items[id]?.hash = hash
    case .settled(let id, let settlement):
      lastSettledBlock = max(settlement.block, lastSettledBlock ?? 0)
      guard let item = items[id] else { return oldest > 0 }
      items[id]?.settlement = settlement
      items[id]?.hash = settlement.hash
      let slot = Slot(sender: item.approval.sender, nonce: item.approval.nonce)
      if item.settlement == nil, counts[slot]?.isSettled == true {
        count(settlement.cost, of: slot.sender, on: Self.day(of: line.time))
      } else {
        settle(slot, settlement.cost)
      }
    case .superseded(let id):
      guard let item = items[id] else { return oldest > 0 }
      guard !item.isSuperseded else { return true }
      items[id]?.isSuperseded = true
      let slot = Slot(sender: item.approval.sender, nonce: item.approval.nonce)
      counts[slot]?.superseded += 1
      // As long as one of them may have been mined, the dearest counts.
      if let count = counts[slot], count.superseded == count.items { settle(slot, 0) }
    }
    return true
  }

  private mutating func remember(_ approval: JournalEntry.Approval, _ time: UInt64, _ place: UInt64) {
    var kept = approval
    kept.raw = []
    items[approval.id] = Item(approval: kept, time: time, place: place)
    counts[Slot(sender: approval.sender, nonce: approval.nonce), default: Count()].items += 1
    order.append(approval.id)
    approvals += 1
    while items.count > most { forgetOldest() }
  }

  private mutating func forgetOldest() {
    let id = order[oldest]
    oldest += 1
    if let item = items.removeValue(forKey: id) {
      let slot = Slot(sender: item.approval.sender, nonce: item.approval.nonce)
      counts[slot]?.items -= 1
      if item.isSuperseded { counts[slot]?.superseded -= 1 }
      if counts[slot]?.items == 0 { counts[slot] = nil }
    }
    // Rarely, for it moves all that is left.
    guard oldest > most else { return }
    order.removeFirst(oldest - 1)
    oldest = 1
  }

  private mutating func add(_ cost: UInt256, of approval: JournalEntry.Approval, on day: UInt64) {
    guard cost > 0 else { return }
    counts[Slot(sender: approval.sender, nonce: approval.nonce), default: Count()].shares.append((day, cost))
    count(cost, of: approval.sender, on: day)
  }

  private mutating func count(_ cost: UInt256, of sender: Address, on day: UInt64) {
    days[day, default: Day()].total &+= cost
    days[day, default: Day()].bySender[sender, default: 0] &+= cost
    if days.count > Self.mostDays, let first = days.keys.filter({ $0 != day }).min() {
      days[first] = nil
      forgottenDay = max(forgottenDay ?? 0, first)
    }
  }

  /// Gives back the surplus that was not spent, to the latest day first.
  private mutating func settle(_ slot: Slot, _ cost: UInt256) {
    guard var count = counts[slot], !count.isSettled else { return }
    count.isSettled = true
    var surplus = count.total > cost ? count.total - cost : 0
    for index in count.shares.indices.reversed() {
      let (day, counted) = count.shares[index]
      let back = min(surplus, counted)
      surplus -= back
      count.shares[index].cost = counted - back
      // Should the clock come back to a day that was forgotten, that day has begun anew.
      if let forgottenDay, day <= forgottenDay { continue }
      days[day]?.total -= back
      days[day]?.bySender[slot.sender]? -= back
    }
    counts[slot] = count
  }
}
