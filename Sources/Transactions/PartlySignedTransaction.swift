import Keys
import Primitives

/// A transaction of one of Kaia's own types that goes from signer to signer: several keys may have to sign for the
/// sender, and others for the fee payer.
public struct PartlySignedTransaction: Hashable, Sendable {
  /// The transaction that is signed.
  public let transaction: KaiaTransaction
  /// The sender's signatures so far.
  public private(set) var signatures: [Signature]
  /// The fee payer with its signatures so far, once it is known.
  public private(set) var feePayer: FeePayerApproval?

  /// A transaction that nobody has signed.
  public init(_ transaction: KaiaTransaction) {
    self.transaction = transaction
    signatures = []
  }

  /// A transaction that nobody has signed, and the account that shall pay its fee, if it is known.
  ///
  /// - Throws: `unexpectedFeePayer` for a type without one.
  public init(_ transaction: KaiaTransaction, feePayer: Address?) throws(TransactionError) {
    self.init(transaction)
    if let feePayer { try add(feePayer: feePayer, signatures: []) }
  }

  /// A transaction with all the signatures it has.
  public init(_ signed: SignedTransaction) throws(TransactionError) {
    guard case .kaia(let transaction) = signed.transaction else { throw .notKaia(signed.transaction.kind) }
    self.transaction = transaction
    signatures = signed.signatures
    feePayer = signed.feePayer
  }

  /// Reads a half-signed transaction in the form of kaia-sdk (the sender's part alone), in that of caver (an empty or
  /// zero fee payer, placeholders for signatures), or a complete one.
  ///
  /// - Parameter chainID: the chain it must be for; needed where no signature names it.
  /// - Throws: `TransactionError` of the kinds for bytes and signatures; `unknownChain`; `notKaia`.
  public init(decoding bytes: Bytes, chainID: UInt256? = nil) throws(TransactionError) {
    let envelope = try Envelope(bytes)
    guard case .kaia(let type) = envelope.kind else { throw .notKaia(envelope.kind) }
    let form = try KaiaWireForm(type, envelope.items, chainID: chainID, allowingHighS: false)
    transaction = form.transaction
    signatures = form.signatures
    feePayer = form.feePayer
  }

  /// Reads what a fee payer signs, `rlp([fields, feePayer, chainId, 0, 0])`: the fields and who is to pay, without any
  /// signature.
  ///
  /// - Throws: `TransactionError` of the kinds for bytes; `unexpectedFeePayer` for a type without one.
  public init(feePayerSigningPayload bytes: Bytes) throws(TransactionError) {
    let (transaction, feePayer) = try KaiaTransaction.reading(feePayerSigningPayload: bytes)
    try self.init(transaction, feePayer: feePayer)
  }

  // MARK: Signing

  /// Adds signatures of the sender's keys over the transaction's `signingHash`; those that are there stay once.
  public mutating func add(_ signatures: [Signature]) {
    self.signatures.appendNew(signatures)
  }

  /// Adds signatures of a fee payer's keys over the transaction's `feePayerSigningHash(feePayer:)`; none only names it.
  ///
  /// - Throws: `unexpectedFeePayer` for a type without one, `contradiction` if it has another already.
  public mutating func add(feePayer address: Address, signatures: [Signature]) throws(TransactionError) {
    guard transaction.type.isFeeDelegated else { throw .unexpectedFeePayer(transaction.type) }
    if let feePayer, feePayer.address != address {
      throw TransactionError(
        .contradiction, "The fee payer is \(feePayer.address), the signature is for \(address).", about: "feePayer",
        reason: "A fee payer's signature names it.", advice: "Begin again from the sender's part alone.")
    }
    var approval = feePayer ?? FeePayerApproval(address: address, signatures: [])
    approval.signatures.appendNew(signatures)
    feePayer = approval
  }

  /// Signs for the sender.
  ///
  /// - Throws: what the key throws.
  public mutating func sign(by key: PrivateKey) throws {
    add([try key.sign(transaction.signingHash)])
  }

  /// Signs for the sender with all keys that a keyring has for what the transaction does.
  ///
  /// - Throws: what a key throws.
  public mutating func sign(by keyring: Keyring) throws {
    for key in keyring.keys(for: transaction.type.role) { try sign(by: key) }
  }

  /// Signs for the keyring's account, which pays the fee, with all its keys for that.
  ///
  /// - Throws: what a key throws, or as `add(feePayer:signatures:)`.
  public mutating func signAsFeePayer(by keyring: Keyring) throws {
    for key in keyring.keys(for: .feePayer) { try signAsFeePayer(keyring.address, by: key) }
  }

  /// Signs for a fee payer.
  ///
  /// - Parameter feePayer: the account; nil for the one that the key had from the beginning.
  /// - Throws: what the key throws, or as `add(feePayer:signatures:)`.
  public mutating func signAsFeePayer(_ feePayer: Address? = nil, by key: PrivateKey) throws {
    let address = feePayer ?? key.address
    try add(
      feePayer: address, signatures: [try key.sign(transaction.feePayerSigningHash(feePayer: address))])
  }

  /// The signatures of both, each once, in the order of arrival.
  ///
  /// - Throws: `differentTransactions` unless fields, chain and fee payer agree.
  public func merging(_ other: PartlySignedTransaction) throws(TransactionError) -> PartlySignedTransaction {
    guard transaction == other.transaction,
      feePayer == nil || other.feePayer == nil
        || feePayer?.address == other.feePayer?.address
    else {
      throw TransactionError(
        .differentTransactions, "Transactions containing different information cannot be combined.",
        reason: "Their fields, chain and fee payer must be the same.")
    }
    var merged = self
    merged.add(other.signatures)
    if let approval = other.feePayer { try merged.add(feePayer: approval.address, signatures: approval.signatures) }
    return merged
  }

  // MARK: Results

  /// The transaction with its signatures, ready to be broadcast.
  ///
  /// Whether they suffice for the accounts' keys only the chain can tell.
  ///
  /// - Throws: `missingSignature`, `missingFeePayer`, or as `SignedTransaction.init(_:signatures:feePayer:)`.
  public func completed() throws(TransactionError) -> SignedTransaction {
    try SignedTransaction(transaction, signatures: signatures, feePayer: feePayer)
  }

  /// The text of a half-signed transaction.
  public enum Form: Hashable, Sendable, CaseIterable {
    /// The sender's part alone, as kaia-sdk and the fee delegation service take it; the fee payer's is left out.
    case senderPart
    /// All parts, as caver writes them: for what is missing there are placeholders. No node may be sent them.
    case placeholders
  }

  /// The bytes to hand to the next signer.
  public func encoded(_ form: Form = .senderPart) -> Bytes {
    let wire = KaiaWireForm(transaction, signatures, feePayer)
    return form == .senderPart ? wire.senderPart : wire.whole
  }

  /// The hash by which the sender knows the transaction, whoever pays its fee: that of the sender's part.
  public var senderTxHash: Hash32 { Keccak256.hash(encoded(.senderPart)) }

  /// The public keys that signed for the sender.
  ///
  /// - Throws: `recoveryFailed`.
  public func senderPublicKeys() throws(TransactionError) -> [PublicKey] {
    try signatures.publicKeys(of: transaction.signingHash)
  }

  /// The public keys that signed for the fee payer; none without one.
  ///
  /// - Throws: `recoveryFailed`.
  public func feePayerPublicKeys() throws(TransactionError) -> [PublicKey] {
    guard let feePayer, !feePayer.signatures.isEmpty else { return [] }
    return try feePayer.signatures.publicKeys(of: transaction.feePayerSigningHash(feePayer: feePayer.address))
  }
}
