import Keys
import Primitives

extension KaiaTransaction: TransactionPayload {
  var common: CommonPayload {
    CommonPayload(
      chainID: chainID, nonce: nonce, gasLimit: gasLimit, to: operation.to, value: operation.value,
      data: operation.input, maxFeePerGas: gasPrice, maxPriorityFeePerGas: gasPrice)
  }

  /// The fields in their order on the wire, without the signatures.
  var items: [RLP.Item] {
    let values = KaiaFieldValues(self)
    return type.fields.map(values.item)
  }

  /// Reads the fields, the signatures not among them.
  init(
    _ type: KaiaTransactionType, chainID: UInt256, reading reader: inout FieldReader
  ) throws(TransactionError) {
    var values = KaiaFieldValues()
    for field in type.fields { try values.read(field, from: &reader) }
    try self.init(type, chainID: chainID, values)
  }
}

extension KaiaFieldValues {
  /// A field as the wire has it.
  fileprivate func item(_ field: KaiaField) -> RLP.Item {
    switch field {
    case .nonce: .uint(nonce)
    case .gasPrice: .uint(gasPrice)
    case .gas: .uint(gas)
    case .to: .recipient(to)
    case .value: .uint(value)
    case .from: .address(from)
    case .input: .bytes(input)
    case .key: .bytes(key.encoded)
    case .humanReadable: .uint(humanReadable ? UInt64(1) : 0)
    case .codeFormat: .uint(UInt64(codeFormat))
    case .feeRatio: .uint(UInt64(feeRatio))
    }
  }

  /// Takes the reader's next field.
  fileprivate mutating func read(_ field: KaiaField, from reader: inout FieldReader) throws(TransactionError) {
    switch field {
    case .nonce: nonce = try reader.nonce()
    case .gasPrice: gasPrice = try reader.uint256("gasPrice")
    case .gas: gas = try reader.uint64("gas")
    case .to: to = try reader.recipient()
    case .value: value = try reader.uint256("value")
    case .from: from = try reader.address("from")
    case .input: input = try reader.bytes("input")
    case .key: key = try AccountKey(field: try reader.bytes("key"))
    case .humanReadable:
      let flag = try reader.uint8("humanReadable")
      guard flag <= 1 else { throw reader.failure(.tooLarge, "humanReadable", "is \(flag), it is 0 or 1") }
      humanReadable = flag == 1
    case .codeFormat: codeFormat = try reader.uint8("codeFormat")
    case .feeRatio: feeRatio = try reader.uint8("feeRatio")
    }
  }
}

extension AccountKey {
  /// Reads the `key` of an account update.
  ///
  /// - Throws: `invalidAccountKey`.
  init(field bytes: Bytes) throws(TransactionError) {
    do throws(AccountKeyError) {
      try self.init(decoding: bytes)
    } catch {
      throw TransactionError(
        .invalidAccountKey, "The field key holds no account key.", about: "key", reason: error.inOneLine,
        cause: error)
    }
  }
}
