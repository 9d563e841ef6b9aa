import Keys
import Primitives

/// A transaction with its signatures, ready to be broadcast: the sender's, and the fee payer's if another account pays.
public struct SignedTransaction: Hashable, Sendable {
  /// The transaction without its signature.
  public let transaction: UnsignedTransaction
  /// The sender's signature over the transaction's `signingHash`; the first, where there are several.
  public let signature: Signature
  /// The sender's other signatures, of Kaia's own types alone.
  var furtherSignatures: [Signature] = []
  /// The account that pays the fee instead of the sender or beside it, of Kaia's own types alone.
  public internal(set) var feePayer: FeePayerApproval?
  /// The blobs of a blob transaction, if they came with it.
  public internal(set) var sidecar: BlobSidecar?
  /// The bytes to broadcast: the type byte and the fields (EIP-2718), with the sidecar if there is one.
  public let encoded: Bytes
  /// The transaction's hash: Keccak-256 of `canonicalEncoding`.
  public let hash: Hash32
}

extension SignedTransaction {
  /// Puts a signature to a transaction; whose it is `sender()` tells.
  ///
  /// - Throws: `nonceTooLarge` (EIP-2681), `chainIDTooLarge` (EIP-155), `invalidSidecar`, `missingFeePayer`.
  public init(
    _ transaction: UnsignedTransaction, signature: Signature, sidecar: BlobSidecar? = nil
  ) throws(TransactionError) {
    try UnsignedTransaction.checkNonce(transaction.nonce)
    if let sidecar {
      guard case .blob(let blob) = transaction else {
        throw TransactionError(
          .invalidSidecar, "Only a blob transaction has a sidecar, this is \(transaction.kind.phrase).")
      }
      try sidecar.check(against: blob)
    }
    if case .kaia(let kaia) = transaction {
      try self.init(kaia, signatures: [signature])
      return
    }
    if case .legacy(let legacy) = transaction { try legacy.checkV(yParity: signature.yParity) }

    let fields = Self.fields(transaction, signature)
    let canonical = transaction.kind.encode(fields)
    let encoded = sidecar.map { transaction.kind.encode([.list(fields)] + $0.items) } ?? canonical
    self.init(
      transaction: transaction, signature: signature, sidecar: sidecar, encoded: encoded,
      hash: Keccak256.hash(canonical))
  }

  /// A transaction that nobody signed, as simulations show it: v, r and s are 0, and nothing is looked at.
  package init(unsigned transaction: UnsignedTransaction) {
    let signature = Signature(uncheckedR: 0, s: 0, yParity: 0)
    let encoded =
      if case .kaia(let kaia) = transaction {
        KaiaWireForm(kaia, [], nil).whole
      } else {
        transaction.kind.encode(Self.fields(transaction, signature))
      }
    self.init(
      transaction: transaction, signature: signature, encoded: encoded, hash: Keccak256.hash(encoded))
  }

  /// The account that sent it: the one that signed it.
  ///
  /// One of Kaia's own types says who its sender is: that is a claim until `senderPublicKeys()` are checked against the
  /// account's key.
  ///
  /// - Throws: `recoveryFailed` when no key can have made the signature.
  /// - Complexity: one public-key recovery, some 50 µs; nothing for Kaia's own types.
  public func sender() throws(TransactionError) -> Address {
    if case .kaia(let transaction) = transaction { return transaction.from }
    return try signature.signer(of: transaction.signingHash)
  }

  /// The transaction without its blobs.
  public var withoutSidecar: SignedTransaction {
    guard sidecar != nil else { return self }
    return SignedTransaction(
      transaction: transaction, signature: signature, encoded: canonicalEncoding, hash: hash)
  }

  /// The signature's `v` as the transaction carries it: `yParity`, or for a legacy one 27, 28 or that of EIP-155, which
  /// Kaia's own types have, too.
  public var v: UInt256 { Self.v(transaction, signature) }

  private static func v(_ transaction: UnsignedTransaction, _ signature: Signature) -> UInt256 {
    let isUnsigned = signature.r == 0 && signature.s == 0
    if isUnsigned { return 0 }
    return switch transaction {
    case .legacy(let legacy): legacy.v(yParity: signature.yParity)
    case .kaia(let kaia): signature.v(chainID: kaia.chainID)
    case .accessList, .feeMarket, .blob, .setCode: UInt256(signature.yParity)
    }
  }

  // MARK: Encoding

  /// The bytes as they stand in a block: `encoded` without the sidecar.
  public var canonicalEncoding: Bytes {
    sidecar == nil ? encoded : transaction.kind.encode(Self.fields(transaction, signature))
  }

  /// The fields of one of Ethereum's kinds, and the signature after them.
  private static func fields(_ transaction: UnsignedTransaction, _ signature: Signature) -> [RLP.Item] {
    var items = transaction.items
    items.append(.uint(v(transaction, signature)))
    items.append(.uint(signature.r))
    items.append(.uint(signature.s))
    return items
  }
}
