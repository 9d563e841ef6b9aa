import Keys
import Primitives

extension SignedTransaction {
  /// Puts signatures to a transaction of one of Kaia's own types; whether they are those of the accounts' keys only the
  /// chain can tell.
  ///
  /// - Throws: `missingSignature`, `missingFeePayer`, `unexpectedFeePayer`, `nonceTooLarge`, `chainIDTooLarge`.
  public init(
    _ transaction: KaiaTransaction, signatures: [Signature], feePayer: FeePayerApproval? = nil
  ) throws(TransactionError) {
    try UnsignedTransaction.checkNonce(transaction.nonce)
    try Signature.checkV(chainID: transaction.chainID)
    let form = KaiaWireForm(transaction, signatures, feePayer)
    try self.init(form, encoded: form.whole)
  }

  /// - Parameter bytes: those of `form`.
  init(_ form: KaiaWireForm, encoded bytes: Bytes) throws(TransactionError) {
    let type = form.transaction.type
    guard let first = form.signatures.first else {
      throw TransactionError(
        .missingSignature, "The sender's signature is missing.", about: "signatures",
        advice: "Let a key of \(form.transaction.from) sign it.")
    }
    if type.isFeeDelegated {
      guard let feePayer = form.feePayer, !feePayer.signatures.isEmpty else {
        throw TransactionError(
          .missingFeePayer, "The fee payer's signature is missing.", about: "feePayerSignatures",
          reason: "A \(type.name) is complete when who pays its fee has signed, too.")
      }
    } else if form.feePayer != nil {
      throw .unexpectedFeePayer(type)
    }
    self.init(
      transaction: .kaia(form.transaction), signature: first,
      furtherSignatures: Array(form.signatures.dropFirst()), feePayer: form.feePayer, encoded: bytes,
      hash: Keccak256.hash(bytes))
  }

  /// The sender's signatures: one of Ethereum's kinds has one, Kaia's own types may have several.
  public var signatures: [Signature] { [signature] + furtherSignatures }

  /// The hash by which the sender knows the transaction, whoever pays its fee; that of the whole unless the fee is
  /// delegated.
  public var senderTxHash: Hash32 {
    guard case .kaia(let transaction) = transaction, feePayer != nil else { return hash }
    return Keccak256.hash(KaiaWireForm(transaction, signatures, feePayer).senderPart)
  }

  /// The bytes as `kaia_sendRawTransaction` takes them: before Ethereum's typed kinds stands 0x78.
  public var kaiaEncoded: Bytes {
    switch transaction.kind {
    case .legacy, .kaia: encoded
    case .accessList, .feeMarket, .blob, .setCode: [TransactionKind.ethereumPrefix] + encoded
    }
  }

  /// The public keys that signed for the sender, in the order of the signatures.
  ///
  /// - Throws: `recoveryFailed` when no key can have made one of them.
  /// - Complexity: a public-key recovery for each, some 50 µs.
  public func senderPublicKeys() throws(TransactionError) -> [PublicKey] {
    try signatures.publicKeys(of: transaction.signingHash)
  }

  /// The public keys that signed for the fee payer, in the order of the signatures; none without a fee payer.
  ///
  /// - Throws: `recoveryFailed`.
  public func feePayerPublicKeys() throws(TransactionError) -> [PublicKey] {
    guard let feePayer, case .kaia(let transaction) = transaction else { return [] }
    return try feePayer.signatures.publicKeys(of: transaction.feePayerSigningHash(feePayer: feePayer.address))
  }
}

extension TransactionError {
  /// A fee payer of a type whose sender pays.
  static func unexpectedFeePayer(_ type: KaiaTransactionType) -> TransactionError {
    TransactionError(
      .unexpectedFeePayer, "A \(type.name) has no fee payer.", about: "feePayer",
      advice: "Use the type TxTypeFeeDelegated\(type.name.dropFirst("TxType".count)).")
  }
}
