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
    "txpool_content": RPCMethod(0) { devnet, _ in try content(devnet, \.waitingJSON) },
    "txpool_inspect": RPCMethod(0) { devnet, _ in try content(devnet, \.summary) },
    "txpool_contentFrom": RPCMethod(1) { devnet, parameters in
      let waiting = try waiting(of: parameters(0).address(), devnet)
      return ["pending": .object(waiting.pending), "queued": .object(waiting.queued)]
    },
  ]

  /// All transactions by sender and nonce, each as `show` has it.
  private static func content(
    _ devnet: isolated Devnet, _ show: (DevnetTransaction) -> JSON
  ) throws -> JSON {
    var (pending, queued) = (JSONObject(), JSONObject())
    for sender in devnet.pool.senders.keys.sorted() {
      let waiting = try waiting(of: sender, devnet, show)
      if !waiting.pending.isEmpty { pending[sender.checksummed] = .object(waiting.pending) }
      if !waiting.queued.isEmpty { queued[sender.checksummed] = .object(waiting.queued) }
    }
    return ["pending": .object(pending), "queued": .object(queued)]
  }

  /// A sender's transactions by nonce: those that follow one another from its next nonce on, and those after a gap.
  private static func waiting(
    of sender: Address, _ devnet: isolated Devnet, _ show: (DevnetTransaction) -> JSON = \.waitingJSON
  ) throws -> (pending: JSONObject, queued: JSONObject) {
    let pool = devnet.pool
    let next = pool.nextNonce(of: sender, from: try devnet.chain.nonce(of: sender))
    var (pending, queued) = (JSONObject(), JSONObject())
    for (nonce, entry) in (pool.senders[sender] ?? [:]).sorted(by: { $0.key < $1.key }) {
      if nonce < next { pending[String(nonce)] = show(entry.sent) } else { queued[String(nonce)] = show(entry.sent) }
    }
    return (pending, queued)
  }
}

extension DevnetTransaction {
  /// A transaction in geth's words.
  fileprivate var summary: JSON {
    let fields = transaction.transaction
    let recipient = fields.to.map(\.checksummed) ?? "contract creation"
    return .string("\(recipient): \(fields.value) wei + \(fields.gasLimit) gas × \(fields.maxFeePerGas) wei")
  }
}
