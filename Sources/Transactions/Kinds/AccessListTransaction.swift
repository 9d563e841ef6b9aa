import Primitives

/// A transaction with a gas price and an access list (EIP-2930, type 1).
public struct AccessListTransaction: Hashable, Sendable {
  /// The chain it is for.
  public var chainID: UInt256
  /// How many transactions the account sent before.
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

extension AccessListTransaction: EthereumPayload {
  static let fieldCount = 8

  init(reading reader: inout FieldReader) throws(TransactionError) {
    self.init(
      chainID: try reader.uint256("chainId"), nonce: try reader.nonce(), gasPrice: try reader.uint256("gasPrice"),
      gasLimit: try reader.uint64("gas"), to: try reader.recipient(), value: try reader.uint256("value"),
      data: try reader.bytes("input"), accessList: try [AccessListEntry](reading: &reader))
  }

  var common: CommonPayload {
    CommonPayload(
      chainID: chainID, nonce: nonce, gasLimit: gasLimit, to: to, value: value, data: data, accessList: accessList,
      maxFeePerGas: gasPrice, maxPriorityFeePerGas: gasPrice)
  }

  var items: [RLP.Item] {
    [
      .uint(chainID), .uint(nonce), .uint(gasPrice), .uint(gasLimit), .recipient(to), .uint(value), .bytes(data),
      accessList.item,
    ]
  }
}
