import Primitives

/// A transaction that sets the code of accounts which authorized it (EIP-7702, type 4); it cannot create a contract.
public struct SetCodeTransaction: Hashable, Sendable {
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
  /// The recipient.
  public var to: Address
  /// Wei.
  public var value: UInt256
  /// The calldata.
  public var data: Bytes
  /// The accounts and storage announced beforehand (EIP-2930).
  public var accessList: [AccessListEntry]
  /// The signed permissions, in the order in which they are applied.
  public var authorizationList: [Authorization]

  /// A transaction from its fields; prices and value in wei.
  public init(
    chainID: UInt256, nonce: UInt64, maxPriorityFeePerGas: UInt256, maxFeePerGas: UInt256, gasLimit: UInt64,
    to: Address, value: UInt256, data: Bytes = [], accessList: [AccessListEntry] = [],
    authorizationList: [Authorization]
  ) {
    (self.chainID, self.nonce, self.gasLimit) = (chainID, nonce, gasLimit)
    (self.maxPriorityFeePerGas, self.maxFeePerGas) = (maxPriorityFeePerGas, maxFeePerGas)
    (self.to, self.value, self.data, self.accessList) = (to, value, data, accessList)
    self.authorizationList = authorizationList
  }
}

extension SetCodeTransaction {
  /// The values of its fields.
  var values: TransactionFieldValues {
    TransactionFieldValues(
      chainID: chainID, nonce: nonce, maxPriorityFeePerGas: maxPriorityFeePerGas, maxFeePerGas: maxFeePerGas,
      gas: gasLimit, to: to, value: value, input: data, accessList: accessList, authorizationList: authorizationList)
  }

  /// A transaction from the values of its fields.
  init(_ values: TransactionFieldValues) throws(TransactionError) {
    self.init(
      chainID: values.chainID ?? 0, nonce: values.nonce, maxPriorityFeePerGas: values.maxPriorityFeePerGas,
      maxFeePerGas: values.maxFeePerGas, gasLimit: values.gas, to: try values.recipient(of: .setCode),
      value: values.value, data: values.input, accessList: values.accessList,
      authorizationList: values.authorizationList)
  }
}
