import Primitives

/// A transaction that carries blobs beside the block (EIP-4844, type 3); it cannot create a contract.
public struct BlobTransaction: Hashable, Sendable {
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
  /// Wei for a unit of blob gas, at most.
  public var maxFeePerBlobGas: UInt256
  /// The hashes of the blobs, one for each: a version byte (1) and 31 bytes of the commitment's SHA-256.
  public var blobVersionedHashes: [Hash32]

  /// Blob gas that one blob costs.
  public static let gasPerBlob: UInt64 = 131_072

  /// A transaction from its fields; prices and value in wei.
  public init(
    chainID: UInt256, nonce: UInt64, maxPriorityFeePerGas: UInt256, maxFeePerGas: UInt256, gasLimit: UInt64,
    to: Address, value: UInt256, data: Bytes = [], accessList: [AccessListEntry] = [], maxFeePerBlobGas: UInt256,
    blobVersionedHashes: [Hash32]
  ) {
    (self.chainID, self.nonce, self.gasLimit) = (chainID, nonce, gasLimit)
    (self.maxPriorityFeePerGas, self.maxFeePerGas) = (maxPriorityFeePerGas, maxFeePerGas)
    (self.to, self.value, self.data, self.accessList) = (to, value, data, accessList)
    (self.maxFeePerBlobGas, self.blobVersionedHashes) = (maxFeePerBlobGas, blobVersionedHashes)
  }
}

extension BlobTransaction {
  /// The values of its fields.
  var values: TransactionFieldValues {
    TransactionFieldValues(
      chainID: chainID, nonce: nonce, maxPriorityFeePerGas: maxPriorityFeePerGas, maxFeePerGas: maxFeePerGas,
      gas: gasLimit, to: to, value: value, input: data, accessList: accessList, maxFeePerBlobGas: maxFeePerBlobGas,
      blobVersionedHashes: blobVersionedHashes)
  }

  /// A transaction from the values of its fields.
  init(_ values: TransactionFieldValues) throws(TransactionError) {
    self.init(
      chainID: values.chainID ?? 0, nonce: values.nonce, maxPriorityFeePerGas: values.maxPriorityFeePerGas,
      maxFeePerGas: values.maxFeePerGas, gasLimit: values.gas, to: try values.recipient(of: .blob), value: values.value,
      data: values.input, accessList: values.accessList, maxFeePerBlobGas: values.maxFeePerBlobGas,
      blobVersionedHashes: values.blobVersionedHashes)
  }
}
