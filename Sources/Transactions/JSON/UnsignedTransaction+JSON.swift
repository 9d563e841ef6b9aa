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

  var jsonObject: JSONObject {
    if case .kaia(let transaction) = self {
      var object: JSONObject = [
        "type": .string(transaction.type.name), "chainId": .quantity(transaction.chainID),
      ]
      for (name, value) in transaction.fieldsJSON { object[name] = value }
      return object
    }
    var object = JSONObject()
    object["type"] = .string(kind.quantity)
    if let chainID { object["chainId"] = .quantity(chainID) }
    object["nonce"] = .quantity(nonce)
    object["to"] = to.map { .string($0.checksummed) } ?? .null
    object["value"] = .quantity(value)
    object["gas"] = .quantity(gasLimit)
    switch self {
    case .legacy, .accessList:
      object["gasPrice"] = .quantity(maxFeePerGas)
    case .feeMarket, .blob, .setCode:
      object["maxPriorityFeePerGas"] = .quantity(maxPriorityFeePerGas)
      object["maxFeePerGas"] = .quantity(maxFeePerGas)
    case .kaia: break
    }
    object["input"] = .string(data.hex)
    if kind != .legacy { object["accessList"] = .array(accessList.map { $0.json(\.checksummed) }) }
    if case .blob(let transaction) = self {
      object["maxFeePerBlobGas"] = .quantity(transaction.maxFeePerBlobGas)
      object["blobVersionedHashes"] = .array(transaction.blobVersionedHashes.map { .string($0.hex) })
    }
    if case .setCode(let transaction) = self {
      object["authorizationList"] = .array(transaction.authorizationList.map { $0.json(\.checksummed) })
    }
    return object
  }

  /// Reads the fields of a kind; which fields there may be has been checked.
  init(_ kind: TransactionKind, reading fields: TransactionFields) throws(TransactionError) {
    let common = try CommonFields(fields, kind)
    func number(_ name: String) throws(TransactionError) -> UInt256 { try fields.required(name, .number) }
    switch kind {
    case .kaia(let type):
      self = .kaia(try KaiaTransaction(type, chainID: number("chainId"), reading: fields))
    case .legacy:
      self = .legacy(
        LegacyTransaction(
          chainID: try fields.optional("chainId", .number), nonce: common.nonce, gasPrice: try number("gasPrice"),
          gasLimit: common.gasLimit, to: common.to, value: common.value, data: common.data))
    case .accessList:
      self = .accessList(
        AccessListTransaction(
          chainID: try number("chainId"), nonce: common.nonce, gasPrice: try number("gasPrice"),
          gasLimit: common.gasLimit, to: common.to, value: common.value, data: common.data,
          accessList: try fields.accessList()))
    case .feeMarket:
      self = .feeMarket(
        FeeMarketTransaction(
          chainID: try number("chainId"), nonce: common.nonce,
          maxPriorityFeePerGas: try number("maxPriorityFeePerGas"), maxFeePerGas: try number("maxFeePerGas"),
          gasLimit: common.gasLimit, to: common.to, value: common.value, data: common.data,
          accessList: try fields.accessList()))
    case .blob:
      self = .blob(
        BlobTransaction(
          chainID: try number("chainId"), nonce: common.nonce,
          maxPriorityFeePerGas: try number("maxPriorityFeePerGas"), maxFeePerGas: try number("maxFeePerGas"),
          gasLimit: common.gasLimit, to: try common.recipient(kind), value: common.value, data: common.data,
          accessList: try fields.accessList(), maxFeePerBlobGas: try number("maxFeePerBlobGas"),
          blobVersionedHashes: try fields.required(
            "blobVersionedHashes", .list(of: .looseHash), orDo: "Add the list of the blobs' hashes.")))
    case .setCode:
      self = .setCode(
        SetCodeTransaction(
          chainID: try number("chainId"), nonce: common.nonce,
          maxPriorityFeePerGas: try number("maxPriorityFeePerGas"), maxFeePerGas: try number("maxFeePerGas"),
          gasLimit: common.gasLimit, to: try common.recipient(kind), value: common.value, data: common.data,
          accessList: try fields.accessList(), authorizationList: try fields.authorizationList()))
    }
  }
}

