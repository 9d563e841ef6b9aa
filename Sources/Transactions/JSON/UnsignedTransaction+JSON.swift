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
    if kind != .legacy { object["accessList"] = .array(accessList.map(\.json)) }
    if case .blob(let transaction) = self {
      object["maxFeePerBlobGas"] = .quantity(transaction.maxFeePerBlobGas)
      object["blobVersionedHashes"] = .array(transaction.blobVersionedHashes.map { .string($0.hex) })
    }
    if case .setCode(let transaction) = self {
      object["authorizationList"] = .array(transaction.authorizationList.map(\.json))
    }
    return object
  }

  /// Reads the fields of a kind; which fields there may be has been checked.
  init(_ kind: TransactionKind, reading fields: JSONFields) throws(TransactionError) {
    let common = try CommonFields(fields, kind)
    switch kind {
    case .kaia(let type):
      self = .kaia(try KaiaTransaction(type, chainID: fields.required("chainId"), reading: fields))
    case .legacy:
      self = .legacy(
        LegacyTransaction(
          chainID: try fields.uint256("chainId"), nonce: common.nonce, gasPrice: try fields.required("gasPrice"),
          gasLimit: common.gasLimit, to: common.to, value: common.value, data: common.data))
    case .accessList:
      self = .accessList(
        AccessListTransaction(
          chainID: try fields.required("chainId"), nonce: common.nonce, gasPrice: try fields.required("gasPrice"),
          gasLimit: common.gasLimit, to: common.to, value: common.value, data: common.data,
          accessList: try fields.accessList()))
    case .feeMarket:
      self = .feeMarket(
        FeeMarketTransaction(
          chainID: try fields.required("chainId"), nonce: common.nonce,
          maxPriorityFeePerGas: try fields.required("maxPriorityFeePerGas"),
          maxFeePerGas: try fields.required("maxFeePerGas"), gasLimit: common.gasLimit, to: common.to,
          value: common.value, data: common.data, accessList: try fields.accessList()))
    case .blob:
      self = .blob(
        BlobTransaction(
          chainID: try fields.required("chainId"), nonce: common.nonce,
          maxPriorityFeePerGas: try fields.required("maxPriorityFeePerGas"),
          maxFeePerGas: try fields.required("maxFeePerGas"), gasLimit: common.gasLimit,
          to: try common.recipient(kind), value: common.value, data: common.data,
          accessList: try fields.accessList(), maxFeePerBlobGas: try fields.required("maxFeePerBlobGas"),
          blobVersionedHashes: try fields.blobVersionedHashes()))
    case .setCode:
      self = .setCode(
        SetCodeTransaction(
          chainID: try fields.required("chainId"), nonce: common.nonce,
          maxPriorityFeePerGas: try fields.required("maxPriorityFeePerGas"),
          maxFeePerGas: try fields.required("maxFeePerGas"), gasLimit: common.gasLimit,
          to: try common.recipient(kind), value: common.value, data: common.data,
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

  init(_ fields: JSONFields, _ kind: TransactionKind) throws(TransactionError) {
    nonce = try fields.nonce()
    gasLimit = try fields.gasLimit()
    value = try fields.uint256("value") ?? 0
    data = try fields.input()
    to = try fields.address("to")
    // A forgotten recipient must not burn the value in a contract without code.
    if to == nil, !fields.names("to"), data.isEmpty, kind.isEthereum {
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

extension JSONFields {
  /// The nonce, below 2^64 − 1 (EIP-2681).
  func nonce() throws(TransactionError) -> UInt64 {
    let nonce = try required64("nonce")
    try UnsignedTransaction.checkNonce(nonce)
    return nonce
  }

  /// The gas limit, under either of its names.
  func gasLimit() throws(TransactionError) -> UInt64 {
    let gasLimit = try required64(name("gas", or: "gasLimit"))
    if let other = try uint64("gasLimit"), other != gasLimit {
      throw contradiction("gasLimit", "gas is \(gasLimit) and gasLimit is \(other).", "Remove one of them.")
    }
    return gasLimit
  }

  /// The data, under either of its names; empty if there is none.
  func input() throws(TransactionError) -> Bytes {
    let data = try bytes(name("input", or: "data")) ?? []
    if let other = try bytes("data"), other != data {
      throw contradiction("data", "input and data are different.", "Remove one of them.")
    }
    return data
  }

  /// The access list, empty if there is none.
  fileprivate func accessList() throws(TransactionError) -> [AccessListEntry] {
    var list: [AccessListEntry] = []
    for entry in try objects("accessList") ?? [] {
      try entry.refuseOthers(than: ["address", "storageKeys"])
      guard let address = try entry.address("address") else { throw entry.missing("address", "Add the account.") }
      list.append(AccessListEntry(address: address, storageKeys: try entry.hashes("storageKeys") ?? []))
    }
    return list
  }

  fileprivate func blobVersionedHashes() throws(TransactionError) -> [Hash32] {
    guard let hashes = try hashes("blobVersionedHashes") else {
      throw missing("blobVersionedHashes", "Add the list of the blobs' hashes.")
    }
    return hashes
  }

  fileprivate func authorizationList() throws(TransactionError) -> [Authorization] {
    guard let entries = try objects("authorizationList") else {
      throw missing("authorizationList", "Add the list of signed authorizations.")
    }
    var list: [Authorization] = []
    for entry in entries {
      try entry.refuseOthers(than: ["chainId", "address", "nonce", "yParity", "v", "r", "s"])
      guard let address = try entry.address("address") else { throw entry.missing("address", "Add the contract.") }
      let yParity = try entry.required(entry.name("yParity", or: "v"))
      guard let parity = UInt8(exactly: yParity) else { throw entry.invalid("yParity", "it is 0 or 1") }
      list.append(
        Authorization(
          chainID: try entry.required("chainId"), address: address, nonce: try entry.required64("nonce"),
          yParity: parity, r: try entry.required("r"), s: try entry.required("s")))
    }
    return list
  }
}

extension AccessListEntry {
  fileprivate var json: JSON {
    ["address": .string(address.checksummed), "storageKeys": .array(storageKeys.map { .string($0.hex) })]
  }
}

extension Authorization {
  fileprivate var json: JSON {
    [
      "chainId": .quantity(chainID), "address": .string(address.checksummed), "nonce": .quantity(nonce),
      "yParity": .quantity(UInt64(yParity)), "r": .quantity(r), "s": .quantity(s),
    ]
  }
}
