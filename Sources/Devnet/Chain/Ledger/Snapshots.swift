/// The snapshots of a devnet, numbered from 1.
struct Snapshots: Sendable {
  /// All that a snapshot brings back.
  struct Snapshot: Sendable {
    let steps: Int
    let pool: TransactionPool
    let clock: BlockClock
    let next: NextBlock
  }

  /// The most that are kept, and about the bytes that what waited then may take; the oldest go first.
  static let most = 1000
  static let mostBytes = 512 << 20

  private(set) var all: [(id: UInt64, snapshot: Snapshot)] = []
  private var last: UInt64 = 0

  /// Keeps a snapshot; gives its number.
  ///
  /// - Complexity: O(snapshots).
  mutating func add(_ snapshot: Snapshot) -> UInt64 {
    var bytes = all.reduce(snapshot.pool.footprint) { $0 + $1.snapshot.pool.footprint }
    while let oldest = all.first, all.count >= Self.most || bytes > Self.mostBytes {
      bytes -= oldest.snapshot.pool.footprint
      all.removeFirst()
    }
    last += 1
    all.append((last, snapshot))
    return last
  }

  /// A snapshot that is kept.
  subscript(id: UInt64) -> Snapshot? { all.first { $0.id == id }?.snapshot }

  /// Forgets a snapshot and those after it.
  mutating func remove(from id: UInt64) { all.removeAll { $0.id >= id } }

  /// Forgets those of more steps than are left.
  mutating func remove(beyondStep steps: Int) { all.removeAll { $0.snapshot.steps > steps } }

  /// Forgets all; numbers go on.
  mutating func removeAll() { all = [] }
}
