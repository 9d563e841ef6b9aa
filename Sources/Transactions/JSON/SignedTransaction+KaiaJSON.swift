import JSONFields
import Keys
import Primitives
import StrictJSON

extension SignedTransaction {
  /// The transaction's fields as Kaia's nodes show every kind in transactions and receipts of the `kaia` namespace, but
  /// for what they add about sender, hash and block: `typeInt`, `type`, the kind's fields, `signatures`, and of those with
  /// a fee payer `feePayer` and `feePayerSignatures`.
  public var kaiaFields: JSONObject {
    if case .kaia(let kaia) = transaction { return KaiaWireForm(kaia, signatures, feePayer).json }
    let kind = transaction.kind
    var object: JSONObject = ["typeInt": .number("\(kind.kaiaNumber)"), "type": .string(kind.kaiaName)]
    for (name, value) in transaction.jsonObject(\.lowercaseHex) where name != "type" { object[name] = value }
    if kind == .legacy { object["chainId"] = nil }
    object["signatures"] = [signature.kaiaJSON(v: v)]
    return object
  }

  /// The transaction as Kaia's node writes it down by itself (its `MarshalJSON`, the `tx` of the signing methods):
  /// `kaiaFields` with `hash` and, of Kaia's own types, `from`; a legacy one has no type.
  public var kaiaJSON: JSON {
    var object = kaiaFields
    switch transaction {
    case .kaia(let kaia): object["from"] = .address(kaia.from)
    case .legacy:
      object["typeInt"] = nil
      object["type"] = nil
    case .accessList, .feeMarket, .blob, .setCode: break
    }
    object["hash"] = .string(hash.hex)
    return .object(object)
  }

  /// Reads one of Kaia's own types as nodes show it; `from` must be there.
  init(
    _ type: KaiaTransactionType, reading fields: TransactionFields, allowingHighS: Bool
  ) throws(TransactionError) {
    var chainID = try fields.optional("chainId", .number)
    let signatures = try fields.signatures("signatures", chainID: &chainID, allowingHighS: allowingHighS) ?? []
    let approvals = try fields.signatures("feePayerSignatures", chainID: &chainID, allowingHighS: allowingHighS)
    let feePayer = try fields.optional("feePayer", .checksummed).map {
      FeePayerApproval(address: $0, signatures: approvals ?? [])
    }
    if feePayer == nil, approvals != nil {
      throw fields.missing("feePayer", "Add the account that the fee payer's signatures are for.")
    }
    guard let chainID else { throw fields.missing("signatures", "Add the sender's signatures.") }
    var values = try TransactionFieldValues(.kaia(type), reading: fields)
    values.chainID = chainID
    try self.init(KaiaTransaction(type, values), signatures: signatures, feePayer: feePayer)
    if let expected = try fields.optional("senderTxHash", .looseHash), expected != senderTxHash {
      throw fields.contradiction("senderTxHash", "The senderTxHash is \(expected), the fields have \(senderTxHash).")
    }
  }
}

extension KaiaWireForm {
  /// The fields as Kaia's nodes show them, but for what they add about sender, hash and block.
  var json: JSONObject {
    let type = transaction.type
    var object: JSONObject = ["typeInt": .number("\(type.rawValue)"), "type": .string(type.name)]
    for (name, value) in transaction.fieldsJSON where name != TransactionField.from.rawValue { object[name] = value }
    if case .anchoring(let data) = transaction.operation {
      object["inputJSON"] = (try? AnchoringData(decoding: data))?.inputJSON ?? .null
    }
    object["signatures"] = list(signatures)
    if let feePayer {
      object["feePayer"] = .address(feePayer.address)
      object["feePayerSignatures"] = list(feePayer.signatures)
    }
    return object
  }

  private func list(_ signatures: [Signature]) -> JSON {
    .array(signatures.map { $0.kaiaJSON(v: $0.v(chainID: transaction.chainID)) })
  }
}

extension PartlySignedTransaction {
  /// The transaction with the fields of JSON-RPC and the signatures it has so far.
  public var json: JSON {
    var object = KaiaWireForm(transaction, signatures, feePayer).json
    object["from"] = .address(transaction.from)
    object["chainId"] = .quantity(transaction.chainID)
    object["senderTxHash"] = .string(senderTxHash.hex)
    return .object(object)
  }
}

extension Signature {
  /// As Kaia's nodes write it.
  fileprivate func kaiaJSON(v: UInt256) -> JSON { ["V": .quantity(v), "R": .quantity(r), "S": .quantity(s)] }
}

/// A signature as JSON has it.
typealias SignatureNumbers = (v: UInt256, r: UInt256, s: UInt256)

extension TransactionFields {
  /// The numbers of a list of signatures: `[{"V": …, "R": …, "S": …}]`.
  func signatureNumbers(_ name: String) throws(TransactionError) -> [SignatureNumbers]? {
    guard let entries = try objects(name) else { return nil }
    var numbers: [SignatureNumbers] = []
    for entry in entries {
      try entry.refuseOthers(than: ["V", "R", "S"])
      numbers.append(
        (try entry.required("V", .number), try entry.required("R", .number), try entry.required("S", .number)))
    }
    return numbers
  }

  /// A list of signatures of Kaia's own types.
  fileprivate func signatures(
    _ name: String, chainID: inout UInt256?, allowingHighS: Bool
  ) throws(TransactionError) -> [Signature]? {
    guard let numbers = try signatureNumbers(name) else { return nil }
    var signatures: [Signature] = []
    for (v, r, s) in numbers {
      signatures.append(try Signature(v: v, r: r, s: s, chainID: &chainID, allowingHighS: allowingHighS))
    }
    return signatures
  }
}
