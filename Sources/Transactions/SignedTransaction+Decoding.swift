import Keys
import Primitives

extension SignedTransaction {
  /// Reads a raw transaction of any kind, strictly: what it accepts encodes to the same bytes again.
  ///
  /// A blob transaction may come with its sidecar, in the form of EIP-4844 or that of EIP-7594. Ethereum's typed kinds
  /// may have Kaia's 0x78 before them, which is then not in `encoded`.
  ///
  /// - Parameter allowingHighS: takes an `s` in the upper half, as blocks before Homestead have them (EIP-2).
  /// - Throws: `TransactionError` of the kinds for bytes and signatures.
  /// - Complexity: linear in the bytes.
  public init(decoding bytes: Bytes, allowingHighS: Bool = false) throws(TransactionError) {
    let envelope = try Envelope(bytes)
    let kind = envelope.kind
    let bytes = envelope.bytes
    if case .kaia(let type) = kind {
      let form = try KaiaWireForm(type, envelope.items, allowingHighS: allowingHighS)
      try self.init(form, encoded: bytes)
      return
    }
    var fields = envelope.items
    var sidecar: BlobSidecar?
    if kind == .blob, case .list? = fields.first {
      let parts = try BlobSidecar.split(fields)
      fields = parts.body
      sidecar = parts.sidecar
    }

    var reader = try FieldReader(
      fields, count: kind.fields.count + 3, place: .transaction(kind))
    var transaction = try UnsignedTransaction(kind, reading: &reader)
    let yParity: UInt8
    if case .legacy(var legacy) = transaction {
      (legacy.chainID, yParity) = try LegacyTransaction.meaning(ofV: try reader.uint256("v"))
      transaction = .legacy(legacy)
    } else {
      yParity = try reader.uint8("yParity")
    }
    let signature = try Signature(
      checkedR: try reader.uint256("r"), s: try reader.uint256("s"), yParity: yParity, allowingHighS: allowingHighS)

    if let sidecar, case .blob(let blob) = transaction {
      try sidecar.check(against: blob)
      let canonical = [kind.rawValue] + RLP.encode(.list(fields))
      self.init(
        transaction: transaction, signature: signature, sidecar: sidecar, encoded: bytes,
        hash: Keccak256.hash(canonical))
    } else {
      self.init(
        transaction: transaction, signature: signature, encoded: bytes, hash: Keccak256.hash(bytes))
    }
  }

  /// Reads a raw transaction from hexadecimal text, with or without `0x`.
  ///
  /// - Throws: `invalidField` when the text is not hexadecimal, else as `init(decoding:allowingHighS:)`.
  public init(decodingHex text: String, allowingHighS: Bool = false) throws(TransactionError) {
    let bytes: Bytes
    do {
      bytes = try Hex.decode(text)
    } catch {
      throw TransactionError(
        .invalidField, "The raw transaction is not hexadecimal text.", reason: error.inOneLine,
        advice: "Give 0x and an even count of digits.")
    }
    try self.init(decoding: bytes, allowingHighS: allowingHighS)
  }
}
