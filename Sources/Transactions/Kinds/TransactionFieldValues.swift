import Keys
import Primitives

/// The values of all fields, of which a kind uses its own; a gas price is both of the fees for a unit of gas.
struct TransactionFieldValues {
  var chainID: UInt256?
  var nonce: UInt64 = 0
  var maxPriorityFeePerGas: UInt256 = 0
  var maxFeePerGas: UInt256 = 0
  var gas: UInt64 = 0
  var to: Address?
  var value: UInt256 = 0
  var input: Bytes = []
  var accessList: [AccessListEntry] = []
  var maxFeePerBlobGas: UInt256 = 0
  var blobVersionedHashes: [Hash32] = []
  var authorizationList: [Authorization] = []
  var from = Address.zero
  var key = AccountKey.legacy
  var humanReadable = false
  var codeFormat: UInt8 = 0
  var feeRatio: UInt8 = 0

  /// Both of the fees for a unit of gas.
  mutating func set(gasPrice: UInt256) { (maxPriorityFeePerGas, maxFeePerGas) = (gasPrice, gasPrice) }

  /// The recipient of a kind that cannot create a contract.
  ///
  /// - Throws: `missingRecipient`.
  func recipient(of kind: TransactionKind) throws(TransactionError) -> Address {
    guard let to else {
      throw TransactionError(
        .missingRecipient, "The field to is empty.", about: "to",
        reason: "\(kind.phrase.capitalizedFirst) cannot create a contract.")
    }
    return to
  }
}

extension TransactionFieldValues {
  /// Takes the fields from a reader, in that order.
  init(_ fields: [TransactionField], reading reader: inout FieldReader) throws(TransactionError) {
    for field in fields { try read(field, from: &reader) }
  }

  /// The fields as the wire has them.
  func items(_ fields: [TransactionField]) -> [RLP.Item] { fields.map(item) }

  private func item(_ field: TransactionField) -> RLP.Item {
    switch field {
    case .chainID: .uint(chainID ?? 0)
    case .nonce: .uint(nonce)
    case .gasPrice, .maxFeePerGas: .uint(maxFeePerGas)
    case .maxPriorityFeePerGas: .uint(maxPriorityFeePerGas)
    case .gas: .uint(gas)
    case .to: .recipient(to)
    case .value: .uint(value)
    case .input: .bytes(input)
    case .accessList: accessList.item
    case .maxFeePerBlobGas: .uint(maxFeePerBlobGas)
    case .blobVersionedHashes: .list(blobVersionedHashes.map { .hash($0) })
    case .authorizationList: .list(authorizationList.map(\.item))
    case .from: .address(from)
    case .key: .bytes(key.encoded)
    case .humanReadable: .uint(humanReadable ? UInt64(1) : 0)
    case .codeFormat: .uint(UInt64(codeFormat))
    case .feeRatio: .uint(UInt64(feeRatio))
    }
  }

  /// Takes the reader's next field.
  private mutating func read(_ field: TransactionField, from reader: inout FieldReader) throws(TransactionError) {
    switch field {
    case .chainID: chainID = try reader.uint256("chainId")
    case .nonce: nonce = try reader.nonce()
    case .gasPrice: set(gasPrice: try reader.uint256("gasPrice"))
    case .maxPriorityFeePerGas: maxPriorityFeePerGas = try reader.uint256("maxPriorityFeePerGas")
    case .maxFeePerGas: maxFeePerGas = try reader.uint256("maxFeePerGas")
    case .gas: gas = try reader.uint64("gas")
    case .to: to = try reader.optionalAddress("to")
    case .value: value = try reader.uint256("value")
    case .input: input = try reader.bytes("input")
    case .accessList: accessList = try [AccessListEntry](reading: &reader)
    case .maxFeePerBlobGas: maxFeePerBlobGas = try reader.uint256("maxFeePerBlobGas")
    case .blobVersionedHashes: blobVersionedHashes = try reader.hashes("blobVersionedHashes")
    case .authorizationList: authorizationList = try [Authorization](reading: &reader)
    case .from: from = try reader.address("from")
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

extension RLP.Item {
  /// A recipient, or no bytes for a contract creation.
  static func recipient(_ address: Address?) -> RLP.Item { address.map { .address($0) } ?? .bytes([]) }
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
