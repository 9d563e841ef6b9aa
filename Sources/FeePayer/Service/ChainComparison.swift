import NodeRPC
import Primitives

/// Compares the transactions whose fees the account paid on the chain with its journal.
///
/// A journal on another machine, or another program with this key, spends what this one believes to have: only the
/// chain shows it. And an order that a block has counts, whatever a node that is behind said of it, and under whatever hash:
/// a sender with several keys can exchange its signatures.
struct ChainComparison: Sendable {
  let ledger: any PaymentLedger
  let chain: any FeePayerChain
  let feePayer: Address
  /// Whether what is not in the journal is written down there and counts, instead of being an error.
  let books: Bool

  /// The most blocks that are asked for at once.
  private static let together: UInt64 = 50
  /// The most transactions that are named.
  private static let mostNamed = 20

  /// Reads the blocks behind those that were compared before. Interrupted, it goes on there the next time.
  ///
  /// - Parameters:
  ///   - most: So many blocks are read at most: the newest.
  ///   - tell: called with the numbers of blocks read and of all.
  /// - Returns: the blocks that were left out.
  /// - Throws: `FeePayerError` `.strangerPays`, `.blockMissing`, those of the journal; what the chain throws.
  @discardableResult
  func run(
    most: UInt64, tell: @Sendable (_ read: UInt64, _ all: UInt64) -> Void = { _, _ in }
  ) async throws -> ClosedRange<UInt64>? {
    let head = try await chain.blockNumber()
    let compared = try await ledger.comparedBlock
    guard head > compared else { return nil }
    let count = min(head - compared, max(1, most))
    let first = head - count + 1
    var strangers: [FeePayment] = []
    var next = first
    while next <= head {
      let last = min(head, next + Self.together - 1)
      // The journal is asked after the chain: what the account signs meanwhile is in it before it is signed.
      for payment in try await chain.payments(by: feePayer, in: next...last) {
        guard try await !ledger.knows(payment) else {
          try await settle(payment)
          continue
        }
        strangers.append(payment)
        if books { try await ledger.book(payment) }
      }
      if books || strangers.isEmpty { try await ledger.note(comparedUpTo: last) }
      tell(last - first + 1, count)
      next = last + 1
    }
    guard books || strangers.isEmpty else { throw error(strangers) }
    return first > compared + 1 ? compared + 1...first - 1 : nil
  }

  /// Writes down how an order ended, unless that is known.
  private func settle(_ payment: FeePayment) async throws {
    guard let id = payment.id, let item = try await ledger.item(id), item.settlement == nil else { return }
    if let receipt = try await chain.receipt(of: payment.hash), receipt.blockNumber != nil {
      return try await ledger.settle(item, by: receipt)
    }
    try await ledger.settle(
      item.approval,
      JournalEntry.Settlement(
        hash: payment.hash, block: payment.block, succeeded: true, cost: min(payment.cost, item.approval.cost)))
  }

  private func error(_ strangers: [FeePayment]) -> FeePayerError {
    let named = strangers.prefix(Self.mostNamed).map { "\($0.hash.hex) in block \($0.block)" }.joined(separator: ", ")
    let more = strangers.count - Self.mostNamed
    return FeePayerError(
      .strangerPays,
      "\(feePayer) paid for \(strangers.count) transaction\(strangers.count == 1 ? "" : "s") that the journal does not know.",
      reason: named + (more > 0 ? " and \(more) more" : "")
        + ". Another program or machine pays with the account: together they spend more than the budget.")
  }
}
