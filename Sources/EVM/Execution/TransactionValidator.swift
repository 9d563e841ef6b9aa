import Primitives
import Transactions

/// Looks at all that can be wrong with a transaction before it runs.
public struct TransactionValidator {
  let rules: RuleSet
  let block: BlockEnvironment
  let state: Journal
  private let blobBaseFee: UInt256

  /// A validator for a block, over a state.
  public init(rules: RuleSet, block: BlockEnvironment, state: Journal) {
    (self.rules, self.block, self.state) = (rules, block, state)
    blobBaseFee = rules.blobBaseFee(of: block)
  }

  /// The checks of a transaction's validity that are left out: simulations may call from any account without paying.
  public struct Leniency: OptionSet, Sendable {
    /// A bit for each option.
    public let rawValue: Int

    /// Options by their bits; unknown ones change nothing.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The nonce may be any.
    public static let nonce = Leniency(rawValue: 1)
    /// The sender may be a contract (EIP-3607), as when it is impersonated.
    public static let contractSender = Leniency(rawValue: 2)
    /// The fees may be below the block's: what is offered is paid.
    public static let fees = Leniency(rawValue: 4)
    /// The gas limit may be above the block's and the transaction's (EIP-7825).
    public static let gasLimit = Leniency(rawValue: 8)
  }

  /// Looks at all of it, in the order of the executable specification.
  ///
  /// - Throws: `EVMError`, or what the state's reader throws.
  public func validate(
    _ transaction: EVMTransaction, blockGasLeft: UInt64, blobGasLeft: UInt64 = .max, leniency: Leniency = []
  ) throws {
    try validateGas(transaction, blockGasLeft: blockGasLeft, leniency)
    if transaction.kind == .blob { try validateBlobGas(transaction, left: blobGasLeft) }
    if !leniency.contains(.fees) { try validateFees(transaction) }
    if transaction.kind == .blob { try validateBlobs(transaction, leniency) }
    if transaction.to == nil, transaction.kind == .blob || transaction.kind == .setCode {
      throw EVMError(
        .missingRecipient, "\(transaction.kind) transactions can't create contracts: give a recipient")
    }
    if transaction.kind == .setCode, transaction.authorizations.isEmpty {
      throw EVMError(.noAuthorizations, "a transaction that sets code has no authorization (EIP-7702)")
    }
    try validateSender(transaction, leniency)
  }

  private func validateGas(_ transaction: EVMTransaction, blockGasLeft: UInt64, _ leniency: Leniency) throws {
    guard rules.transactionKinds.contains(transaction.kind) else {
      throw EVMError(.unknownKind, "\(rules.name) has no \(transaction.kind) transactions")
    }
    let needed = rules.intrinsicGas(transaction).minimumGasLimit
    guard transaction.gasLimit >= needed else {
      throw EVMError(
        .intrinsicGas,
        "intrinsic gas too low: the transaction needs \(needed) before any code runs, its limit is "
          + "\(transaction.gasLimit)")
    }
    guard transaction.nonce != .max || leniency.contains(.nonce) else {
      throw EVMError(.nonceOverflow, "nonce has max value: an account's nonces end before 2^64 - 1 (EIP-2681)")
    }
    if transaction.to == nil, transaction.data.count > rules.maxInitCodeSize {
      throw EVMError(
        .initCodeSize,
        "max initcode size exceeded: \(transaction.data.count) bytes, \(rules.maxInitCodeSize) are allowed")
    }
    let limit = leniency.contains(.gasLimit) ? UInt64(Int64.max) : rules.maxTransactionGas
    guard transaction.gasLimit <= limit else {
      throw EVMError(
        .gasLimitTooHigh, "transaction gas limit too high: \(transaction.gasLimit), \(limit) is allowed")
    }
    guard transaction.gasLimit <= blockGasLeft || leniency.contains(.gasLimit) else {
      throw EVMError(
        .blockGasLimit,
        "exceeds block gas limit: the transaction wants \(transaction.gasLimit), the block has "
          + "\(blockGasLeft) left")
    }
  }

