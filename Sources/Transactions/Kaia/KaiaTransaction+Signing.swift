import Keys
import Primitives

extension KaiaTransaction {
  /// The bytes whose Keccak-256 each of the sender's keys signs: `rlp([inner, chainId, 0, 0])`, with the fields after
  /// the type in the byte string `inner`.
  public var signingPayload: Bytes { RLP.encode(.list([inner] + signingTail)) }

  /// The bytes whose Keccak-256 each of the fee payer's keys signs: `rlp([inner, feePayer, chainId, 0, 0])`.
  ///
  /// They cover the fee payer's address and not the sender's signatures.
  public func feePayerSigningPayload(feePayer: Address) -> Bytes {
    RLP.encode(.list([inner, .address(feePayer)] + signingTail))
  }

  /// The hash that each of the sender's keys signs.
  public var signingHash: Hash32 { Keccak256.hash(signingPayload) }

  /// The hash that each of the fee payer's keys signs.
  public func feePayerSigningHash(feePayer: Address) -> Hash32 {
    Keccak256.hash(feePayerSigningPayload(feePayer: feePayer))
  }

  private var signingTail: [RLP.Item] { [.uint(chainID), .bytes([]), .bytes([])] }

  private var inner: RLP.Item { .bytes(RLP.encode(.list([.bytes([type.rawValue])] + items))) }

  /// Reads what `signingPayload` writes.
  init(signingPayload items: [RLP.Item]) throws(TransactionError) {
    guard case .bytes(let inner)? = items.first, items.count == 4 else {
      throw TransactionError(.wrongFieldShape, "What is to be signed is not one of Kaia's transactions.")
    }
    let fields = try Envelope.list(inner)
    guard case .bytes(let first)? = fields.first, first.count == 1, let type = KaiaTransactionType(rawValue: first[0])
    else {
      throw TransactionError(.unknownType, "What is to be signed is of none of Kaia's types.")
    }
    var tail = try FieldReader(items, count: 4, place: .transaction(.kaia(type)))
    _ = try tail.bytes("fields")
    let chainID = try tail.uint256("chainId")
    guard items[2] == .bytes([]), items[3] == .bytes([]) else {
      throw TransactionError(
        .contradiction, "What is to be signed does not end in the chain id and two zeros.", about: "chainId")
    }
    var reader = try FieldReader(
      Array(fields.dropFirst()), count: type.fields.count, place: .transaction(.kaia(type)))
    try self.init(type, reading: &reader)
    self.chainID = chainID
  }

  /// Reads what `feePayerSigningPayload(feePayer:)` writes.
  static func reading(
    feePayerSigningPayload bytes: Bytes
  ) throws(TransactionError) -> (transaction: KaiaTransaction, feePayer: Address) {
    var items = try Envelope.list(bytes)
    guard items.count == 5, case .bytes(let payer) = items.remove(at: 1), let feePayer = try? Address(payer) else {
      throw TransactionError(.wrongFieldShape, "This is not what a fee payer of one of Kaia's transactions signs.")
    }
    return (try KaiaTransaction(signingPayload: items), feePayer)
  }
}
