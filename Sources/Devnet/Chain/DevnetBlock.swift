import EVM
import Primitives
import Transactions

/// A transaction and who signed it, which takes a public-key recovery to know.
public struct DevnetTransaction: Sendable, Hashable {
  /// As it was signed, with its blobs as long as it waits.
  public let transaction: SignedTransaction
  /// The account that sends it.
  public let sender: Address
  /// The keys that signed one of Kaia's own types.
  let signers: EVMTransaction.Signers?

  /// Recovers the sender.
  ///
  /// - Throws: `TransactionError` of code `recoveryFailed`.
  public init(_ transaction: SignedTransaction) throws(TransactionError) {
    self.transaction = transaction
    sender = try transaction.sender()
    signers = try transaction.signers
  }

  /// A transaction whose sender is known.
  init(_ transaction: SignedTransaction, sender: Address) {
    self.transaction = transaction
    self.sender = sender
    // A transaction that was in a block was signed; one in an account's name was not.
    signers = try? transaction.signers
  }

  /// The transaction's.
  public var hash: Hash32 { transaction.hash }

  /// The transaction as it stands in a block: without blobs.
  var withoutSidecar: DevnetTransaction {
    transaction.sidecar == nil ? self : DevnetTransaction(transaction.withoutSidecar, sender: sender)
  }

  /// As execution sees it.
  public var execution: EVMTransaction {
    var execution = EVMTransaction(transaction.transaction, sender: sender)
    if let kaia = transaction.transaction.kaia { execution.become(kaia, of: transaction, signedBy: signers) }
    return execution
  }
}

/// A block: its header and what the header's roots are over.
public struct DevnetBlock: Sendable {
  /// The fields, and the roots over all that follows.
  public let header: BlockHeader
  /// The header's; of another chain's block that a devnet goes on from, as that chain has it.
  public let hash: Hash32
  /// In the order in which they are carried out.
  public let transactions: [DevnetTransaction]
  /// The headers of blocks beside the chain; none since the merge (EIP-3675).
  public let ommers: [BlockHeader]
  /// Nil before Shanghai (EIP-4895).
  public let withdrawals: [Withdrawal]?
  /// The receipts, one for each transaction; none in a block that was only decoded.
  public internal(set) var receipts: [DevnetReceipt]

  init(
    header: BlockHeader, transactions: [DevnetTransaction] = [], ommers: [BlockHeader] = [],
    withdrawals: [Withdrawal]? = nil, receipts: [DevnetReceipt] = [], hash: Hash32? = nil
  ) {
    self.header = header
    self.hash = hash ?? header.hash
    self.transactions = transactions
    self.ommers = ommers
    self.withdrawals = withdrawals
    self.receipts = receipts
    for index in receipts.indices { self.receipts[index].blockHash = self.hash }
  }

  /// The header's; the genesis has 0.
  public var number: UInt64 { header.number }

  /// The block as RLP.
  ///
  /// - Complexity: O(n).
  public var encoded: Bytes {
    var items: [RLP.Item] = [
      header.item, .list(transactions.map { Self.item($0.transaction) }), .list(ommers.map(\.item)),
    ]
    if let withdrawals { items.append(.list(withdrawals.map(\.item))) }
    return RLP.encode(.list(items))
  }

  /// A legacy transaction stands in the block as a list, another one as bytes (EIP-2718).
  private static func item(_ transaction: SignedTransaction) -> RLP.Item {
    let bytes = transaction.canonicalEncoding
    guard transaction.transaction.kind == .legacy else { return .bytes(bytes) }
    return (try? RLP.decode(bytes)) ?? .bytes(bytes)
  }

  /// Reads a block's RLP.
  ///
  /// - Parameter allowingHighS: takes signatures as blocks before Homestead have them (EIP-2).
  /// - Throws: `RLPError`, `EVMError`, `TransactionError` or `malformedBlock`.
  public init(_ item: RLP.Item, allowingHighS: Bool = false) throws {
    let items = try item.list()
    guard items.count == 3 || items.count == 4 else {
      throw DevnetError(.malformedBlock, "a block has \(items.count) parts instead of 3 or 4")
    }
    let transactions = try items[1].list().map { item in
      let bytes: Bytes =
        switch item {
        case .bytes(let bytes): bytes
        case .list: RLP.encode(item)
        }
      return try DevnetTransaction(SignedTransaction(decoding: bytes, allowingHighS: allowingHighS))
    }
    self.init(
      header: try BlockHeader(items[0]), transactions: transactions, ommers: try items[2].list().map(BlockHeader.init),
      withdrawals: items.count > 3 ? try items[3].list().map(Withdrawal.init) : nil)
  }
}

extension Withdrawal {
  init(_ item: RLP.Item) throws {
    let items = try item.list()
    guard items.count == 4 else {
      throw DevnetError(.malformedBlock, "a withdrawal has \(items.count) parts instead of 4")
    }
    self.init(
      index: try items[0].uint64(), validator: try items[1].uint64(), address: try items[2].address(),
      amount: try items[3].uint64())
  }
}