  private func validateFees(_ transaction: EVMTransaction) throws {
    guard transaction.maxPriorityFeePerGas <= transaction.maxFeePerGas else {
      throw EVMError(
        .priorityAboveFeeCap,
        "max priority fee per gas higher than max fee per gas: \(transaction.maxPriorityFeePerGas) and "
          + "\(transaction.maxFeePerGas)")
    }
    guard rules.baseFee == nil || transaction.maxFeePerGas >= block.baseFee else {
      throw EVMError(
        .feeCapTooLow,
        "max fee per gas less than block base fee: \(transaction.maxFeePerGas) and \(block.baseFee)")
    }
  }

  /// Checks that the block may have so many more blobs.
  private func validateBlobGas(_ transaction: EVMTransaction, left: UInt64) throws {
    guard let blobs = rules.blobs else { return }
    let (count, room) = (UInt64(transaction.blobHashes.count), min(blobs.max, left / BlobRules.gasPerBlob))
    guard count <= room else {
      throw EVMError(
        .tooManyBlobs, "too many blobs: \(count), a transaction may have \(min(blobs.maxPerTransaction, room))")
    }
  }

  private func validateBlobs(_ transaction: EVMTransaction, _ leniency: Leniency) throws {
    guard let blobs = rules.blobs else { return }
    let count = UInt64(transaction.blobHashes.count)
    guard count > 0 else { throw EVMError(.noBlobs, "a blob transaction has no blobs") }
    guard count <= blobs.maxPerTransaction else {
      throw EVMError(
        .tooManyBlobs, "too many blobs: \(count), a transaction may have \(blobs.maxPerTransaction)")
    }
    for hash in transaction.blobHashes where hash.withUnsafeBytes({ $0[0] }) != 1 {
      throw EVMError(.blobHashVersion, "the blob hash \(hash) doesn't have version 1")
    }
    guard transaction.maxFeePerBlobGas >= blobBaseFee || leniency.contains(.fees) else {
      throw EVMError(
        .blobFeeCapTooLow,
        "max fee per blob gas less than block blob gas fee: \(transaction.maxFeePerBlobGas) and \(blobBaseFee)")
    }
  }

  private func validateSender(_ transaction: EVMTransaction, _ leniency: Leniency) throws {
    if rules.accountsHaveKeys, !leniency.contains(.contractSender) { try validateKeys(transaction) }
    let account = try state.account(transaction.sender) ?? Account()
    if !leniency.contains(.nonce) {
      let nonce = transaction.nonce
      if nonce < account.nonce {
        throw EVMError(
          .nonceTooLow, "nonce too low: the account's is \(account.nonce), the transaction's \(nonce)")
      }
      if nonce > account.nonce {
        throw EVMError(
          .nonceTooHigh, "nonce too high: the account's is \(account.nonce), the transaction's \(nonce)")
      }
    }
    if let payment = transaction.feePayment, payment.payer != transaction.sender {
      let balance = try state.account(payment.payer)?.balance ?? 0
      guard let fee = transaction.maximumDelegatedFee, fee <= balance else {
        throw EVMError(
          .insufficientFeePayerFunds,
          "insufficient funds of the fee payer for gas * price: \(payment.payer) has \(balance) wei")
      }
    }
    guard let cost = transaction.maximumCost, cost <= account.balance else {
      let cost = transaction.maximumCost.map { "\($0)" } ?? "more than 2^256"
      throw EVMError(
        .insufficientFunds,
        "insufficient funds for gas * price + value: \(transaction.sender) has \(account.balance) wei, "
          + "the transaction may cost \(cost)")
    }
    if account.codeHash != EVM.Code.empty.hash, !leniency.contains(.contractSender) {
      let code = try state.code(transaction.sender)
      guard rules.followsDelegations, code.delegate != nil else {
        throw EVMError(.senderNotEOA, "sender not an eoa: \(transaction.sender) is a contract (EIP-3607)")
      }
    }
  }
}
