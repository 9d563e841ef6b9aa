import Primitives
import Transactions

/// Something that an account did with the lecture contract, or got from it, as its events have it.
public struct HistoryEntry: Sendable, Hashable {
  /// The kinds of actions, and of income, in the events.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A run opened, bought or rated; its price taken back; a credit withdrawn.
    case opened, bought, rated, reclaimed, withdrew
    /// The teacher's share of a settlement, and the owner's.
    case received, collected

    /// Whether it came in without a transaction of the account's own.
    public var isIncome: Bool { self == .received || self == .collected }
  }

  /// A reason why what a node tells of an entry cannot be so, whoever tells it.
  public enum Objection: String, Sendable, Hashable, CaseIterable {
    /// The entry is there twice, though the action can be done only once.
    case toldTwice
    /// The node shows no receipt of its transaction that has it.
    case noReceipt
    /// The gas or its price is none that the transaction can have paid.
    case impossibleGas
    /// The amount is another than the one in the bytes that were signed here.
    case otherThanSigned
  }

  /// The kind of action, or of income.
  public let kind: Kind
  /// Nil for what is about no lecture.
  public let lecture: UInt256?
  /// From 0; nil where the event does not have it.
  public package(set) var run: UInt64?
  /// The amount paid to the contract, or by it; nil where entries contradict each other.
  public package(set) var amount: Amount?
  /// Whether the receiver refused the amount, so that it waits to be withdrawn, or was withdrawn since.
  public package(set) var isCredited: Bool
  /// The hash of the transaction that did it.
  public let transaction: Hash32
  /// The number of that transaction's block.
  public package(set) var block: UInt64
  /// Of the block, in seconds since 1970; nil where the node does not give it.
  public package(set) var time: UInt64?
  /// The account's own part of the transaction's fee; nil where the node does not give the price, or one that
  /// cannot be.
  public package(set) var fee: Amount?
  /// The part of the fee that somebody else paid; nil if nobody did.
  public package(set) var feePayerPaid: Amount?
  /// The reasons why the node's answers cannot all be so.
  public package(set) var objections: Set<Objection> = []
}

extension HistoryEntry {
  /// The entry by the bytes that were signed for its transaction, which no node can change: what was paid to the contract,
  /// and the most that the fee can be.
  package func held(against signed: SignedTransaction, of contract: Address) -> HistoryEntry {
    guard signed.hash == transaction else { return self }
    var entry = self
    if kind == .bought, signed.transaction.to == contract {
      let value = Amount(wei: signed.transaction.value)
      if amount != value { entry.objections.insert(.otherThanSigned) }
      entry.amount = value
    }
    let paid = (fee ?? .zero).wei.addingSaturated(feePayerPaid?.wei ?? 0)
    if let most = try? signed.transaction.maximumGasCost, paid > most.wei {
      (entry.fee, entry.feePayerPaid) = (nil, nil)
      entry.objections.insert(.impossibleGas)
    }
    return entry
  }
}
