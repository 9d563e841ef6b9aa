import Primitives

/// The filters that clients installed, each with the last block, or the number of sent transactions, that its client
/// knows.
struct Filters: Sendable {
  enum Kind: Sendable {
    case blocks
    case logs(LogFilter)
    case transactions
  }

  /// The most there are; the oldest go first.
  static let most = 1000
  /// The least number of sent transactions that are remembered; a client that asks less often misses some.
  static let mostSent = TransactionPool.limit

  private var kinds: [UInt64: (kind: Kind, known: UInt64)] = [:]
  private var last: UInt64 = 0
  /// The latest transactions that were sent, and how many came before them.
  private var sent: [Hash32] = []
  private var forgotten: UInt64 = 0

  /// The number of transactions that were sent so far.
  var sentCount: UInt64 { forgotten + UInt64(sent.count) }

  /// The transactions that were sent after so many.
  func sent(after count: UInt64) -> ArraySlice<Hash32> { sent.dropFirst(Int(clamping: count - min(count, forgotten))) }

  /// Remembers a transaction that was sent.
  mutating func noteSent(_ hash: Hash32) {
    sent.append(hash)
    guard sent.count >= 2 * Self.mostSent else { return }
    sent.removeFirst(Self.mostSent)
    forgotten += UInt64(Self.mostSent)
  }

  mutating func add(_ kind: Kind, known: UInt64) -> UInt64 {
    if kinds.count >= Self.most, let oldest = kinds.keys.min() { kinds[oldest] = nil }
    last += 1
    kinds[last] = (kind, known)
    return last
  }

  /// - Throws: `unknownFilter`.
  func filter(_ id: UInt64) throws(DevnetError) -> (kind: Kind, known: UInt64) {
    guard let filter = kinds[id] else { throw DevnetError(.unknownFilter, "filter not found") }
    return filter
  }

  mutating func know(_ known: UInt64, _ id: UInt64) { kinds[id]?.known = known }

  /// Lets nobody know a block after this one: the chain went back to it.
  mutating func goBack(to block: UInt64) {
    for (id, filter) in kinds where filter.known > block {
      if case .transactions = filter.kind { continue }
      kinds[id]?.known = block
    }
  }

  /// Lets everybody know the blocks to this one: another chain begins with it.
  mutating func begin(at block: UInt64) {
    for (id, filter) in kinds {
      if case .transactions = filter.kind { continue }
      kinds[id]?.known = block
    }
  }

  mutating func remove(_ id: UInt64) -> Bool { kinds.removeValue(forKey: id) != nil }
}
