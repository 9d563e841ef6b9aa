import NodeRPC
import Primitives

/// What the chain says about an intent at a moment.
public enum TransactionFate: Sendable {
  /// It is in a block, by this attempt.
  case mined(Attempt, Receipt)
  /// A node has it, and it is in no block.
  case pending(Attempt)
  /// No node that was asked knows it, and its nonce is free: it never arrived, or was dropped.
  case missing
  /// Its nonce was used by this transaction, which is none of ours.
  case replaced(by: Hash32)
  /// Its nonce was used, and no node shows by what: it may be mined.
  case undecided
}
