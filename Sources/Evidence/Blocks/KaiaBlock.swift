import Primitives
import StrictJSON
import Transactions

/// All transactions of a block and their receipts, which have the roots in its header.
///
/// They are as good as the header is: of a trusted one they are proven, and so is that nothing else was in the block.
public struct KaiaBlock: Sendable {
  /// The header that was checked against.
  public let header: KaiaHeader
  /// The transactions, in their order.
  public let transactions: [SignedTransaction]
  /// Their receipts, in the same order.
  public let receipts: [KaiaReceipt]

  private static let mostItems = 1 << 20

  /// Checks a node's lists of a block against its header.
  ///
  /// - Parameters:
  ///   - transactions: a list of raw transactions (`0x…`) or of transactions as objects, or a block that has such a list.
  ///   - receipts: the list of `kaia_getBlockReceipts`.
  ///   - form: the way the chain forms roots at that block.
  /// - Throws: `malformedTransaction`, `malformedReceipt`, `wrongRoot`.
  public init(
    header: KaiaHeader, transactions: JSON, receipts: JSON, deriveSha form: DeriveShaImpl
  ) throws(EvidenceError) {
    self.header = header
    self.transactions = try Self.transactions(transactions, header, form)
    guard let list = receipts.array, list.count <= Self.mostItems else {
      throw EvidenceError(
        .malformedReceipt, "the receipts of block \(header.number) cannot be read", about: header.number,
        reason: "the node told no list")
    }
    guard list.count == self.transactions.count else {
      throw EvidenceError(
        .wrongRoot, "the receipts of block \(header.number) are not those in its header",
        about: header.number, reason: "\(list.count) receipts for \(self.transactions.count) transactions")
    }
    var read: [KaiaReceipt] = []
    for receipt in list { read.append(try KaiaReceipt(json: receipt)) }
    self.receipts = read
    try Self.check(form.root(of: read.map(\.encoded)), header.receiptsRoot, "receipts", header)
  }

  /// The transaction of a hash with its receipt; nil proves that it is not in the block.
  public func outcome(of hash: Hash32) -> ProvenReceipt? {
    transactions.firstIndex { $0.hash == hash }.map(receipt)
  }

  /// The transaction by which an account used a nonce, with its receipt; nil proves that none in the block did.
  ///
  /// A nonce can be used without a transaction of the account, too: by an authorization (EIP-7702).
  ///
  /// - Complexity: up to a public-key recovery for each of Ethereum's transactions that have the nonce, some 50 µs.
  public func outcome(of account: Address, nonce: UInt64) -> ProvenReceipt? {
    transactions.firstIndex { $0.transaction.nonce == nonce && (try? $0.sender()) == account }.map(receipt)
  }

  private func receipt(_ index: Int) -> ProvenReceipt {
    ProvenReceipt(
      block: header.checkpoint, index: index, transaction: transactions[index], receipt: receipts[index])
  }

  private static func transactions(
    _ json: JSON, _ header: KaiaHeader, _ form: DeriveShaImpl
  ) throws(EvidenceError) -> [SignedTransaction] {
    guard let list = json.array ?? json["transactions"]?.array, list.count <= mostItems else {
      throw malformed(header, "the node told no list")
    }
    var transactions: [SignedTransaction] = []
    for (index, item) in list.enumerated() {
      do throws(TransactionError) {
        if let text = item.string {
          transactions.append(try SignedTransaction(decodingHex: text, allowingHighS: true).withoutSidecar)
        } else {
          transactions.append(try SignedTransaction(json: item, allowingHighS: true))
        }
      } catch {
        throw malformed(header, "number \(index) is no transaction: \(error.message)")
      }
    }
    // Only then does the root prove how many there are: a binary tree repeats the last of an odd level itself.
    guard Set(transactions.map(\.hash)).count == transactions.count else {
      throw malformed(header, "one of them is there twice")
    }
    try check(form.root(of: transactions.map(\.kaiaEncoded)), header.transactionsRoot, "transactions", header)
    return transactions
  }

  private static func malformed(_ header: KaiaHeader, _ reason: String) -> EvidenceError {
    EvidenceError(
      .malformedTransaction, "the transactions of block \(header.number) cannot be read", about: header.number,
      reason: reason)
  }

  private static func check(
    _ root: Hash32, _ expected: Hash32, _ things: String, _ header: KaiaHeader
  ) throws(EvidenceError) {
    guard root != expected else { return }
    throw EvidenceError(
      .wrongRoot, "the \(things) of block \(header.number) are not those in its header",
      about: header.number, reason: "those told have the root \(root), the header has \(expected)")
  }
}

/// A transaction in a block, and what came of it.
public struct ProvenReceipt: Sendable {
  /// The number and the hash of the block that has it.
  public let block: KaiaCheckpoint
  /// The transaction's place in it.
  public let index: Int
  /// The transaction, with its bytes.
  public let transaction: SignedTransaction
  /// The receipt, proven by the root in the header.
  public let receipt: KaiaReceipt

  /// Whether it did what it was to do.
  public var succeeded: Bool { receipt.succeeded }
}

/// The proof that a block gives of a transaction.
public enum ProvenOutcome: Sendable {
  /// The transaction is in the block, and this came of it.
  case included(ProvenReceipt)
  /// The transaction is not in the block.
  case absent
}
