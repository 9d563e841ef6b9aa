import Primitives
import StrictJSON

/// A block's header and its transactions.
public struct Block: Sendable, Hashable {
  /// The height; of a pending block the height it will have, or zero on nodes that do not tell.
  public let number: UInt64
  /// Zero for a pending block, which has no hash yet.
  public let hash: Hash32
  /// The hash of the block before; zero for the first block.
  public let parentHash: Hash32
  /// Seconds since 1970.
  public let timestamp: UInt64
  /// In wei; nil before London.
  public let baseFeePerGas: UInt256?
  /// Nil in Kaia's own namespaces, which have no such limit.
  public let gasLimit: UInt64?
  /// The gas that its transactions used together.
  public let gasUsed: UInt64
  /// The recipient of the reward: `miner`, or Kaia's `reward`.
  public let miner: Address?
  /// The hashes of its transactions, in order.
  public let transactionHashes: [Hash32]
  /// The transactions themselves, if they were asked for.
  public let transactions: [RPCTransaction]?
  /// The block as the node gave it.
  public let raw: JSON

  /// Whether this is the pending block, which has no ``hash``.
  public var isPending: Bool { raw["hash"]?.isNull ?? true }

  /// Reads a block as a node gives it.
  public init(reply json: JSON) throws(ReplyProblem) {
    let object = try Reply.object(json)
    let found = try Reply.optional(object, "hash", Reply.hash)
    hash = found ?? .zero
    // A block with a hash has a number; the pending one may lack both.
    number =
      found == nil
      ? try Reply.optional(object, "number", Reply.uint64) ?? 0 : try Reply.field(object, "number", Reply.uint64)
    parentHash = try Reply.field(object, "parentHash", Reply.hash)
    timestamp = try Reply.field(object, "timestamp", Reply.uint64)
    baseFeePerGas = try Reply.optional(object, "baseFeePerGas", Reply.quantity)
    gasLimit = try Reply.optional(object, "gasLimit", Reply.uint64)
    gasUsed = try Reply.field(object, "gasUsed", Reply.uint64)
    miner = try Reply.optional(object, object["miner"] == nil ? "reward" : "miner", Reply.address)
    let entries = object["transactions"] ?? .null
    if entries.array?.first?.object != nil {
      let full = try Block.named("transactions") { () throws(ReplyProblem) in
        try Reply.list(entries, RPCTransaction.init(reply:))
      }
      transactionHashes = full.map(\.hash)
      transactions = full
    } else {
      transactionHashes = try Block.named("transactions") { () throws(ReplyProblem) in
        try Reply.list(entries, Reply.hash)
      }
      transactions = nil
    }
    raw = json
  }

  private static func named<Value>(
    _ name: String, _ read: () throws(ReplyProblem) -> Value
  ) throws(ReplyProblem) -> Value {
    do throws(ReplyProblem) { return try read() } catch { throw error.inside(name) }
  }
}
