import Primitives
import StrictJSON
import Transactions

/// The methods that read the transactions that wait.
enum PoolMethods {
  static let table: [String: RPCMethod] = [
    "txpool_status": RPCMethod(0) { devnet, _ in
      let counts = try devnet.pool.senders.keys.map { try waiting(of: $0, devnet) }
      return [
        "pending": .quantity(counts.reduce(0) { $0 + $1.pending.count }),
        "queued": .quantity(counts.reduce(0) { $0 + $1.queued.count }),
      ]
    },
    "txpool_content": RPCMethod(0) { devnet, _ in
      var (pending, queued) = (JSONObject(), JSONObject())
      for sender in devnet.pool.senders.keys.sorted() {
        let waiting = try waiting(of: sender, devnet)
        if !waiting.pending.isEmpty { pending[sender.checksummed] = .object(waiting.pending) }
        if !waiting.queued.isEmpty { queued[sender.checksummed] = .object(waiting.queued) }
      }
      return ["pending": .object(pending), "queued": .object(queued)]
    },
    "txpool_inspect": RPCMethod(0) { devnet, _ in
      var (pending, queued) = (JSONObject(), JSONObject())
      for sender in devnet.pool.senders.keys.sorted() {
        let waiting = try waiting(of: sender, devnet)
        let texts = { (transactions: JSONObject) in
          JSON.object(
            JSONObject(transactions.map { ($0.key, .string(summary(of: sender, nonce: $0.key, devnet.pool))) }))
        }
        if !waiting.pending.isEmpty { pending[sender.checksummed] = texts(waiting.pending) }
        if !waiting.queued.isEmpty { queued[sender.checksummed] = texts(waiting.queued) }
      }
      return ["pending": .object(pending), "queued": .object(queued)]
    },
    "txpool_contentFrom": RPCMethod(1) { devnet, parameters in
      let waiting = try waiting(of: parameters(0).address(), devnet)
      return ["pending": .object(waiting.pending), "queued": .object(waiting.queued)]
    },
  ]

  /// A transaction in geth's words.
  private static func summary(of sender: Address, nonce: String, _ pool: TransactionPool) -> String {
    guard let nonce = UInt64(nonce), let sent = pool.senders[sender]?[nonce]?.sent else { return "" }
    let fields = sent.transaction.transaction
    let recipient = fields.to.map(\.checksummed) ?? "contract creation"
    return "\(recipient): \(fields.value) wei + \(fields.gasLimit) gas × \(fields.maxFeePerGas) wei"
  }

  /// A sender's transactions by nonce: those that follow one another from its next nonce on, and those after a gap.
  private static func waiting(
    of sender: Address, _ devnet: isolated Devnet
  ) throws -> (pending: JSONObject, queued: JSONObject) {
    let pool = devnet.pool
    let next = pool.nextNonce(of: sender, from: try devnet.chain.nonce(of: sender))
    var (pending, queued) = (JSONObject(), JSONObject())
    for (nonce, entry) in (pool.senders[sender] ?? [:]).sorted(by: { $0.key < $1.key }) {
      if nonce < next {
        pending[String(nonce)] = entry.sent.waitingJSON
      } else {
        queued[String(nonce)] = entry.sent.waitingJSON
      }
    }
    return (pending, queued)
  }
}

extension DevnetTransaction {
  /// A transaction that is in no block.
  var waitingJSON: JSON {
    var object = json
    for name in ["blockHash", "blockNumber", "blockTimestamp", "transactionIndex"] { object[name] = .null }
    return .object(object)
  }
}
