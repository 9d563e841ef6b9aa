import Keys
import Localization
import Primitives
import StrictJSON
import Terminal
import Transactions

/// The signatures of one of Kaia's own types, for the sender and for the fee payer.
///
/// A key is shown by the address that it had from the beginning: the account it signs for may have another.
struct SignatureFields {
  private let partly: PartlySignedTransaction
  private let senders: [Address?]
  private let feePayers: [Address?]

  init(_ partly: PartlySignedTransaction) {
    self.partly = partly
    senders = Self.signers(partly.signatures, partly.transaction.signingHash)
    feePayers =
      partly.feePayer.map {
        Self.signers($0.signatures, partly.transaction.feePayerSigningHash(feePayer: $0.address))
      } ?? []
  }

  /// Nil for a signature that no key can have made.
  private static func signers(_ signatures: [Signature], _ digest: Hash32) -> [Address?] {
    signatures.map { try? $0.recover(digest).address }
  }

  private var isFeeDelegated: Bool { partly.transaction.type.isFeeDelegated }

  /// The hash that the fee payer signs, once the fee payer is known.
  private var feePayerHash: Hash32? {
    partly.feePayer.map { partly.transaction.feePayerSigningHash(feePayer: $0.address) }
  }

  /// The words on the signatures that are missing.
  var missing: RawTransactionText {
    .incomplete(sender: senders.isEmpty, feePayer: isFeeDelegated && feePayers.isEmpty)
  }

  /// Below the fields of the transaction and others.
  func fields(before others: Fields, in language: Language) -> Fields {
    var fields: Fields = [:]
    func add(_ label: TransactionLabel, _ signer: Address?) {
      fields.add(
        language[label], language[signer.map { RawTransactionText.keyOf($0) } ?? .nobodySigned])
    }
    for sender in senders { add(.signedBy, sender) }
    if isFeeDelegated {
      fields.add(
        language[Label.feePayer],
        partly.feePayer.map { StyledText($0.address.checksummed) } ?? language[RawTransactionText.payerNotNamed])
      for feePayer in feePayers { add(.approvedBy, feePayer) }
      if feePayers.isEmpty {
        fields.add(language[TransactionLabel.feePayerSigns], feePayerHash.map { StyledText($0.hex) })
      }
    }
    for field in others.fields { fields.add(field.name, field.value) }
    return fields
  }

  /// Members of the output of `--json`.
  var json: JSONObject {
    var object: JSONObject = [
      "from": .string(partly.transaction.from.checksummed), "signers": .array(senders.map { .text($0) }),
    ]
    guard isFeeDelegated else { return object }
    object["feePayer"] = .text(partly.feePayer?.address)
    object["feePayerSigningHash"] = .text(feePayerHash?.hex)
    object["feePayerSigners"] = .array(feePayers.map { .text($0) })
    if case .shared(let percent) = partly.transaction.feePayment { object["feeRatio"] = .integer(Int(percent)) }
    return object
  }
}
