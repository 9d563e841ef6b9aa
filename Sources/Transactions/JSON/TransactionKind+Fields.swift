import JSONFields
import Primitives
import StrictJSON

/// Which fields the JSON of each kind has, under the names of JSON-RPC.
extension TransactionKind {
  /// The fields of every kind; `gasLimit` and `data` are other names of `gas` and `input`.
  private static let common = [
    "type", "chainId", "nonce", "from", "to", "value", "gas", "gasLimit", "input", "data", "typeInt",
  ]

  /// The fields that only some kinds have.
  var ownFields: [String] {
    let names = fields.map(\.rawValue)
    guard case .kaia(let type) = self else { return names.filter { !Self.common.contains($0) } }
    return type.isFeeDelegated ? names + ["feePayer"] : names
  }

  /// All fields that this kind may have.
  private var names: [String] {
    guard case .kaia(let type) = self else { return Self.common + ownFields }
    let names = ["type", "typeInt", "chainId", "gasLimit"] + ownFields
    return type.fields.contains(.input) ? names + ["data"] : names
  }

  /// Every field of any kind.
  static let allFields =
    common + TransactionField.allCases.map(\.rawValue).filter { !common.contains($0) } + ["feePayer"]

  /// The fields that a signed transaction has besides.
  static let signatureFields = ["hash", "v", "yParity", "r", "s", "signatures", "feePayerSignatures", "senderTxHash"]

  /// The fields that a node adds to a transaction: its place in a block, and the content of anchored data.
  static let nodeFields = ["blockHash", "blockNumber", "blockTimestamp", "transactionIndex", "inputJSON"]

  /// The kind that a `type` names, or without one the kind that the fields ask for.
  ///
  /// - Throws: `invalidField` for a type that is not known.
  init(of fields: TransactionFields) throws(TransactionError) {
    if let kind = try fields.namedKind() {
      self = kind
    } else if fields.has("authorizationList") {
      self = .setCode
    } else if fields.has("maxFeePerBlobGas") || fields.has("blobVersionedHashes") {
      self = .blob
    } else if fields.has("maxFeePerGas") || fields.has("maxPriorityFeePerGas") {
      self = .feeMarket
    } else if fields.has("accessList") {
      self = .accessList
    } else if fields.has("gasPrice") {
      self = .legacy
    } else {
      throw fields.missing(
        "maxFeePerGas", "Add maxFeePerGas and maxPriorityFeePerGas, or gasPrice for a chain without EIP-1559.")
    }
  }

  /// - Throws: `fieldOfAnotherKind` for a field, `null` or not, that other kinds have and this one has not.
  func refuseForeign(_ fields: TransactionFields, except allowed: [String] = []) throws(TransactionError) {
    let own = names + allowed
    guard
      let name = fields.object.keys.first(where: { Self.allFields.contains($0) && !own.contains($0) && fields.has($0) })
    else { return }
    throw TransactionError(
      .fieldOfAnotherKind, "The field \(name) does not belong to \(phrase).", about: name,
      advice: "Remove it, or change the type. This kind has \(ownFields.joined(separator: ", ")).")
  }
}

extension TransactionFields {
  /// The kind that `type` or `typeInt` name, if either is there.
  fileprivate func namedKind() throws(TransactionError) -> TransactionKind? {
    var named: TransactionKind?
    if let name = self["type"]?.string, name.hasPrefix("TxType") {
      named = TransactionKind(kaiaName: name)
      if named == nil {
        let near = NearMatch.closest(to: name, among: TransactionKind.allCases.map(\.kaiaName))
        throw invalid("type", "there is no type of that name", near.map { "Did you mean \($0)?" })
      }
    } else if let number: UInt64 = try optional("type", .number) {
      named = UInt8(exactly: number).flatMap(TransactionKind.init(rawValue:)) ?? TransactionKind(kaiaNumber: number)
      if named == nil { throw unknown("type", number) }
    }
    guard let number: UInt64 = try optional("typeInt", .number) else { return named }
    guard let kind = TransactionKind(kaiaNumber: number) else { throw unknown("typeInt", number) }
    if let named, named != kind {
      throw contradiction("typeInt", "type is \(named.kaiaName) and typeInt is that of \(kind.kaiaName).")
    }
    return kind
  }

  private func unknown(_ name: String, _ number: UInt64) -> TransactionError {
    invalid(name, "there is no type \(number)", "Known are 0x0 to 0x4, and Kaia's 0x8 to 0x4a.")
  }
}
