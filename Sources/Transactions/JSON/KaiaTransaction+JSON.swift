import JSONFields
import Keys
import Primitives
import StrictJSON

extension KaiaTransaction {
  /// Reads the fields of a type under their names in JSON-RPC; which fields there may be has been checked.
  init(
    _ type: KaiaTransactionType, chainID: UInt256, reading fields: TransactionFields
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

  fileprivate mutating func read(_ field: KaiaField, from fields: TransactionFields) throws(TransactionError) {
    switch field {
    case .nonce: nonce = try fields.nonce()
    case .gasPrice: gasPrice = try fields.required("gasPrice", .number)
    case .gas: gas = try fields.gasLimit()
    case .to: to = try fields.optional("to", .checksummed)
    case .value: value = try fields.optional("value", .number) ?? 0
    case .from: from = try fields.required("from", .checksummed, orDo: "Add the sender's account.")
    case .input: input = try fields.input()
    case .key: key = try fields.accountKey()
    case .humanReadable: humanReadable = try fields.optional("humanReadable", .bool) ?? false
    case .codeFormat: codeFormat = try fields.optional("codeFormat", .number) ?? 0
    case .feeRatio:
      feeRatio = try fields.required(
        "feeRatio", .number, orDo: "Add the per cent of the fee that the fee payer pays.")
    }
  }
}

extension TransactionFields {
  /// The `key` of an account update: its bytes, or the object that nodes answer.
  fileprivate func accountKey() throws(TransactionError) -> AccountKey {
    if let object = self["key"]?.object {
      do {
        return try AccountKey(json: .object(object))
      } catch {
        throw invalid("key", error.inOneLine)
      }
    }
    let advice = "Add the account's new key: its bytes, or an object with keyType and key."
    return try AccountKey(field: required("key", .bytes, orDo: advice))
  }
}
