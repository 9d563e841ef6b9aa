import Keys
import Primitives

extension UnsignedTransaction {
  /// The bytes whose Keccak-256 is signed: the type byte and the list of fields (EIP-2718), for a legacy transaction
  /// the list, with chain id, 0 and 0 appended under EIP-155; for Kaia's own types see
  /// `KaiaTransaction.signingPayload`.
  public var signingPayload: Bytes {
    switch self {
    case .legacy(let transaction):
      RLP.encode(.list(items + (transaction.chainID.map(LegacyTransaction.replayProtection) ?? [])))
    case .kaia(let transaction): transaction.signingPayload
    case .accessList, .feeMarket, .blob, .setCode: kind.encode(items)
    }
  }

  /// The bytes with nothing in the places of the signature, as nodes tell a transaction that nobody has signed.
  ///
  /// One of Kaia's own types has a list of signatures, which is empty then.
  public var encodedUnsigned: Bytes {
    if case .kaia(let transaction) = self { return PartlySignedTransaction(transaction).encoded(.senderPart) }
    return kind.encode(items + Array(repeating: .bytes([]), count: 3))
  }

  /// The hash that the sender signs.
  public var signingHash: Hash32 { Keccak256.hash(signingPayload) }

  /// Puts a signature over `signingHash` to the transaction; one whose fee another account pays is not complete so
  /// (`PartlySignedTransaction`).
  ///
  /// - Parameter sidecar: the blobs of a blob transaction, which nodes want with it.
  /// - Throws: `nonceTooLarge`, `chainIDTooLarge`, `invalidSidecar`, `missingFeePayer`.
  public func signed(
    with signature: Signature, sidecar: BlobSidecar? = nil
  ) throws(TransactionError) -> SignedTransaction {
    try SignedTransaction(self, signature: signature, sidecar: sidecar)
  }

  /// Signs with a key (RFC 6979, low s).
  ///
  /// - Throws: what the key throws, or as `signed(with:sidecar:)`.
  public func signed(by key: PrivateKey, sidecar: BlobSidecar? = nil) throws -> SignedTransaction {
    try signed(with: key.sign(signingHash), sidecar: sidecar)
  }

  /// Reads what `signingPayload` writes.
  ///
  /// A legacy list that ends in three empty strings is the older form of an unsigned transaction; it is read as one
  /// without a chain id.
  ///
  /// - Throws: `TransactionError` of the kinds for bytes.
  public init(decoding bytes: Bytes) throws(TransactionError) {
    let envelope = try Envelope(bytes)
    switch envelope.kind {
    case .legacy where envelope.items.count == 4:
      self = .kaia(try KaiaTransaction(signingPayload: envelope.items))
    case .legacy:
      self = try Self.legacy(envelope.items)
    case .kaia(let type):
      throw TransactionError(
        .wrongFieldCount, "These bytes begin a \(type.name) that is signed, or is to be signed by others, too.",
        advice: "Decode it as a signed or partly signed one.")
    case let kind:
      var reader = try FieldReader(envelope.items, count: kind.fields.count, place: .transaction(kind))
      try self.init(kind, reading: &reader)
    }
  }

  private static func legacy(_ items: [RLP.Item]) throws(TransactionError) -> UnsignedTransaction {
    let protected = items.count == 9
    var reader = try FieldReader(items, count: protected ? 9 : 6, place: .transaction(.legacy))
    var transaction = LegacyTransaction(
      try TransactionFieldValues(TransactionKind.legacy.fields, reading: &reader))
    guard protected else { return .legacy(transaction) }
    if Array(items[6...]) == LegacyTransaction.replayProtection(0) {
      transaction.chainID = 0
    } else {
      let chainID = try reader.uint256("chainId")
      guard try reader.bytes("r").isEmpty, try reader.bytes("s").isEmpty else {
        throw TransactionError(
          .contradiction, "This transaction is signed already.", advice: "Decode it as a signed one.")
      }
      transaction.chainID = chainID == 0 ? nil : chainID
    }
    return .legacy(transaction)
  }

  /// Reads the fields of a kind, without its signature.
  init(_ kind: TransactionKind, reading reader: inout FieldReader) throws(TransactionError) {
    try self.init(kind, TransactionFieldValues(kind.fields, reading: &reader))
  }

  /// A transaction of a kind from the values of its fields.
  init(_ kind: TransactionKind, _ values: TransactionFieldValues) throws(TransactionError) {
    switch kind {
    case .legacy: self = .legacy(LegacyTransaction(values))
    case .accessList: self = .accessList(AccessListTransaction(values))
    case .feeMarket: self = .feeMarket(FeeMarketTransaction(values))
    case .blob: self = .blob(try BlobTransaction(values))
    case .setCode: self = .setCode(try SetCodeTransaction(values))
    case .kaia(let type): self = .kaia(try KaiaTransaction(type, values))
    }
  }
}
