import JSONFields
import Keys
import Primitives
import StrictJSON

/// An unsigned transaction written down as JSON, to be signed elsewhere: the transaction and whose it is to be.
public struct TransactionDocument: Hashable, Sendable {
  /// The fields that are signed.
  public var transaction: UnsignedTransaction
  /// The account that shall sign it, if the document says so.
  public var from: Address?

  /// The account that shall pay its fee, of Kaia's own types whose fee is delegated, if the document says so.
  public var feePayer: Address?

  /// A transaction, and the accounts that shall sign it; one of Kaia's own types names its sender itself.
  public init(_ transaction: UnsignedTransaction, from: Address? = nil, feePayer: Address? = nil) {
    self.transaction = transaction
    self.from = transaction.kaia?.from ?? from
    self.feePayer = feePayer
  }

  /// Reads a document; its fields are listed at `UnsignedTransaction.init(json:)`.
  ///
  /// - Throws: `TransactionError` of the kinds for JSON.
  public init(json: JSON) throws(TransactionError) {
    let fields = try TransactionFields(json)
    if let name = TransactionKind.signatureFields.first(where: fields.has) {
      throw fields.contradiction(
        name, "The transaction is signed already: it has the field \(name).",
        "To sign it anew, remove \(TransactionKind.signatureFields.joined(separator: ", ")).")
    }
    try fields.refuseOthers(than: TransactionKind.allFields)
    let kind = try TransactionKind(of: fields)
    try kind.refuseForeign(fields)
    transaction = try UnsignedTransaction(kind, reading: fields)
    from = try fields.optional("from", .checksummed)
    feePayer = try fields.optional("feePayer", .checksummed)
  }

  /// Reads a document's text.
  ///
  /// - Throws: `notJSON`, or as `init(json:)`.
  public init(parsing text: Bytes) throws(TransactionError) {
    do {
      try self.init(json: JSON(parsing: text))
    } catch let error as TransactionError {
      throw error
    } catch {
      throw TransactionError(
        .notJSON, "The transaction is not JSON.", reason: error.inOneLine, advice: "Write it as one JSON object.")
    }
  }

  /// The document; `init(json:)` reads it again.
  public var json: JSON {
    var object = transaction.jsonObject
    if let from { object["from"] = .string(from.checksummed) }
    if let feePayer { object["feePayer"] = .string(feePayer.checksummed) }
    return .object(object)
  }

  /// Signs the transaction; of Kaia's own types `from` may have another key than the one its address comes from.
  ///
  /// - Throws: `wrongSigner` when the key is not that of `from`, or as `UnsignedTransaction.signed(by:sidecar:)`.
  public func signed(by key: PrivateKey) throws -> SignedTransaction {
    if let from, from != key.address, transaction.kaia == nil {
      throw TransactionError(
        .wrongSigner, "The transaction is from \(from), the key is that of \(key.address).", about: "from",
        advice: "Use the key of that account, or remove from.")
    }
    return try transaction.signed(by: key)
  }
}
