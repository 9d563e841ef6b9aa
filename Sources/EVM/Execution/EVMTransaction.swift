import Keys
import Primitives
import Transactions

/// A transaction as execution sees it: its sender known, its signature forgotten.
public struct EVMTransaction: Sendable, Hashable {
  /// Its kind (EIP-2718).
  public var kind: TransactionKind
  /// The account that signed it, whose nonce rises.
  public var sender: Address
  /// The number of transactions that the sender sent before.
  public var nonce: UInt64
  /// The recipient; nil creates a contract.
  public var to: Address?
  /// The money that goes to the recipient, in wei.
  public var value: UInt256
  /// The calldata, or the creation code.
  public var data: [UInt8]
  /// The most gas that it may use, in units.
  public var gasLimit: UInt64
  /// The most a unit of gas may cost in wei; the gas price of a kind without a priority fee.
  public var maxFeePerGas: UInt256
  /// The most of it that may go to the coinbase.
  public var maxPriorityFeePerGas: UInt256
  /// The accounts and storage announced beforehand (EIP-2930).
  public var accessList: [AccessListEntry]
  /// The most a unit of blob gas may cost in wei (EIP-4844).
  public var maxFeePerBlobGas: UInt256
  /// The versioned hashes of the blobs, one for each.
  public var blobHashes: [Hash32]
  /// Permissions to set code (EIP-7702).
  public var authorizations: [Authorization]
  /// The payment of the gas by a fee payer; nil if the sender pays alone.
  public var feePayment: FeePayment?
  /// The action beside taking a nonce and paying.
  public var action = Action.message
  /// The keys that signed for the sender, and for the fee payer, where accounts have keys of their own; nil if the sender
  /// is who signed.
  public var signers: Signers?
  /// The gas that it costs beyond what the fields above cost: for signatures, for a fee payer.
  public var surcharge = IntrinsicGas(charged: 0, floor: 0)

  /// The action of a transaction beside taking a nonce and paying.
  public enum Action: Sendable, Hashable {
    /// The transaction calls its recipient, or creates a contract.
    case message
    /// The transaction takes its nonce and pays, as Kaia's cancellations and anchored data do.
    case nothing
    /// The transaction changes the sender's key.
    case updateKey(AccountKey)
  }

  /// The keys that signed a transaction.
  public struct Signers: Sendable, Hashable {
    /// The public keys recovered from the signatures for the sender, one for each signature.
    public var sender: [PublicKey]
    /// The keys recovered from the signatures for the fee payer; empty if there is none.
    public var feePayer: [PublicKey]

    /// Signers.
    public init(sender: [PublicKey], feePayer: [PublicKey] = []) {
      self.sender = sender
      self.feePayer = feePayer
    }
  }

  /// A transaction from its fields; by default a legacy one, whose gas price is `maxFeePerGas`.
  public init(
    kind: TransactionKind = .legacy, sender: Address, nonce: UInt64, to: Address?, value: UInt256 = 0,
    data: [UInt8] = [], gasLimit: UInt64, maxFeePerGas: UInt256 = 0, maxPriorityFeePerGas: UInt256? = nil,
    accessList: [AccessListEntry] = [], maxFeePerBlobGas: UInt256 = 0, blobHashes: [Hash32] = [],
    authorizations: [Authorization] = [], feePayment: FeePayment? = nil
  ) {
    self.kind = kind
    self.sender = sender
    self.nonce = nonce
    self.to = to
    self.value = value
    self.data = data
    self.gasLimit = gasLimit
    self.maxFeePerGas = maxFeePerGas
    self.maxPriorityFeePerGas = maxPriorityFeePerGas ?? maxFeePerGas
    self.accessList = accessList
    self.maxFeePerBlobGas = maxFeePerBlobGas
    self.blobHashes = blobHashes
    self.authorizations = authorizations
    self.feePayment = feePayment
  }

  /// A transaction of the module Transactions, of a sender who is known already.
  public init(_ transaction: UnsignedTransaction, sender: Address) {
    self.init(
      kind: transaction.kind, sender: sender, nonce: transaction.nonce, to: transaction.to, value: transaction.value,
      data: transaction.data, gasLimit: transaction.gasLimit, maxFeePerGas: transaction.maxFeePerGas,
      maxPriorityFeePerGas: transaction.maxPriorityFeePerGas, accessList: transaction.accessList)
    if case .blob(let blob) = transaction {
      maxFeePerBlobGas = blob.maxFeePerBlobGas
      blobHashes = blob.blobVersionedHashes
    }
    if case .setCode(let setCode) = transaction { authorizations = setCode.authorizationList }
  }

  /// The price of a unit of gas under a base fee, in wei (EIP-1559); nil if the base fee is above the transaction's
  /// maximum.
  public func gasPrice(baseFee: UInt256) -> UInt256? {
    guard maxFeePerGas >= baseFee else { return nil }
    return baseFee + min(maxPriorityFeePerGas, maxFeePerGas - baseFee)
  }

  /// The blob gas of its blobs.
  public var blobGas: UInt64 { UInt64(blobHashes.count) * BlobRules.gasPerBlob }

  /// The most that the fee payer pays, in wei: 0 without one, or if it is the sender; nil beyond 2²⁵⁶.
  public var maximumDelegatedFee: UInt256? {
    guard let feePayment, feePayment.payer != sender else { return 0 }
    let gas = maxFeePerGas.multipliedReportingOverflow(by: UInt256(gasLimit))
    return gas.overflow ? nil : feePayment.part(of: gas.partialValue)
  }

  /// The most that the sender pays, for value, gas and blobs, in wei; nil if that is beyond 2²⁵⁶.
  public var maximumCost: UInt256? {
    var gas = maxFeePerGas.multipliedReportingOverflow(by: UInt256(gasLimit))
    if let delegated = maximumDelegatedFee { gas.partialValue &-= delegated }
    let blobs = maxFeePerBlobGas.multipliedReportingOverflow(by: UInt256(kind == .blob ? blobGas : 0))
    let (first, second) = (gas.partialValue.addingReportingOverflow(value), gas.overflow || blobs.overflow)
    let sum = first.partialValue.addingReportingOverflow(blobs.partialValue)
    return second || first.overflow || sum.overflow ? nil : sum.partialValue
  }
}
