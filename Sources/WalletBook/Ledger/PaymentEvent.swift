import NodeRPC
import Primitives

/// An event by which a contract that is known says whom it paid how much of the chain's coin.
public struct PaymentEvent: Sendable {
  /// The contract.
  let contract: Address
  /// The event's own topic.
  let topic: Hash32
  private let payments: @Sendable (Log) -> [(receiver: Address, units: UInt256)]

  /// An event of a contract.
  ///
  /// - Parameters:
  ///   - topic: The event's own topic.
  ///   - payments: The payments that a log of it tells; none for one that cannot be read.
  public init(
    of contract: Address, topic: Hash32,
    paying payments: @escaping @Sendable (Log) -> [(receiver: Address, units: UInt256)]
  ) {
    (self.contract, self.topic, self.payments) = (contract, topic, payments)
  }

  /// The payments to an account that a log in a block tells; none for a log of anything else.
  func payments(to address: Address, in log: Log, of block: Block) -> [LedgerPayment] {
    guard log.address == contract, log.topics.first == topic, log.blockHash == block.hash, !log.removed else {
      return []
    }
    return payments(log).filter { $0.receiver == address && $0.units > 0 }.map { payment in
      LedgerPayment(
        block: block.number, time: Int64(clamping: block.timestamp), kind: .internal, isGain: true,
        units: payment.units, other: contract, transaction: log.transactionHash)
    }
  }
}
