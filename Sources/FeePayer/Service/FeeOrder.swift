import Failures
import Keys
import NodeRPC
import Primitives
import Transactions

/// A transaction that somebody wants paid, read and within the rules.
struct FeeOrder: Sendable {
  let partly: PartlySignedTransaction
  let approval: JournalEntry.Approval

  /// - Throws: `ServiceAnswer`; what is wrong with the bytes.
  init(raw text: String, rules: FeePayerRules, feePayer: Address, key: String?) throws {
    // The most that a node takes.
    guard text.utf8.count <= 2 + 2 * (128 << 10) else { throw ServiceAnswer.badRequest("oversized data") }
    partly = try PartlySignedTransaction(decoding: try Hex.decode(text))
    let transaction = partly.transaction
    if let payer = partly.feePayer {
      guard payer.address == feePayer else {
        throw ServiceAnswer.badRequest("The transaction names another fee payer: \(payer.address)")
      }
      guard payer.signatures.isEmpty else {
        throw ServiceAnswer.badRequest("The transaction is signed by a fee payer already")
      }
    }
    guard !partly.signatures.isEmpty else {
      throw ServiceAnswer.badRequest("Failed to parse transaction: the sender has not signed it")
    }
    let verdict = try rules.judge(transaction)
    approval = JournalEntry.Approval(
      id: transaction.feePayerSigningHash(feePayer: feePayer), sender: transaction.from, nonce: transaction.nonce,
      cost: verdict.cost, to: transaction.operation.to, what: verdict.what, key: key,
      request: RequestID.current?.description, raw: partly.encoded(.senderPart))
  }

  /// A text in one line.
  static func line(_ text: Any) -> String {
    String(describing: text).split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}

extension KaiaTransaction {
  /// The call by which it can be tried; nil for what calls nobody.
  var trial: CallRequest? {
    switch operation {
    case .valueTransfer, .memo, .execution, .deploy: break
    case .accountUpdate, .cancel, .anchoring: return nil
    }
    // The price is the same at every fork.
    let extra = TransactionRules.kaiaPrague.extraGas(feePayment)
    return CallRequest(
      from: from, to: operation.to, gas: gasLimit > extra ? gasLimit - extra : 0,
      value: Amount(wei: operation.value), data: operation.input)
  }
}