/// The fields of every kind.
private struct CommonFields {
  let nonce: UInt64
  let gasLimit: UInt64
  let to: Address?
  let value: UInt256
  let data: Bytes

  init(_ fields: TransactionFields, _ kind: TransactionKind) throws(TransactionError) {
    nonce = try fields.nonce()
    gasLimit = try fields.gasLimit()
    value = try fields.optional("value", .number) ?? 0
    data = try fields.input()
    to = try fields.optional("to", .checksummed)
    // A forgotten recipient must not burn the value in a contract without code.
    if to == nil, fields.object["to"] == nil, data.isEmpty, kind.isEthereum {
      throw fields.missing("to", "Add the recipient, or \"to\": null to create a contract.")
    }
  }

  func recipient(_ kind: TransactionKind) throws(TransactionError) -> Address {
    guard let to else {
      throw TransactionError(
        .missingRecipient, "The field to is missing.", about: "to",
        reason: "\(kind) transactions cannot create a contract.")
    }
    return to
  }
}

extension TransactionFields {
  /// The nonce, below 2^64 − 1 (EIP-2681).
  func nonce() throws(TransactionError) -> UInt64 {
    let nonce: UInt64 = try required("nonce", .number)
    try UnsignedTransaction.checkNonce(nonce)
    return nonce
  }

  /// The gas limit, under either of its names.
  func gasLimit() throws(TransactionError) -> UInt64 {
    let gasLimit: UInt64 = try required(name("gas", or: "gasLimit"), .number)
    if let other = try optional("gasLimit", .number), other != gasLimit {
      throw contradiction("gasLimit", "gas is \(gasLimit) and gasLimit is \(other).", "Remove one of them.")
    }
    return gasLimit
  }

  /// The data, under either of its names; empty if there is none.
  func input() throws(TransactionError) -> Bytes {
    let data = try optional(name("input", or: "data"), .bytes) ?? []
    if let other = try optional("data", .bytes), other != data {
      throw contradiction("data", "input and data are different.", "Remove one of them.")
    }
    return data
  }

  /// The access list, empty if there is none.
  fileprivate func accessList() throws(TransactionError) -> [AccessListEntry] {
    var list: [AccessListEntry] = []
    for entry in try objects("accessList") ?? [] {
      try entry.refuseOthers(than: ["address", "storageKeys"])
      let address = try entry.required("address", .checksummed, orDo: "Add the account.")
      list.append(
        AccessListEntry(address: address, storageKeys: try entry.optional("storageKeys", .list(of: .looseHash)) ?? []))
    }
    return list
  }

  fileprivate func authorizationList() throws(TransactionError) -> [Authorization] {
    guard let entries = try objects("authorizationList") else {
      throw missing("authorizationList", "Add the list of signed authorizations.")
    }
    var list: [Authorization] = []
    for entry in entries {
      try entry.refuseOthers(than: ["chainId", "address", "nonce", "yParity", "v", "r", "s"])
      let address = try entry.required("address", .checksummed, orDo: "Add the contract.")
      let yParity: UInt256 = try entry.required(entry.name("yParity", or: "v"), .number)
      guard let parity = UInt8(exactly: yParity) else { throw entry.invalid("yParity", "it is 0 or 1") }
      list.append(
        Authorization(
          chainID: try entry.required("chainId", .number), address: address,
          nonce: try entry.required("nonce", .number), yParity: parity, r: try entry.required("r", .number),
          s: try entry.required("s", .number)))
    }
    return list
  }
}

extension AccessListEntry {
  /// The entry, its address in a spelling.
  package func json(_ spelling: (Address) -> String) -> JSON {
    ["address": .string(spelling(address)), "storageKeys": .array(storageKeys.map { .hash($0) })]
  }
}

extension Authorization {
  /// The permission, its address in a spelling.
  package func json(_ spelling: (Address) -> String) -> JSON {
    [
      "chainId": .quantity(chainID), "address": .string(spelling(address)), "nonce": .quantity(nonce),
      "yParity": .quantity(UInt64(yParity)), "r": .quantity(r), "s": .quantity(s),
    ]
  }
}
