import NodeRPC
import Outbox
import Primitives

/// The status of an intent on the chain at a moment.
public enum TransactionStatus: Sendable {
  /// The transaction is in a block, by this attempt.
  case mined(Attempt, Receipt)
  /// A node has it, and it is in no block.
  case pending(Attempt)
  /// No node that was asked knows it, and its nonce is free: it never arrived, or was dropped.
  case missing
  /// Its nonce was used by this transaction, which the account signed and which is none of ours; nil is one node's word
  /// for it.
  case replaced(by: Hash32, evidence: EvidenceLevel?)
  /// Its nonce is said to be used, and no node shows a transaction of the account that used it: it may be mined.
  case undecided
}
