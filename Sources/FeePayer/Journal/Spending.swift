import Primitives

/// What a fee payer has signed and what that may cost, as its journal tells it.
///
/// Of the transactions of one sender with one nonce the chain takes one at most, so together they count as the dearest
/// of them. Each counts for the day (UTC) on which it was approved with the most that it can cost, and once it is mined
/// with what it did cost.
public struct Spending: Sendable {
  /// What became of an approved transaction so far.
  public struct Item: Sendable, Hashable {
    public let approval: JournalEntry.Approval
    /// When it was approved, in seconds since 1970.
    public let time: UInt64
    /// The transaction's hash, once it was signed.
    public internal(set) var hash: Hash32?
    public internal(set) var settlement: JournalEntry.Settlement?
  }

  private struct Slot: Hashable {
    let sender: Address
    let nonce: UInt64
  }

  /// What counts of a slot, by day.
  private struct Count {
    var shares: [(day: UInt64, cost: UInt256)] = []
    var isSettled = false

    var total: UInt256 { shares.reduce(0) { $0 &+ $1.cost } }
  }

  /// By what the fee payer signs.
  public private(set) var items: [Hash32: Item] = [:]
  private var counts: [Slot: Count] = [:]
  private var days: [UInt64: Day] = [:]

  private struct Day {
    var total: UInt256 = 0
    var bySender: [Address: UInt256] = [:]
  }

  public init() {}

  /// The day of a time: days since 1970 (UTC).
  public static func day(of time: UInt64) -> UInt64 { time / 86_400 }

  /// What counts for a day, of one sender or of all.
  public func spent(on day: UInt64, by sender: Address? = nil) -> Amount {
    guard let day = days[day] else { return .zero }
    return Amount(wei: sender.map { day.bySender[$0] ?? 0 } ?? day.total)
  }

  /// What an approval would add to its day.
  func increase(by approval: JournalEntry.Approval) -> UInt256 {
    guard items[approval.id] == nil else { return 0 }
    let counted = counts[Slot(sender: approval.sender, nonce: approval.nonce)]
    if counted?.isSettled == true { return 0 }
    let total = counted?.total ?? 0
    return approval.cost > total ? approval.cost - total : 0
  }

  /// Takes in what a line of the journal says; false if it fits no earlier line.
  mutating func take(_ line: JournalLine) -> Bool {
    switch line.entry {
    case .begun: return line.number == 0
    case .approved(let approval):
      guard items[approval.id] == nil else { return false }
      add(increase(by: approval), of: approval, on: Self.day(of: line.time))
      items[approval.id] = Item(approval: approval, time: line.time)
    case .signed(let id, let hash):
      guard items[id] != nil else { return false }
      items[id]?.hash = hash
    case .settled(let id, let settlement):
      guard let item = items[id] else { return false }
      items[id]?.settlement = settlement
      items[id]?.hash = settlement.hash
      settle(Slot(sender: item.approval.sender, nonce: item.approval.nonce), settlement.cost)
    }
    return true
  }

  private mutating func add(_ cost: UInt256, of approval: JournalEntry.Approval, on day: UInt64) {
    guard cost > 0 else { return }
    counts[Slot(sender: approval.sender, nonce: approval.nonce), default: Count()].shares.append((day, cost))
    days[day, default: Day()].total &+= cost
    days[day, default: Day()].bySender[approval.sender, default: 0] &+= cost
  }

  /// Gives back what was counted and not spent, to the latest day first.
  private mutating func settle(_ slot: Slot, _ cost: UInt256) {
    guard var count = counts[slot], !count.isSettled else { return }
    count.isSettled = true
    var surplus = count.total > cost ? count.total - cost : 0
    for index in count.shares.indices.reversed() {
      let (day, counted) = count.shares[index]
      let back = min(surplus, counted)
      surplus -= back
      count.shares[index].cost = counted - back
      days[day]?.total -= back
      days[day]?.bySender[slot.sender]? -= back
    }
    counts[slot] = count
  }
}
