import Keys
import Primitives

/// A transaction that was checked against a fork's rules, with its sender and intrinsic gas.
public struct ValidTransaction: Hashable, Sendable {
  /// The transaction as it was signed.
  public let transaction: SignedTransaction
  /// The account that signed it.
  public let sender: Address
  /// The gas it costs before any code runs.
  public let intrinsicGas: IntrinsicGas
}

extension TransactionRules {
  /// Decodes a raw transaction and checks it as a chain at this fork does before it looks at accounts.
  ///
  /// - Parameter chainID: the chain's id.
  /// - Throws: `TransactionError` of any kind but those for JSON.
  public func validate(_ bytes: Bytes, chainID: UInt256) throws(TransactionError) -> ValidTransaction {
    // A kind of another family of chains is refused before its fields are looked at.
    if let kind = bytes.first.flatMap(TransactionKind.init(rawValue:)), !kind.isEthereum { try checkIsKnown(kind) }
    if bytes.first == TransactionKind.ethereumPrefix, kinds.allSatisfy(\.isEthereum) {
      throw TransactionError(
        .unknownType, "\(name) does not know the byte 0x78 in front of a transaction.",
        reason: "Only Kaia's nodes take it.", advice: "Send what follows it.")
    }
    // A high s is refused below, after what says more: a transaction of another fork or chain.
    return try validate(try SignedTransaction(decoding: bytes, allowingHighS: true), chainID: chainID)
  }

  /// Checks a transaction as a chain at this fork does before it looks at accounts, and recovers its sender.
  ///
  /// Of Kaia's own types the sender is who it says: its keys only the chain knows.
  ///
  /// - Parameter chainID: the chain's id.
  /// - Throws: `tooLong`, `highS`, `recoveryFailed`, or as `check(_:chainID:)`.
  public func validate(_ signed: SignedTransaction, chainID: UInt256) throws(TransactionError) -> ValidTransaction {
    let intrinsicGas = try check(
      signed.transaction, chainID: chainID, senderSignatures: 1 + signed.furtherSignatures.count,
      feePayerSignatures: signed.feePayer?.signatures.count ?? 0)
    if let maximumSize, signed.canonicalSize > maximumSize {
      throw TransactionError(
        .tooLong, "The transaction has \(signed.canonicalSize) bytes, \(name) takes at most \(maximumSize).",
        advice: "Split the work.")
    }
    guard !requiresLowS || signed.hasOnlyLowS else { throw .highS }
    return ValidTransaction(transaction: signed, sender: try signed.sender(), intrinsicGas: intrinsicGas)
  }

  /// Checks everything that does not need the signature.
  ///
  /// - Parameters:
  ///   - chainID: the chain's id.
  ///   - senderSignatures: how many there are or will be; on Kaia each but the first costs gas.
  ///   - feePayerSignatures: the same of a fee payer.
  /// - Returns: the gas the transaction costs before any code runs.
  /// - Throws: `typeNotInFork`, `replayProtectionNotInFork`, `wrongChain`, `nonceTooLarge` (EIP-2681),
  ///   `priorityFeeAboveMaximum` (EIP-1559), `costOverflow`, `invalidBlobs` (EIP-4844), `noAuthorizations` (EIP-7702),
  ///   `initCodeTooLarge` (EIP-3860), `intrinsicGasTooLow` (also EIP-7623), `gasLimitAboveCap` (EIP-7825); of Kaia's own types
  ///   `invalidFeeRatio`, `invalidDeployment`.
  @discardableResult
  public func check(
    _ transaction: UnsignedTransaction, chainID: UInt256, senderSignatures: Int = 1, feePayerSignatures: Int = 1
  ) throws(TransactionError) -> IntrinsicGas {
    try checkKind(transaction, chainID)
    try checkFees(transaction)
    try checkBlobs(transaction)
    if case .setCode(let setCode) = transaction, setCode.authorizationList.isEmpty {
      throw TransactionError(
        .noAuthorizations, "The transaction has no authorization.", about: "authorizationList",
        reason: "EIP-7702 asks for at least one.", advice: "Send it as an EIP-1559 transaction.")
    }
    if let maximumInitCodeSize, transaction.isCreation, transaction.data.count > maximumInitCodeSize {
      throw TransactionError(
        .initCodeTooLarge,
        "The init code has \(transaction.data.count) bytes, at most \(maximumInitCodeSize) are valid.",
        about: "input", reason: "EIP-3860 limits it since Shanghai.", advice: "Split the contract.")
    }
    try transaction.kaia?.check()
    return try checkGas(
      transaction,
      transaction.intrinsicGas(
        under: self, senderSignatures: senderSignatures, feePayerSignatures: feePayerSignatures))
  }

