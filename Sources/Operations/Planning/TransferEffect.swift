import Primitives

/// The balances of both sides of a transfer, as they are when it is planned and as they will be after it.
public struct TransferEffect: Sendable, Hashable {
  /// A balance before and after, in the smallest unit.
  public struct Side: Sendable, Hashable {
    /// The balance when it was planned.
    public let before: UInt256
    /// The balance after it, if nothing else happens meanwhile: of the sender the least, as all gas that it may take counts.
    public let after: UInt256
  }

  /// Whether nothing was ever sent from here to the receiver, who is not the sender; nil where that is not known.
  public let isFirst: Bool?
  /// The sender's balance of what is sent.
  public let sender: Side?
  /// The receiver's balance of what is sent, if it keeps all of it.
  public let receiver: Side?
  /// The sender's balance of the chain's coin, where tokens are sent.
  public let coin: Side?

  /// The effect of a transfer; balances that are not known stay away.
  ///
  /// - Parameters:
  ///   - amount: The amount that is sent.
  ///   - sender: The sender's balance of it.
  ///   - cost: The most of it that the sender pays for gas.
  ///   - receiver: The receiver's balance of it.
  ///   - coin: The sender's balance of the coin and the most of it that leaves the account, where tokens are sent.
  ///   - isToSelf: Whether the sender is the receiver.
  init(
    of amount: UInt256, sender: UInt256?, cost: UInt256, receiver: UInt256?, coin: (balance: UInt256, cost: UInt256)?,
    isToSelf: Bool, isFirst: Bool?
  ) {
    func side(_ before: UInt256, minus lost: UInt256) -> Side? {
      lost <= before ? Side(before: before, after: before - lost) : nil
    }
    self.isFirst = isFirst
    self.coin = coin.flatMap { side($0.balance, minus: $0.cost) }
    guard !isToSelf else {
      self.sender = sender.flatMap { side($0, minus: cost) }
      self.receiver = nil
      return
    }
    let (lost, overflow) = amount.addingReportingOverflow(cost)
    self.sender = overflow ? nil : sender.flatMap { side($0, minus: lost) }
    self.receiver = receiver.flatMap { before in
      let (after, overflow) = before.addingReportingOverflow(amount)
      return overflow ? nil : Side(before: before, after: after)
    }
  }
}
