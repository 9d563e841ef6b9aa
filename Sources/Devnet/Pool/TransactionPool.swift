import EVM
import Primitives
import Transactions

/// Transactions that wait for a block, by sender and nonce.
struct TransactionPool: Sendable {
  /// A waiting transaction.
  struct Entry: Sendable {
    let sent: SentTransaction
    /// Counts arrivals.
    let arrival: UInt64
  }

  /// How many may wait.
  static let limit = 10_000
  /// By how many percent the fees of a replacement must be higher.
  static let replacementBump: UInt256 = 10

  private(set) var senders: [Address: [UInt64: Entry]] = [:]
  private var byHash: [Hash32: SentTransaction] = [:]
  private var arrivals: UInt64 = 0

  var count: Int { byHash.count }

  subscript(hash: Hash32) -> SentTransaction? { byHash[hash] }

  /// Adds a transaction, or replaces one of the same sender and nonce that pays at least ten percent less.
  ///
  /// - Throws: `alreadyKnown`, `replacementUnderpriced` or `poolFull`.
  mutating func add(_ sent: SentTransaction) throws(DevnetError) {
    let transaction = sent.transaction.transaction
    guard byHash[sent.hash] == nil else { throw DevnetError(.alreadyKnown, "already known") }
    if let old = senders[sent.sender]?[transaction.nonce]?.sent {
      let before = old.transaction.transaction
      guard Self.isBumped(before.maxFeePerGas, transaction.maxFeePerGas),
        Self.isBumped(before.maxPriorityFeePerGas, transaction.maxPriorityFeePerGas)
      else { throw DevnetError(.replacementUnderpriced, "replacement transaction underpriced") }
      byHash[old.hash] = nil
    } else if count >= Self.limit {
      throw DevnetError(.poolFull, "txpool is full")
    }
    arrivals += 1
    senders[sent.sender, default: [:]][transaction.nonce] = Entry(sent: sent, arrival: arrivals)
    byHash[sent.hash] = sent
  }

  private static func isBumped(_ old: UInt256, _ new: UInt256) -> Bool {
    let (least, overflow) = old.addingReportingOverflow(UInt256.mulDiv(old, replacementBump, 100) ?? .max)
    return !overflow && new >= least && new > old
  }

  /// Takes a transaction out, if it is there.
  @discardableResult
  mutating func remove(_ hash: Hash32) -> SentTransaction? {
    guard let sent = byHash.removeValue(forKey: hash) else { return nil }
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
      let (total, overflow) = sum.addingReportingOverflow(waiting.value.sent.execution.maximumCost ?? .max)
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

/// The executable transactions of a pool, in the order in which a block takes them: by what they pay beyond the base
/// fee, then by arrival, each sender's by nonce.
struct ReadyTransactions {
  /// What is left of each sender, the next one last.
  private var senders: [[TransactionPool.Entry]]
  private let baseFee: UInt256
  private var chosen: Int?

  init(senders: [[TransactionPool.Entry]], baseFee: UInt256) {
    self.senders = senders.filter { !$0.isEmpty }
    self.baseFee = baseFee
    choose()
  }

  /// The next transaction.
  var best: SentTransaction? { chosen.flatMap { senders[$0].last?.sent } }

  /// Goes to the next.
  mutating func advance() {
    guard let chosen else { return }
    senders[chosen].removeLast()
    if senders[chosen].isEmpty { senders.remove(at: chosen) }
    choose()
  }

  /// Leaves the sender of the next one out.
  mutating func skipSender() {
    guard let chosen else { return }
    senders.remove(at: chosen)
    choose()
  }

  private mutating func choose() {
    chosen = senders.indices.max { left, right in
      guard let first = senders[left].last, let second = senders[right].last else { return false }
      let (tip, otherTip) = (self.tip(first), self.tip(second))
      return tip == otherTip ? first.arrival > second.arrival : tip < otherTip
    }
  }

  private func tip(_ entry: TransactionPool.Entry) -> UInt256 {
    (entry.sent.execution.gasPrice(baseFee: baseFee) ?? baseFee) - baseFee
  }
}
