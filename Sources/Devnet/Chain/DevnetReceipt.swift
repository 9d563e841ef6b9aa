import EVM
import Primitives
import Transactions
import Tries

/// The receipt of a transaction in a block.
public struct DevnetReceipt: Sendable, Hashable {
  /// Whether the transaction ended well (EIP-658); before Byzantium the state's root after it.
  public enum Outcome: Sendable, Hashable {
    /// Since Byzantium: whether it ended well.
    case status(Bool)
    /// Before Byzantium: the root of the state after it.
    case stateRoot(Hash32)
  }

  /// The hash of the transaction that this is of.
  public var transactionHash: Hash32
  /// Its place in the block.
  public var transactionIndex: Int
  /// The hash of its block; zero until the block is made.
  public var blockHash: Hash32 = .zero
  /// The number of its block.
  public var blockNumber: UInt64
  /// Seconds since 1970.
  public var blockTimestamp: UInt64
  /// The transaction's; unless that is legacy, the encoding begins with it (EIP-2718).
  public var kind: TransactionKind
  /// The transaction's sender.
  public var from: Address
  /// Nil for a creation.
  public var to: Address?
  /// The address of a creation's contract, whether or not the creation ended well.
  public var contractAddress: Address?
  /// Its end, as the receipts' trie has it.
  public var outcome: Outcome
  /// Whether the transaction ended well, which a receipt before Byzantium doesn't tell.
  public var isSuccess: Bool
  /// Units of gas that the sender, or on Kaia the fee payer, paid for.
  public var gasUsed: UInt64
  /// The gas of the block's transactions to this one.
  public var cumulativeGasUsed: UInt64
  /// Wei for a unit of gas.
  public var effectiveGasPrice: UInt256
  /// Nil unless the transaction has blobs.
  public var blobGasUsed: UInt64?
  /// Wei for a unit of blob gas; nil unless the transaction has blobs.
  public var blobGasPrice: UInt256?
  /// Why a transaction in one of Kaia's blocks failed; nil for one that didn't, and on Ethereum's chains.
  public var failure: KaiaTransactionFailure?
  /// Its events in their order; none unless it ended well.
  public var logs: [Log]
  /// The number of logs of the block that come before.
  public var firstLogIndex: Int
  /// The filter of its logs.
  public var logsBloom: Bloom

  /// The receipt as the receipts' trie holds it (EIP-2718).
  public var encoded: Bytes {
    let first: RLP.Item =
      switch outcome {
      case .status(let isSuccess): .uint(isSuccess ? 1 : 0 as UInt64)
      case .stateRoot(let root): .hash(root)
      }
    let list = RLP.encode(
      .list([
        first, .uint(cumulativeGasUsed), .bytes(logsBloom.bytes),
        .list(logs.map(\.item)),
      ]))
    return kind == .legacy ? list : [kind.rawValue] + list
  }
}
