import JSONFields
import Keys
import Primitives
import StrictJSON

extension SignedTransaction {
  /// Reads a transaction as `eth_getTransactionByHash` or `kaia_getTransactionByHash` answers it, or as a node of Kaia
  /// writes it down; what is added about the block is left aside.
  ///
  /// - Parameter allowingHighS: takes an `s` in the upper half, as blocks before Homestead have them (EIP-2).
  /// - Throws: `TransactionError` of the kinds for JSON and signatures; `contradiction` when `hash`,
  ///   `senderTxHash`, `from`, `chainId` or `v` do not belong to the rest.
  public init(json: JSON, allowingHighS: Bool = false) throws(TransactionError) {
    let fields = try TransactionFields(json)
    try fields.refuseOthers(
      than: TransactionKind.allFields + TransactionKind.signatureFields + TransactionKind.nodeFields)
    let kind = try TransactionKind(of: fields)
    // Nodes tell the price paid of any kind.
    try kind.refuseForeign(fields, except: ["gasPrice"])
    if case .kaia(let type) = kind {
      try self.init(type, reading: fields, allowingHighS: allowingHighS)
    } else {
      try self.init(ethereum: kind, reading: fields, allowingHighS: allowingHighS)
    }
    // Nodes of Kaia write zeros where they have not computed it.
    if let expected = try fields.optional("hash", .looseHash), expected != hash, expected != .zero || kind.isEthereum {
      throw fields.contradiction("hash", "The hash is \(expected), the fields have \(hash).")
    }
    if let from = try fields.optional("from", .checksummed) {
      let sender = try sender()
      guard from == sender else {
        throw fields.contradiction("from", "The transaction is from \(from), the signature is that of \(sender).")
      }
    }
  }

  /// Reads one of Ethereum's kinds, its signature in `v`, `r`, `s` or as the only one of Kaia's `signatures`.
  private init(
    ethereum kind: TransactionKind, reading fields: TransactionFields, allowingHighS: Bool
  ) throws(TransactionError) {
    var transaction = try UnsignedTransaction(kind, reading: fields)
    let numbers = try fields.signatureNumbers(of: kind)
    var yParity = UInt8(exactly: numbers.v) ?? .max
    if case .legacy(var legacy) = transaction {
      let meaning = try LegacyTransaction.meaning(ofV: numbers.v)
      if let chainID = legacy.chainID, chainID != meaning.chainID {
        throw fields.contradiction("chainId", "The chainId is \(chainID), the signature's v says otherwise.")
      }
      legacy.chainID = meaning.chainID
      transaction = .legacy(legacy)
      yParity = meaning.yParity
    }
    let signature = try Signature(checkedR: numbers.r, s: numbers.s, yParity: yParity, allowingHighS: allowingHighS)
    try self.init(transaction, signature: signature)
  }

  /// The transaction with the fields of JSON-RPC: `hash`, `from`, those of the unsigned one, `v`, `yParity` (but for a
  /// legacy one), `r` and `s`; `init(json:)` reads it again. Kaia's own types have the fields of `kaiaJSON`, `chainId` and
  /// `senderTxHash`.
  ///
  /// `from` is `null` when no key can have made the signature. The blobs of a sidecar are not in it.
  public var json: JSON {
    if case .kaia(let kaia) = transaction {
      var object = kaiaJSON.object ?? [:]
      object["chainId"] = .quantity(kaia.chainID)
      object["senderTxHash"] = .string(senderTxHash.hex)
      return .object(object)
    }
    var object: JSONObject = [
      "hash": .string(hash.hex), "from": (try? sender()).map { .string($0.checksummed) } ?? .null,
    ]
    for (name, value) in transaction.jsonObject { object[name] = value }
    object["v"] = .quantity(v)
    if transaction.kind != .legacy { object["yParity"] = .quantity(UInt64(signature.yParity)) }
    object["r"] = .quantity(signature.r)
    object["s"] = .quantity(signature.s)
    return .object(object)
  }
}

extension TransactionFields {
  /// The numbers of the one signature of one of Ethereum's kinds.
  fileprivate func signatureNumbers(of kind: TransactionKind) throws(TransactionError) -> SignatureNumbers {
    if let numbers = try signatureNumbers("signatures") {
      guard numbers.count == 1 else {
        throw invalid("signatures", "there are \(numbers.count)", "Ethereum's kinds have exactly one.")
      }
      return numbers[0]
    }
    let v = try required(kind == .legacy ? "v" : name("yParity", or: "v"), .number)
    if let other = try optional("v", .number), other != v {
      throw contradiction("v", "The signature's v is \(other), its yParity is \(v).")
    }
    return (v, try required("r", .number), try required("s", .number))
  }
}
