import EVM
import Primitives
import Transactions

/// Transactions that wait for a block, by sender and nonce.
struct TransactionPool: Sendable {
  /// A waiting transaction.
  struct Entry: Sendable {
    let sent: DevnetTransaction
    /// Counts arrivals.
    let arrival: UInt64
    /// The most that it may cost, in wei; saturates.
    let cost: UInt256
  }

  /// The most that wait.
  static let limit = 10_000
  /// By how many percent the fees of a replacement must be higher.
  static let replacementBump: UInt256 = 10

  /// The most bytes that they have together.
  var mostBytes = 128 << 20

  private(set) var senders: [Address: [UInt64: Entry]] = [:]
  private var byHash: [Hash32: DevnetTransaction] = [:]
  private var arrivals: UInt64 = 0
  private(set) var bytes = 0

  var count: Int { byHash.count }

  /// All that wait, in the order in which they came.
  var all: [DevnetTransaction] {
    senders.values.flatMap(\.values).sorted { $0.arrival < $1.arrival }.map(\.sent)
  }

  /// All that wait, by sender and nonce.
  var bySender: [DevnetTransaction] {
    senders.sorted { $0.key < $1.key }.flatMap { _, entries in
      entries.sorted { $0.key < $1.key }.map(\.value.sent)
    }
  }

  subscript(hash: Hash32) -> DevnetTransaction? { byHash[hash] }

  /// When a transaction takes the place of another of the same sender and nonce.
  enum Replacement: Sendable {
    /// If it pays at least ten percent more.
    case tenPercent
    /// If it pays more, or is one that cancels, whatever it pays: Kaia's.
    case anyMoreOrCancel
  }

  /// Adds a transaction, or replaces one of the same sender and nonce if that pays enough less; gives that.
  ///
  /// - Throws: `alreadyKnown`, `replacementUnderpriced` or `poolFull`.
  @discardableResult
  mutating func add(
    _ sent: DevnetTransaction, replacing rule: Replacement = .tenPercent
  ) throws(DevnetError) -> DevnetTransaction? {
    let transaction = sent.transaction.transaction
    guard byHash[sent.hash] == nil else { throw DevnetError(.alreadyKnown, "already known") }
    let old = senders[sent.sender]?[transaction.nonce]?.sent
    if let old {
      let before = old.transaction.transaction
      switch rule {
      case .tenPercent:
        guard Self.isBumped(before.maxFeePerGas, transaction.maxFeePerGas),
          Self.isBumped(before.maxPriorityFeePerGas, transaction.maxPriorityFeePerGas)
        else { throw DevnetError(.replacementUnderpriced, "replacement transaction underpriced") }
      case .anyMoreOrCancel:
        guard sent.isCancel || transaction.maxFeePerGas > before.maxFeePerGas else {
          throw DevnetError(
            .replacementUnderpriced, "there is another tx which has the same nonce in the tx pool")
        }
      }
    }
    let size = bytes - (old?.transaction.encoded.count ?? 0) + sent.transaction.encoded.count
    guard size <= mostBytes, old != nil || count < Self.limit else {
      throw DevnetError(.poolFull, "txpool is full")
    }
    bytes = size
    arrivals += 1
    if let old { byHash[old.hash] = nil }
    senders[sent.sender, default: [:]][transaction.nonce] = Entry(
      sent: sent, arrival: arrivals, cost: sent.execution.maximumCost ?? .max)
    byHash[sent.hash] = sent
    return old
  }

  private static func isBumped(_ old: UInt256, _ new: UInt256) -> Bool {
    let (least, overflow) = old.addingReportingOverflow(UInt256.mulDiv(old, replacementBump, 100) ?? .max)
    return !overflow && new >= least && new > old
  }

  /// Takes a transaction out, if it is there.
  @discardableResult
  mutating func remove(_ hash: Hash32) -> DevnetTransaction? {
    guard let sent = byHash.removeValue(forKey: hash) else { return nil }
    bytes -= sent.transaction.encoded.count
    senders[sent.sender]?[sent.transaction.transaction.nonce] = nil
    if senders[sent.sender]?.isEmpty == true { senders[sent.sender] = nil }
    return sent
  }

  /// Takes out the transactions of a sender whose nonces have passed.
  mutating func removePassed(of sender: Address, nonce: UInt64) {
    for (number, entry) in senders[sender] ?? [:] where number < nonce { remove(entry.sent.hash) }
  }

  /// The nonce after the waiting transactions of a sender that follow one another from its next nonce on.
  func nextNonce(of sender: Address, from nonce: UInt64) -> UInt64 {
    let waiting = senders[sender] ?? [:]
    var nonce = nonce
    while waiting[nonce] != nil { nonce += 1 }
    return nonce
  }

  /// The most that the waiting transactions of a sender may cost together, without that of one nonce; saturates.
  func cost(of sender: Address, exceptNonce nonce: UInt64) -> UInt256 {
    (senders[sender] ?? [:]).reduce(0) { sum, waiting in
      guard waiting.key != nonce else { return sum }
      let (total, overflow) = sum.addingReportingOverflow(waiting.value.cost)
      return overflow ? .max : total
    }
  }

  /// The transactions that could be executed now, the best paid first.
  func ready(baseFee: UInt256, nonce: (Address) throws -> UInt64) rethrows -> ReadyTransactions {
    ReadyTransactions(
      senders: try senders.map { sender, waiting in
        var run: [Entry] = []
        var next = try nonce(sender)
        while let entry = waiting[next], entry.sent.execution.gasPrice(baseFee: baseFee) != nil {
          run.append(entry)
          next += 1
        }
        return run.reversed()
      }, baseFee: baseFee)
  }
}
