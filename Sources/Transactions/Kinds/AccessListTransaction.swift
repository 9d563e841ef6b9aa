import Primitives

/// A transaction with a gas price and an access list (EIP-2930, type 1).
public struct AccessListTransaction: Hashable, Sendable {
  /// The only chain that takes it (EIP-155).
  public var chainID: UInt256
  /// The number of transactions that the account sent before.
  public var nonce: UInt64
  /// Wei for a unit of gas.
  public var gasPrice: UInt256
  /// Units of gas.
  public var gasLimit: UInt64
  /// The recipient; `nil` creates a contract.
  public var to: Address?
  /// Wei.
  public var value: UInt256
  /// The calldata, or the init code of a creation.
  public var data: Bytes
  /// The accounts and storage announced beforehand.
  public var accessList: [AccessListEntry]

  /// A transaction from its fields; prices and value in wei.
  public init(
    chainID: UInt256, nonce: UInt64, gasPrice: UInt256, gasLimit: UInt64, to: Address?, value: UInt256,
    data: Bytes = [], accessList: [AccessListEntry] = []
  ) {
    self.chainID = chainID
    self.nonce = nonce
    self.gasPrice = gasPrice
    self.gasLimit = gasLimit
    self.to = to
    self.value = value
    self.data = data
    self.accessList = accessList
  }
}

extension AccessListTransaction {
  /// The values of its fields.
  var values: TransactionFieldValues {
    TransactionFieldValues(
      chainID: chainID, nonce: nonce, maxPriorityFeePerGas: gasPrice, maxFeePerGas: gasPrice, gas: gasLimit, to: to,
      value: value, input: data, accessList: accessList)
  }

  /// A transaction from the values of its fields.
  init(_ values: TransactionFieldValues) {
    self.init(
      chainID: values.chainID ?? 0, nonce: values.nonce, gasPrice: values.maxFeePerGas, gasLimit: values.gas,
      to: values.to, value: values.value, data: values.input, accessList: values.accessList)
  }
}
