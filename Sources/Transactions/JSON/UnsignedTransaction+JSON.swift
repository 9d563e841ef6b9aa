import JSONFields
import Primitives
import StrictJSON

extension UnsignedTransaction {
  /// Reads a transaction with the fields of JSON-RPC: `type`, `chainId`, `nonce`, `to`, `value`, `gas`, `gasPrice` or
  /// `maxFeePerGas` and `maxPriorityFeePerGas`, `input`, `accessList`, and what blob and set-code transactions have.
  ///
  /// Numbers are quantities (`"0x1a"`), digits in quotes or JSON numbers. Without a `type` the fields tell the kind.
  /// `value` is 0, `input` and `accessList` are empty unless given; `gasLimit` and `data` are taken for `gas` and
  /// `input`. A contract is created by `"to": null`, or by no `to` beside an `input`. A legacy transaction without a
  /// `chainId` is valid on every chain. A `from` is checked to be an address; `TransactionDocument` keeps it. Kaia's own
  /// types are asked for by `type` ("TxTypeFeeDelegatedValueTransfer" or its number) or `typeInt`; they have a `from`,
  /// `gasPrice`, and what their type has of `to`, `value`, `input`, `key`, `humanReadable`, `codeFormat`, `feeRatio`.
  ///
  /// - Throws: `TransactionError` of the kinds for JSON; an unknown field is refused with its name.
  public init(json: JSON) throws(TransactionError) {
    self = try TransactionDocument(json: json).transaction
  }

  /// The transaction with the fields of JSON-RPC; `init(json:)` reads it again.
  public var json: JSON { .object(jsonObject) }

  var jsonObject: JSONObject { jsonObject(\.checksummed) }

  /// The fields under their names in JSON-RPC; of Kaia's own types they are as a node shows them, whatever the spelling.
  func jsonObject(_ spelling: (Address) -> String) -> JSONObject {
    if case .kaia(let transaction) = self {
      var object: JSONObject = [
        "type": .string(transaction.type.name), "chainId": .quantity(transaction.chainID),
      ]
      for (name, value) in transaction.fieldsJSON { object[name] = value }
      return object
    }
    var object: JSONObject = ["type": .string(kind.quantity)]
    if let chainID { object["chainId"] = .quantity(chainID) }
    let fields = TransactionField.allCases.filter(kind.fields.contains)
    for (name, value) in values.json(fields, spelling) { object[name] = value }
    return object
  }

  /// Reads the fields of a kind; which fields there may be has been checked.
  init(_ kind: TransactionKind, reading fields: TransactionFields) throws(TransactionError) {
    var values = try TransactionFieldValues(kind, reading: fields)
    values.chainID =
      kind == .legacy ? try fields.optional("chainId", .number) : try fields.required("chainId", .number)
    try self.init(kind, values)
  }
}

extension KaiaTransaction {
  /// The fields under their names in JSON-RPC, in the order of the wire, with the names and digits that a node has.
  var fieldsJSON: JSONObject { values.json(type.fields, \.lowercaseHex) }
}
