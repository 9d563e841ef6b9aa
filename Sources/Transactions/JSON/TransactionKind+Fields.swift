/// Which fields the JSON of each kind has, under the names of JSON-RPC.
extension TransactionKind {
  /// The fields of every kind; `gasLimit` and `data` are other names of `gas` and `input`.
  private static let common = ["type", "chainId", "nonce", "to", "value", "gas", "gasLimit", "input", "data"]

  /// The fields that only some kinds have.
  var ownFields: [String] {
    switch self {
    case .legacy: ["gasPrice"]
    case .accessList: ["gasPrice", "accessList"]
    case .feeMarket: ["maxPriorityFeePerGas", "maxFeePerGas", "accessList"]
    case .blob: ["maxPriorityFeePerGas", "maxFeePerGas", "accessList", "maxFeePerBlobGas", "blobVersionedHashes"]
    case .setCode: ["maxPriorityFeePerGas", "maxFeePerGas", "accessList", "authorizationList"]
    }
  }

  /// Every field of any kind.
  static let allFields =
    common + [
      "from", "gasPrice", "maxPriorityFeePerGas", "maxFeePerGas", "accessList", "maxFeePerBlobGas",
      "blobVersionedHashes", "authorizationList",
    ]

  /// What a signed transaction has besides.
  static let signatureFields = ["hash", "v", "yParity", "r", "s"]

  /// What a node adds to a transaction in a block.
  static let blockFields = ["blockHash", "blockNumber", "blockTimestamp", "transactionIndex"]

  /// The kind that a `type` names, or without one the kind that the fields ask for.
  ///
  /// - Throws: `invalidField` for a type that is not known.
  init(of fields: JSONFields) throws(TransactionError) {
    if let type = try fields.uint64("type") {
      guard let kind = UInt8(exactly: type).flatMap(TransactionKind.init(rawValue:)) else {
        throw fields.invalid("type", "there is no type \(type)", "Known are 0x0 to 0x4.")
      }
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
  func refuseForeign(_ fields: JSONFields, except allowed: [String] = []) throws(TransactionError) {
    let own = Self.common + ["from"] + ownFields + allowed
    guard let name = fields.names.first(where: { Self.allFields.contains($0) && !own.contains($0) && fields.has($0) })
    else { return }
    throw TransactionError(
      .fieldOfAnotherKind, "The field \(name) does not belong to \(phrase).", field: name,
      advice: "Remove it, or change the type. This kind has \(ownFields.joined(separator: ", ")).")
  }
}
