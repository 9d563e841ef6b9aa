import Keys
import Primitives

/// A transaction of the original kind, without a type byte.
public struct LegacyTransaction: Hashable, Sendable {
  /// The chain it is for (EIP-155); `nil` makes it valid on every chain.
  public var chainID: UInt256?
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

  /// A transaction from its fields; prices and value in wei.
  public init(
    chainID: UInt256?, nonce: UInt64, gasPrice: UInt256, gasLimit: UInt64, to: Address?, value: UInt256,
    data: Bytes = []
  ) {
    self.chainID = chainID
    self.nonce = nonce
    self.gasPrice = gasPrice
    self.gasLimit = gasLimit
    self.to = to
    self.value = value
    self.data = data
  }

  /// - Throws: `chainIDTooLarge` when the `v` of EIP-155 would not fit 256 bits.
  func checkV(yParity: UInt8) throws(TransactionError) {
    if let chainID { try Signature.checkV(chainID: chainID, yParity: yParity) }
  }

  /// The `v` of a signature: 27 or 28, or twice the chain id and 35 or 36 (EIP-155).
  ///
  /// `checkV(yParity:)` has made sure that it fits.
  func v(yParity: UInt8) -> UInt256 {
    guard let chainID else { return UInt256(27 + yParity) }
    return Signature.v(chainID: chainID, yParity: yParity)
  }

  /// The meaning of a `v`: the chain id, if any, and the parity.
  ///
  /// - Throws: `invalidV` for anything but 27, 28 and 35 or more.
  static func meaning(ofV v: UInt256) throws(TransactionError) -> (chainID: UInt256?, yParity: UInt8) {
    if v == 27 || v == 28 { return (nil, v == 28 ? 1 : 0) }
    guard v >= 35 else {
      throw TransactionError(
        .invalidV, "The signature's v is \(v).", about: "v",
        reason: "It is 27 or 28, or 35 and above with a chain id (EIP-155).")
    }
    let rest = v - 35
    return (rest >> 1, rest & 1 == 1 ? 1 : 0)
  }
}

extension LegacyTransaction {
  /// The values of its fields.
  var values: TransactionFieldValues {
    TransactionFieldValues(
      chainID: chainID, nonce: nonce, maxPriorityFeePerGas: gasPrice, maxFeePerGas: gasPrice, gas: gasLimit, to: to,
      value: value, input: data)
  }

  /// A transaction from the values of its fields.
  init(_ values: TransactionFieldValues) {
    self.init(
      chainID: values.chainID, nonce: values.nonce, gasPrice: values.maxFeePerGas, gasLimit: values.gas, to: values.to,
      value: values.value, data: values.input)
  }

  /// The items that EIP-155 appends for signing: chain id, 0, 0.
  ///
  /// No chain has the id zero. Libraries that sign for it (ethers) write it as the byte 00, and so does this: three
  /// empty strings are the older form of an unsigned transaction, `v`, `r` and `s` not filled in.
  static func replayProtection(_ chainID: UInt256) -> [RLP.Item] {
    [chainID == 0 ? .bytes([0]) : .uint(chainID), .bytes([]), .bytes([])]
  }
}
