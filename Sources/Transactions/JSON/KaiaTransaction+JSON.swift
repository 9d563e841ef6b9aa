import Keys
import Primitives
import StrictJSON

extension KaiaTransaction {
  /// Reads the fields of a type under their names in JSON-RPC; which fields there may be has been checked.
  init(
    _ type: KaiaTransactionType, chainID: UInt256, reading fields: JSONFields
  ) throws(TransactionError) {
    var values = KaiaFieldValues()
    for field in type.fields { try values.read(field, from: fields) }
    if type.fields.contains(.to), type.action != .smartContractDeploy, values.to == nil {
      throw fields.missing("to", "Add the recipient.")
    }
    try self.init(type, chainID: chainID, values)
  }

  /// The fields under their names in JSON-RPC, in the order of the wire, with the names and digits that a node has.
  var fieldsJSON: JSONObject {
    let values = KaiaFieldValues(self)
    return JSONObject(type.fields.map { ($0.rawValue, values.json($0)) })
  }
}

extension KaiaFieldValues {
  fileprivate func json(_ field: KaiaField) -> JSON {
    switch field {
    case .nonce: .quantity(nonce)
    case .gasPrice: .quantity(gasPrice)
    case .gas: .quantity(gas)
    case .to: to.map { .address($0) } ?? .null
    case .value: .quantity(value)
    case .from: .address(from)
    case .input: .string(input.hex)
    case .key: .string(key.encoded.hex)
    case .humanReadable: .bool(humanReadable)
    case .codeFormat: .quantity(UInt64(codeFormat))
    case .feeRatio: .quantity(UInt64(feeRatio))
    }
  }

  fileprivate mutating func read(_ field: KaiaField, from fields: JSONFields) throws(TransactionError) {
    switch field {
    case .nonce: nonce = try fields.nonce()
    case .gasPrice: gasPrice = try fields.required("gasPrice")
    case .gas: gas = try fields.gasLimit()
    case .to: to = try fields.address("to")
    case .value: value = try fields.uint256("value") ?? 0
    case .from:
      guard let address = try fields.address("from") else { throw fields.missing("from", "Add the sender's account.") }
      from = address
    case .input: input = try fields.input()
    case .key: key = try fields.accountKey()
    case .humanReadable: humanReadable = try fields.bool("humanReadable") ?? false
    case .codeFormat: codeFormat = try fields.uint8("codeFormat") ?? 0
    case .feeRatio:
      guard let percent = try fields.uint8("feeRatio") else {
        throw fields.missing("feeRatio", "Add the per cent of the fee that the fee payer pays.")
      }
      feeRatio = percent
    }
  }
}

extension JSONFields {
  /// The `key` of an account update: its bytes, or the object that nodes answer.
  fileprivate func accountKey() throws(TransactionError) -> AccountKey {
    if let object = object("key") {
      do {
        return try AccountKey(json: .object(object))
      } catch {
        throw invalid("key", error.inOneLine)
      }
    }
    guard let bytes = try bytes("key") else {
      throw missing("key", "Add the account's new key: its bytes, or an object with keyType and key.")
    }
    return try AccountKey(field: bytes)
  }

  /// A number below 2^8.
  fileprivate func uint8(_ name: String) throws(TransactionError) -> UInt8? {
    guard let number = try uint256(name) else { return nil }
    guard let small = UInt8(exactly: number) else { throw invalid(name, "\(number) is above 255") }
    return small
  }
}

extension JSON {
  /// An address as Kaia's nodes write it.
  static func address(_ address: Address) -> JSON { .string(address.lowercaseHex) }
}