  private func checkIsKnown(_ kind: TransactionKind) throws(TransactionError) {
    guard !kinds.contains(kind) else { return }
    throw TransactionError(
      .typeNotInFork, "\(name) does not know transactions of type \(kind.quantity) (\(kind)).", about: "type",
      advice: "Use a kind the chain knows: \(kinds.map(\.rawValue).sorted()).")
  }

  private func checkKind(_ transaction: UnsignedTransaction, _ chainID: UInt256) throws(TransactionError) {
    try checkIsKnown(transaction.kind)
    guard let own = transaction.chainID else { return }
    if transaction.kind == .legacy, !allowsReplayProtection {
      throw TransactionError(
        .replayProtectionNotInFork, "\(name) does not know signatures that name a chain.", about: "v",
        reason: "EIP-155 came with Spurious Dragon.")
    }
    guard own == chainID else {
      throw TransactionError(
        .wrongChain, "The transaction is for chain \(own), this is chain \(chainID).", about: "chainId",
        advice: "Sign it for this chain, or send it to the other.")
    }
  }

  private func checkFees(_ transaction: UnsignedTransaction) throws(TransactionError) {
    try UnsignedTransaction.checkNonce(transaction.nonce)
    guard transaction.maxPriorityFeePerGas <= transaction.maxFeePerGas else {
      throw TransactionError(
        .priorityFeeAboveMaximum,
        "The priority fee of \(transaction.maxPriorityFeePerGas) wei is above the whole fee of "
          + "\(transaction.maxFeePerGas) wei.",
        about: "maxPriorityFeePerGas", reason: "EIP-1559 takes it out of maxFeePerGas.",
        advice: "Raise maxFeePerGas, or lower maxPriorityFeePerGas.")
    }
    _ = try transaction.maximumGasCost
  }

  private func checkBlobs(_ transaction: UnsignedTransaction) throws(TransactionError) {
    guard case .blob(let blob) = transaction else { return }
    let hashes = blob.blobVersionedHashes
    let problem: String
    if hashes.isEmpty {
      problem = "The transaction has no blob."
    } else if hashes.count > maximumBlobs {
      problem = "The transaction has \(hashes.count) blobs, at most \(maximumBlobs) are valid in \(name)."
    } else if let index = hashes.firstIndex(where: { $0.withUnsafeBytes { $0[0] } != blobHashVersion }) {
      problem = "The hash of blob \(index) is not of version \(blobHashVersion)."
    } else {
      return
    }
    throw TransactionError(.invalidBlobs, problem, about: "blobVersionedHashes", reason: "EIP-4844 asks for that.")
  }

  private func checkGas(
    _ transaction: UnsignedTransaction, _ gas: IntrinsicGas
  ) throws(TransactionError) -> IntrinsicGas {
    guard transaction.gasLimit >= gas.minimumGasLimit else {
      throw TransactionError(
        .intrinsicGasTooLow,
        "The gas limit is \(transaction.gasLimit), the transaction costs at least \(gas.minimumGasLimit).",
        about: "gas",
        reason: gas.floor > gas.charged ? "Its data sets that floor (EIP-7623)." : nil, advice: "Raise the gas limit.")
    }
    if let maximumGasLimit, transaction.gasLimit > maximumGasLimit {
      throw TransactionError(
        .gasLimitAboveCap, "The gas limit is \(transaction.gasLimit), \(name) takes at most \(maximumGasLimit).",
        about: "gas", reason: "It caps a single transaction.", advice: "Split the work.")
    }
    return gas
  }
}

extension SignedTransaction {
  /// Its bytes without the sidecar.
  fileprivate var canonicalSize: Int { sidecar == nil ? encoded.count : canonicalEncoding.count }

  fileprivate var hasOnlyLowS: Bool {
    signature.isLowS && furtherSignatures.allSatisfy(\.isLowS) && feePayer?.signatures.allSatisfy(\.isLowS) ?? true
  }
}
