import NodeRPC
import Outbox
import Primitives
import Transactions

extension SendingError {
  /// The validators' seals prove something else of a transaction than the node said: none of it is believed.
  static func contradicted(_ intent: Intent, _ contradiction: String, _ hash: Hash32) -> SendingError {
    SendingError(
      .notProven, "What the node says of the transaction \(hash) is proven false; none of it is believed.",
      about: hash, reason: contradiction,
      call: intent.label,
      advice: "Ask another node. What was signed keeps its nonce; do not send it again before that.")
  }

  /// A sentence, behind others, about why validators' seals show nothing; empty where none were looked for.
  static func unproven(because obstacle: String?) -> String { obstacle.map { " No proof came: \($0)" } ?? "" }
}

extension IntentOutcome {
  /// Counts the gas at a proven price where the node gives a lower one: the price that it gives is in no root.
  mutating func count(_ receipt: Receipt, of attempt: Attempt, at price: UInt256) {
    guard let cost, let told = receipt.fee else { return }
    let (fee, overflow) = price.multipliedReportingOverflow(by: UInt256(receipt.gasUsed))
    guard !overflow, fee > told.wei else { return }
    let kaia = (try? SignedTransaction(decoding: attempt.raw))?.transaction.kaia
    let (own, ownTold) = (
      kaia?.feePayment.split(fee).sender ?? fee, kaia?.feePayment.split(told.wei).sender ?? told.wei
    )
    guard own > ownTold else { return }
    self.cost = (try? cost.adding(Amount(wei: own - ownTold))) ?? Amount(wei: .max)
  }
}
