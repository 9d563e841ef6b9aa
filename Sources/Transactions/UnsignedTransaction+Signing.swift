import Keys
import Primitives

extension UnsignedTransaction {
  /// The bytes whose Keccak-256 is signed: the type byte and the list of fields (EIP-2718), for a legacy transaction
  /// the list, with chain id, 0 and 0 appended under EIP-155; for Kaia's own types see
  /// `KaiaTransaction.signingPayload`.
  public var signingPayload: Bytes {
    switch self {
    case .legacy(let transaction):
      var items = transaction.items
      if let chainID = transaction.chainID { items += LegacyTransaction.replayProtection(chainID) }
      return RLP.encode(.list(items))
    case .kaia(let transaction): return transaction.signingPayload
    case .accessList, .feeMarket, .blob, .setCode: return [kind.rawValue] + RLP.encode(.list(items))
    }
  }

  /// The bytes with nothing in the places of the signature, as nodes tell a transaction that nobody has signed.
  ///
  /// One of Kaia's own types has a list of signatures, which is empty then.
  public var encodedUnsigned: Bytes {
    let nothing = RLP.Item.bytes([])
    switch self {
    case .legacy: return RLP.encode(.list(items + [nothing, nothing, nothing]))
    case .kaia(let transaction): return PartlySignedTransaction(transaction).encoded(.senderPart)
    case .accessList, .feeMarket, .blob, .setCode:
      return [kind.rawValue] + RLP.encode(.list(items + [nothing, nothing, nothing]))
    }
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
      var reader = try FieldReader(envelope.items, count: kind.fieldCount, place: .transaction(kind))
      try self.init(kind, reading: &reader)
    }
  }

  private static func legacy(_ items: [RLP.Item]) throws(TransactionError) -> UnsignedTransaction {
    let protected = items.count == 9
    var reader = try FieldReader(items, count: protected ? 9 : 6, place: .transaction(.legacy))
    var transaction = try LegacyTransaction(reading: &reader)
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
    switch kind {
    case .legacy: self = .legacy(try LegacyTransaction(reading: &reader))
    case .accessList: self = .accessList(try AccessListTransaction(reading: &reader))
    case .feeMarket: self = .feeMarket(try FeeMarketTransaction(reading: &reader))
    case .blob: self = .blob(try BlobTransaction(reading: &reader))
    case .setCode: self = .setCode(try SetCodeTransaction(reading: &reader))
    case .kaia(let type): self = .kaia(try KaiaTransaction(type, chainID: 0, reading: &reader))
    }
  }
}

extension TransactionKind {
  /// How many fields it has without its signature.
  var fieldCount: Int {
    switch self {
    case .legacy: LegacyTransaction.fieldCount
    case .accessList: AccessListTransaction.fieldCount
    case .feeMarket: FeeMarketTransaction.fieldCount
    case .blob: BlobTransaction.fieldCount
    case .setCode: SetCodeTransaction.fieldCount
    case .kaia(let type): type.fields.count
    }
  }
}
