import Keys
import Primitives
import StrictJSON

extension SignedTransaction {
  /// Reads a transaction as `eth_getTransactionByHash` answers it; what a node adds about the block is left aside.
  ///
  /// - Parameter allowingHighS: takes an `s` in the upper half, as blocks before Homestead have them (EIP-2).
  /// - Throws: `TransactionError` of the kinds for JSON and signatures; `contradiction` when `hash`, `from`, `chainId`
  ///   or `v` do not belong to the rest.
  public init(json: JSON, allowingHighS: Bool = false) throws(TransactionError) {
    let fields = try JSONFields(json)
    try fields.refuseOthers(
      than: TransactionKind.allFields + TransactionKind.signatureFields + TransactionKind.blockFields)
    let kind = try TransactionKind(of: fields)
    // Nodes tell the price paid of any kind.
    try kind.refuseForeign(fields, except: ["gasPrice"])
    var transaction = try UnsignedTransaction(kind, reading: fields)

    let yParity: UInt256
    if case .legacy(var legacy) = transaction {
      let meaning = try LegacyTransaction.meaning(ofV: fields.required("v"))
      if let chainID = legacy.chainID, chainID != meaning.chainID {
        throw fields.contradiction("chainId", "The chainId is \(chainID), the signature's v says otherwise.")
      }
      legacy.chainID = meaning.chainID
      transaction = .legacy(legacy)
      yParity = UInt256(meaning.yParity)
    } else {
      yParity = try fields.required(fields.name("yParity", or: "v"))
      if let v = try fields.uint256("v"), v != yParity {
        throw fields.contradiction("v", "The signature's v is \(v), its yParity is \(yParity).")
      }
    }
    let signature = try Signature(
      checkedR: fields.required("r"), s: fields.required("s"), yParity: UInt8(exactly: yParity) ?? .max,
      allowingHighS: allowingHighS)
    try self.init(transaction, signature: signature)

    if let expected = try fields.hash("hash"), expected != hash {
      throw fields.contradiction("hash", "The hash is \(expected), the fields have \(hash).")
    }
    if let from = try fields.address("from") {
      let sender = try sender()
      guard from == sender else {
        throw fields.contradiction("from", "The transaction is from \(from), the signature is that of \(sender).")
      }
    }
  }

  /// The transaction with the fields of JSON-RPC: `hash`, `from`, those of the unsigned one, `v`, `yParity` (but for a
  /// legacy one), `r` and `s`; `init(json:)` reads it again.
  ///
  /// `from` is `null` when no key can have made the signature. The blobs of a sidecar are not in it.
  public var json: JSON {
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
