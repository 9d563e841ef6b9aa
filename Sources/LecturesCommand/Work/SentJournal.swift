import Primitives
import Sending
import Transactions

/// Notes what is sent for the case that the command is interrupted: then it is told.
struct SentJournal: SendJournal {
  let sent: SentTransactions

  func willBroadcast(_ transaction: SignedTransaction, label: String) {
    sent.record(transaction.hash.hex, label: label)
  }
  func willHandOver(_ hash: Hash32, label: String) { sent.record(hash.hex, label: label) }
  func didHandOver(_ hash: Hash32, as transaction: SignedTransaction, label: String) {
    sent.forget(hash.hex)
    sent.record(transaction.hash.hex, label: label)
  }
  func didBroadcast(_ hash: Hash32) {}
  func wasRefused(_ hash: Hash32) { sent.forget(hash.hex) }
  func didConfirm(_ hash: Hash32, blockNumber: UInt64, succeeded: Bool) {
    sent.settle(hash.hex, succeeded ? .confirmed : .reverted)
  }
}
