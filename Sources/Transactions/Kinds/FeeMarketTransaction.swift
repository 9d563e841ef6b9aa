import Primitives

/// A transaction with a priority fee and a maximum fee (EIP-1559, type 2).
public struct FeeMarketTransaction: Hashable, Sendable {
  /// The only chain that takes it (EIP-155).
  public var chainID: UInt256
  /// The number of transactions that the account sent before.
  public var nonce: UInt64
  /// Wei for a unit of gas, at most, to the block's proposer.
  public var maxPriorityFeePerGas: UInt256
  /// Wei for a unit of gas, at most, base fee and priority fee together.
  public var maxFeePerGas: UInt256
  /// Units of gas.
  public var gasLimit: UInt64
  /// The recipient; `nil` creates a contract.
  public var to: Address?
  /// Wei.
  public var value: UInt256
  /// The calldata, or the init code of a creation.
  public var data: Bytes
  /// The accounts and storage announced beforehand (EIP-2930).
  public var accessList: [AccessListEntry]

  /// A transaction from its fields; prices and value in wei.
  public init(
    chainID: UInt256, nonce: UInt64, maxPriorityFeePerGas: UInt256, maxFeePerGas: UInt256, gasLimit: UInt64,
    to: Address?, value: UInt256, data: Bytes = [], accessList: [AccessListEntry] = []
  ) {
    (self.chainID, self.nonce, self.gasLimit) = (chainID, nonce, gasLimit)
    (self.maxPriorityFeePerGas, self.maxFeePerGas) = (maxPriorityFeePerGas, maxFeePerGas)
    (self.to, self.value, self.data, self.accessList) = (to, value, data, accessList)
  }
}

extension FeeMarketTransaction {
  /// The values of its fields.
  var values: TransactionFieldValues {
    TransactionFieldValues(
      chainID: chainID, nonce: nonce, maxPriorityFeePerGas: maxPriorityFeePerGas, maxFeePerGas: maxFeePerGas,
      gas: gasLimit, to: to, value: value, input: data, accessList: accessList)
  }

  /// A transaction from the values of its fields.
  init(_ values: TransactionFieldValues) {
    self.init(
      chainID: values.chainID ?? 0, nonce: values.nonce, maxPriorityFeePerGas: values.maxPriorityFeePerGas,
      maxFeePerGas: values.maxFeePerGas, gasLimit: values.gas, to: values.to, value: values.value, data: values.input,
      accessList: values.accessList)
  }
}
