import Primitives

/// The payments of an account over a stretch of blocks that were read, between two balances.
public struct AccountLedger: Sendable, Hashable {
  /// The number of the block before the first that was read.
  public let start: UInt64
  /// The balance at the end of that block.
  public let opening: UInt256
  /// The last block that was read.
  public let reach: BlockReach
  /// The balance at the end of ``reach``; nil as long as there are blocks to be read behind it.
  public let closing: UInt256?
  /// The payments, the oldest first.
  public let payments: [LedgerPayment]

  /// A ledger as it is given.
  public init(
    start: UInt64, opening: UInt256, reach: BlockReach, closing: UInt256?, payments: [LedgerPayment]
  ) {
    (self.start, self.opening, self.reach) = (start, opening, reach)
    (self.closing, self.payments) = (closing, payments)
  }

  /// A part of the change of a balance.
  public struct Change: Sendable, Hashable {
    /// Whether it became more.
    public let isGain: Bool
    /// By how much.
    public let amount: Amount

    /// The change from one amount to another.
    init(from before: UInt256, to after: UInt256) {
      isGain = after > before
      amount = Amount(wei: isGain ? after - before : before - after)
    }

    /// A difference of sums that are modulo 2^256.
    init(_ difference: UInt256) {
      isGain = difference >> 255 == 0
      amount = Amount(wei: isGain ? difference : 0 &- difference)
    }
  }

  /// The payments of the chain's coin of some kinds together, in one direction; what is beyond 256 bits is cut.
  public func sum(of kinds: Set<LedgerPayment.Kind>, gained: Bool) -> Amount {
    Amount(
      wei: payments.reduce(UInt256.zero) { sum, payment in
        guard kinds.contains(payment.kind), payment.isGain == gained, payment.token == nil else { return sum }
        let (total, overflow) = sum.addingReportingOverflow(payment.units)
        return overflow ? .max : total
      })
  }

  /// The part of the change from ``opening`` to ``closing`` that no payment explains, over blocks that nobody read
  /// included; nil where all is explained, or ``closing`` is not known.
  public var unexplained: Change? {
    guard let closing else { return nil }
    let kinds: Set<LedgerPayment.Kind> = [.transfer, .internal, .fee]
    // All sums are modulo 2^256, so that the order of gains and losses is no matter.
    let expected = opening &+ sum(of: kinds, gained: true).wei &- sum(of: kinds, gained: false).wei
    return expected == closing ? nil : Change(closing &- expected)
  }

  /// Whether nothing came and nothing went, as far as the blocks and the balance tell.
  public var isEmpty: Bool { payments.isEmpty && unexplained == nil }

  /// The stretches of blocks that nobody read, the oldest first.
  var gaps: [LedgerPayment] { payments.filter { $0.kind == .unread && $0.start != nil } }

  /// The number of blocks before ``reach`` that are still to be read.
  public var unread: UInt64 { gaps.reduce(0) { $0 + $1.block - min($1.block, $1.start ?? $1.block) } }
}
