import Keys
import Outbox
import Primitives
import Transactions

/// A transaction that is signed as far as it can be here.
enum OutgoingTransaction: Sendable {
  case whole(SignedTransaction)
  /// A fee delegation service signs the rest, and sends it.
  case half(PartlySignedTransaction, FeeService)

  /// The draft of an attempt, written down before it leaves.
  func draft(_ kind: Attempt.Kind) -> AttemptDraft {
    switch self {
    case .whole(let signed):
      AttemptDraft(
        hash: signed.hash, senderTxHash: signed.feePayer == nil ? nil : signed.senderTxHash, raw: signed.encoded,
        nonce: signed.transaction.nonce, kind: kind, maximumPerGas: signed.transaction.maxFeePerGas)
    case .half(let partly, _):
      AttemptDraft(
        hash: partly.senderTxHash, senderTxHash: partly.senderTxHash, raw: partly.encoded(.senderPart),
        isHandedOver: true, nonce: partly.transaction.nonce, kind: kind, maximumPerGas: partly.transaction.gasPrice)
    }
  }
}

extension PreparedTransaction {
  /// Signs with the keys of the role, for the account and for a fee payer whose keys are here.
  ///
  /// - Throws: `SendingError` `.keyNotHeld` when the chain would not take the signatures, with the reason.
  func signed(
    nonce: UInt64, with signer: any Signer, feeDelegation: FeeDelegation?
  ) async throws -> OutgoingTransaction {
    let unsigned = transaction(nonce: nonce)
    guard case .kaia(let transaction) = unsigned, let kaia else {
      return .whole(try unsigned.signed(with: try await signer.sign(unsigned.signingHash)))
    }
    var partly = PartlySignedTransaction(transaction)
    partly.add(
      try await Self.signatures(over: transaction.signingHash, by: signer, in: kaia.role, under: kaia.accountKey))
    guard let delegation = feeDelegation else { return .whole(try partly.completed()) }
    switch delegation.payer {
    case .service(let service): return .half(partly, service)
    case .keys(let keys):
      try partly.add(
        feePayer: keys.address,
        signatures: try await Self.signatures(
          over: transaction.feePayerSigningHash(feePayer: keys.address), by: keys, in: .feePayer,
          under: kaia.feePayerKey ?? .legacy))
      return .whole(try partly.completed())
    case .account(let address):
      throw SendingError(
        .wrongSigner, "The fee payer \(address) cannot sign: none of its keys is here.", call: request.label,
        facts: .account(address))
    }
  }

  private static func signatures(
    over digest: Hash32, by signer: any Signer, in role: AccountKey.Role, under accountKey: AccountKey
  ) async throws -> [Signature] {
    if let keys = signer as? Keyring ?? (signer as? PrivateKey).map({ Keyring($0) }) {
      return try keys.signers(in: role, under: accountKey).map { try $0.sign(digest) }
    }
    // A signer that keeps its keys to itself: its signature shows which it used.
    let signature = try await signer.sign(digest)
    do {
      try accountKey.check([try signature.recover(digest)], role: role, of: signer.address)
    } catch let error as AccountKeyError {
      throw SendingError(
        .keyNotHeld, "What was signed is not valid for \(signer.address).", reason: error.message,
        facts: .account(signer.address))
    }
    return [signature]
  }
}
