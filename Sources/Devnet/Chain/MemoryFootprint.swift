import EVM
import Transactions

// About how many bytes of memory things take that grow with the chain: more rather than less, so that a limit holds.

extension DevnetBlock {
  var footprint: Int {
    transactions.reduce(receipts.reduce(1500) { $0 + $1.footprint }) { $0 + 1500 + 2 * $1.transaction.encoded.count }
  }
}

extension DevnetReceipt {
  fileprivate var footprint: Int { logs.reduce(700) { $0 + 200 + 40 * $1.topics.count + $1.data.count } }
}

extension StateChanges {
  /// With what the change takes in the state itself, and to be taken back.
  var footprint: Int {
    accounts.values.reduce(0) { $0 + 1000 + 700 * $1.storage.count + 2 * ($1.code?.count ?? 0) }
  }
}

extension TransactionPool {
  var footprint: Int { bytes + 1500 * count }
}
