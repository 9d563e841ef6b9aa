import Primitives
import Sending
import Transactions

/// A journal that keeps what it was told.
actor Diary: SendJournal {
  enum Entry: Equatable {
    case willBroadcast(String)
    case didBroadcast, wasRefused, didConfirm
  }
  private(set) var entries: [Entry] = []

  func willBroadcast(_ transaction: SignedTransaction, label: String) { entries.append(.willBroadcast(label)) }
  func didBroadcast(_ hash: Hash32) { entries.append(.didBroadcast) }
  func wasRefused(_ hash: Hash32) { entries.append(.wasRefused) }
  func didConfirm(_ hash: Hash32, blockNumber: UInt64, succeeded: Bool) { entries.append(.didConfirm) }
}
