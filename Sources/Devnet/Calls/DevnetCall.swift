import EVM
import Primitives
import Transactions

/// A call that need not be signed: what `call`, `estimateGas` and `send(_:)` take. What is nil the devnet chooses.
public struct DevnetCall: Sendable, Hashable {
  /// The sender; nil is the zero address, and where it is sent the first account.
  public var from: Address?
  /// Nil creates a contract.
  public var to: Address?
  /// Wei.
  public var value: UInt256 = 0
  /// The calldata, or the creation code.
  public var data: Bytes = []
  /// Units of gas.
  public var gas: UInt64?
  /// Wei for a unit of gas, of a transaction without a priority fee.
  public var gasPrice: UInt256?
  /// Wei (EIP-1559).
  public var maxFeePerGas: UInt256?
  /// Wei (EIP-1559).
  public var maxPriorityFeePerGas: UInt256?
  /// Nil, where it is sent, is the one after those that wait; `call` and `estimateGas` don't check it.
  public var nonce: UInt64?
  /// EIP-2930.
  public var accessList: [AccessListEntry]?
  /// Wei (EIP-4844).
  public var maxFeePerBlobGas: UInt256?
  /// EIP-4844.
  public var blobHashes: [Hash32]?
  /// EIP-7702.
  public var authorizations: [Authorization]?

  /// A call.
  public init(from: Address? = nil, to: Address? = nil, value: UInt256 = 0, data: Bytes = [], gas: UInt64? = nil) {
    self.from = from
    self.to = to
    self.value = value
    self.data = data
    self.gas = gas
  }

  /// Whether it says what a unit of gas may cost; a call that doesn't pays nothing.
  var namesFee: Bool { (gasPrice ?? maxFeePerGas ?? 0) > 0 }

  /// The kind that its fields make it, of those that the rules have.
  func kind(_ rules: RuleSet) -> TransactionKind {
    if authorizations != nil { return .setCode }
    if blobHashes != nil { return .blob }
    if gasPrice == nil, rules.transactionKinds.contains(.feeMarket) { return .feeMarket }
    return accessList != nil && rules.transactionKinds.contains(.accessList) ? .accessList : .legacy
  }

  /// The transaction to try out.
  func execution(gas: UInt64, rules: RuleSet, blobGasPrice: UInt256) -> EVMTransaction {
    let fee = gasPrice ?? maxFeePerGas ?? 0
    return EVMTransaction(
      kind: kind(rules), sender: from ?? .zero, nonce: nonce ?? 0, to: to, value: value, data: data, gasLimit: gas,
      maxFeePerGas: fee, maxPriorityFeePerGas: gasPrice ?? maxPriorityFeePerGas ?? 0,
      accessList: accessList ?? [], maxFeePerBlobGas: blobHashes == nil ? 0 : maxFeePerBlobGas ?? blobGasPrice,
      blobHashes: blobHashes ?? [], authorizations: authorizations ?? [])
  }
}
