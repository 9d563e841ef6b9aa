import Keys
import Primitives

/// A transaction with its sender's signature, ready to be broadcast.
public struct SignedTransaction: Hashable, Sendable {
  /// The transaction without its signature.
  public let transaction: UnsignedTransaction
  /// The sender's signature over the transaction's `signingHash`.
  public let signature: Signature
  /// The blobs of a blob transaction, if they came with it.
  public let sidecar: BlobSidecar?
  /// The bytes to broadcast: the type byte and the fields (EIP-2718), with the sidecar if there is one.
  public let encoded: Bytes
  /// The transaction's hash: Keccak-256 of `canonicalEncoding`.
  public let hash: Hash32

  /// Puts a signature to a transaction; whose it is `sender()` tells.
  ///
  /// - Throws: `nonceTooLarge` (EIP-2681), `chainIDTooLarge` (EIP-155), `invalidSidecar`.
  public init(
    _ transaction: UnsignedTransaction, signature: Signature, sidecar: BlobSidecar? = nil
  ) throws(TransactionError) {
    guard transaction.nonce != .max else {
      throw TransactionError(
        .nonceTooLarge, "The nonce is 2^64 − 1.", field: "nonce", reason: "EIP-2681 ends an account's nonces there.")
    }
    if let sidecar {
      guard case .blob(let blob) = transaction else {
        throw TransactionError(
          .invalidSidecar, "Only a blob transaction has a sidecar, this is \(transaction.kind.phrase).")
      }
      try sidecar.check(against: blob)
    }
    if case .legacy(let legacy) = transaction { try legacy.checkV(yParity: signature.yParity) }

    self.transaction = transaction
    self.signature = signature
    self.sidecar = sidecar
    let fields = Self.fields(transaction, signature)
    let canonical = Self.encode(fields, transaction.kind)
    encoded = sidecar.map { Self.encode([.list(fields)] + $0.items, transaction.kind) } ?? canonical
    hash = Keccak256.hash(canonical)
  }

  /// A transaction that nobody signed, as simulations show it: v, r and s are 0, and nothing is looked at.
  package init(unsigned transaction: UnsignedTransaction) {
    let signature = Signature(uncheckedR: 0, s: 0, yParity: 0)
    let encoded = Self.encode(Self.fields(transaction, signature), transaction.kind)
    self.init(
      unchecked: transaction, signature: signature, sidecar: nil, encoded: encoded, hash: Keccak256.hash(encoded))
  }

  /// A transaction whose bytes and hash are known.
  init(
    unchecked transaction: UnsignedTransaction, signature: Signature, sidecar: BlobSidecar?, encoded: Bytes,
    hash: Hash32
  ) {
    self.transaction = transaction
    self.signature = signature
    self.sidecar = sidecar
    self.encoded = encoded
    self.hash = hash
  }

  /// The account that signed it.
  ///
  /// - Throws: `recoveryFailed` when no key can have made the signature.
  /// - Complexity: one public-key recovery, some 50 µs.
  public func sender() throws(TransactionError) -> Address {
    try signature.signer(of: transaction.signingHash)
  }

  /// The same transaction without its blobs.
  public var withoutSidecar: SignedTransaction {
    guard sidecar != nil else { return self }
    return SignedTransaction(
      unchecked: transaction, signature: signature, sidecar: nil, encoded: canonicalEncoding, hash: hash)
  }

  /// The signature's `v` as the transaction carries it: `yParity`, or for a legacy one 27, 28 or that of EIP-155.
  public var v: UInt256 { Self.v(transaction, signature) }

  private static func v(_ transaction: UnsignedTransaction, _ signature: Signature) -> UInt256 {
    let isUnsigned = signature.r == 0 && signature.s == 0
    guard !isUnsigned, case .legacy(let legacy) = transaction else { return UInt256(signature.yParity) }
    return legacy.v(yParity: signature.yParity)
  }

  // MARK: Encoding

  /// The bytes as they stand in a block: `encoded` without the sidecar.
  public var canonicalEncoding: Bytes {
    sidecar == nil ? encoded : Self.encode(Self.fields(transaction, signature), transaction.kind)
  }

  /// The fields and the signature after them.
  private static func fields(_ transaction: UnsignedTransaction, _ signature: Signature) -> [RLP.Item] {
    var items = transaction.payload.items
    items.append(.uint(v(transaction, signature)))
    items.append(.uint(signature.r))
    items.append(.uint(signature.s))
    return items
  }

  private static func encode(_ items: [RLP.Item], _ kind: TransactionKind) -> Bytes {
    let list = RLP.encode(.list(items))
    return kind == .legacy ? list : [kind.rawValue] + list
  }
}
