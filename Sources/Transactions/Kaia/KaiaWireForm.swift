import Keys
import Primitives

/// The bytes of one of Kaia's own types, complete or not: `type ‖ rlp([fields…, signatures])`, with the fee payer's
/// address and signatures after them once there are any.
struct KaiaWireForm {
  var transaction: KaiaTransaction
  var signatures: [Signature]
  var feePayer: FeePayerApproval?

  /// Reads both forms of half-signed transactions and the complete one.
  ///
  /// - Parameter chainID: the chain, which only signatures name; nil takes it from them.
  /// - Throws: `unknownChain` without signatures and chain; as the fields and signatures do.
  init(
    _ type: KaiaTransactionType, _ items: [RLP.Item], chainID: UInt256? = nil, allowingHighS: Bool
  ) throws(TransactionError) {
    let count = type.fields.count + 1
    let isWhole = type.isFeeDelegated && items.count != count
    var reader = try FieldReader(items, count: isWhole ? count + 2 : count, place: .transaction(.kaia(type)))
    // The chain id comes behind the fields.
    transaction = try KaiaTransaction(type, reading: &reader)
    var chainID = chainID
    signatures = try KaiaSignatureList.read(
      try reader.list("signatures"), "signatures", chainID: &chainID, allowingHighS: allowingHighS)
    if isWhole {
      let address = try reader.optionalAddress("feePayer")
      let approvals = try KaiaSignatureList.read(
        try reader.list("feePayerSignatures"), "feePayerSignatures", chainID: &chainID, allowingHighS: allowingHighS)
      if let address, address != .zero || !approvals.isEmpty {
        feePayer = FeePayerApproval(address: address, signatures: approvals)
      } else if !approvals.isEmpty {
        throw TransactionError(
          .missingFeePayer, "There are signatures of a fee payer that is not named.", about: "feePayer")
      }
    }
    guard let chainID else {
      throw TransactionError(
        .unknownChain, "Which chain this \(type.name) is for is not told.", about: "chainId",
        reason: "Only the signatures name it, and there are none.", advice: "Give the chain id beside the bytes.")
    }
    try Signature.checkV(chainID: chainID)
    transaction.chainID = chainID
  }

  /// A wire form of parts.
  init(_ transaction: KaiaTransaction, _ signatures: [Signature], _ feePayer: FeePayerApproval?) {
    self.transaction = transaction
    self.signatures = signatures
    self.feePayer = feePayer
  }

  /// The sender's part alone: the bytes whose hash is `SenderTxHash`.
  var senderPart: Bytes { encode(senderItems(KaiaSignatureList.item(signatures, chainID: transaction.chainID))) }

  /// All parts, for what is missing what caver writes in its place.
  var whole: Bytes {
    func list(_ signatures: [Signature]) -> RLP.Item {
      signatures.isEmpty
        ? KaiaSignatureList.placeholder : KaiaSignatureList.item(signatures, chainID: transaction.chainID)
    }
    var items = senderItems(list(signatures))
    if transaction.type.isFeeDelegated {
      items += [.recipient(feePayer?.address), list(feePayer?.signatures ?? [])]
    }
    return encode(items)
  }

  private func senderItems(_ signatures: RLP.Item) -> [RLP.Item] { transaction.items + [signatures] }

  private func encode(_ items: [RLP.Item]) -> Bytes { [transaction.type.rawValue] + RLP.encode(.list(items)) }
}
