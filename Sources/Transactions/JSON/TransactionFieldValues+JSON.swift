import JSONFields
import Keys
import Primitives
import StrictJSON

extension TransactionFieldValues {
  /// Reads the fields of a kind under their names in JSON-RPC; which fields there may be has been checked.
  init(_ kind: TransactionKind, reading fields: TransactionFields) throws(TransactionError) {
    for field in kind.fields { try read(field, from: fields) }
    guard to == nil else { return }
    if case .kaia(let type) = kind {
      guard !type.fields.contains(.to) || type.action == .smartContractDeploy else {
        throw fields.missing("to", "Add the recipient.")
      }
    } else if fields.object["to"] == nil, input.isEmpty {
      throw fields.missing("to", "Add the recipient, or \"to\": null to create a contract.")
    }
  }

  /// The fields under their names in JSON-RPC, with addresses spelled in one way.
  func json(_ fields: [TransactionField], _ spelling: (Address) -> String) -> JSONObject {
    JSONObject(fields.map { ($0.rawValue, json($0, spelling)) })
  }

  private func json(_ field: TransactionField, _ spelling: (Address) -> String) -> JSON {
    switch field {
    case .chainID: chainID.map { .quantity($0) } ?? .null
    case .nonce: .quantity(nonce)
    case .gasPrice, .maxFeePerGas: .quantity(maxFeePerGas)
    case .maxPriorityFeePerGas: .quantity(maxPriorityFeePerGas)
    case .gas: .quantity(gas)
    case .to: to.map { .string(spelling($0)) } ?? .null
    case .value: .quantity(value)
    case .input: .string(input.hex)
    case .accessList: .array(accessList.map { $0.json(spelling) })
    case .maxFeePerBlobGas: .quantity(maxFeePerBlobGas)
    case .blobVersionedHashes: .array(blobVersionedHashes.map { .string($0.hex) })
    case .authorizationList: .array(authorizationList.map { $0.json(spelling) })
    case .from: .string(spelling(from))
    case .key: .string(key.encoded.hex)
    case .humanReadable: .bool(humanReadable)
    case .codeFormat: .quantity(UInt64(codeFormat))
    case .feeRatio: .quantity(UInt64(feeRatio))
    }
  }

  private mutating func read(_ field: TransactionField, from fields: TransactionFields) throws(TransactionError) {
    switch field {
    case .chainID: chainID = try fields.required("chainId", .number)
    case .nonce: nonce = try fields.nonce()
    case .gasPrice: set(gasPrice: try fields.required("gasPrice", .number))
    case .maxPriorityFeePerGas: maxPriorityFeePerGas = try fields.required("maxPriorityFeePerGas", .number)
    case .maxFeePerGas: maxFeePerGas = try fields.required("maxFeePerGas", .number)
    case .gas: gas = try fields.gasLimit()
    case .to: to = try fields.optional("to", .checksummed)
    case .value: value = try fields.optional("value", .number) ?? 0
    case .input: input = try fields.input()
    case .accessList: accessList = try fields.accessList()
    case .maxFeePerBlobGas: maxFeePerBlobGas = try fields.required("maxFeePerBlobGas", .number)
    case .blobVersionedHashes:
      blobVersionedHashes = try fields.required(
        "blobVersionedHashes", .list(of: .looseHash), orDo: "Add the list of the blobs' hashes.")
    case .authorizationList: authorizationList = try fields.authorizationList()
    case .from: from = try fields.required("from", .checksummed, orDo: "Add the sender's account.")
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
