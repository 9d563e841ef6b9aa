import JSONFields
import Primitives
import StrictJSON

/// A block's header and its transactions.
public struct Block: Sendable, Hashable, NodeReply {
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
  public init(reply json: JSON) throws(JSONFieldProblem) {
    let fields = try JSONFields(json)
    let found = try fields.optional("hash", .hash)
    hash = found ?? .zero
    // A block with a hash has a number; the pending one may lack both.
    number =
      found == nil
      ? try fields.optional("number", .quantity) ?? 0 : try fields.required("number", .quantity)
    parentHash = try fields.required("parentHash", .hash)
    timestamp = try fields.required("timestamp", .quantity)
    baseFeePerGas = try fields.optional("baseFeePerGas", .quantity)
    gasLimit = try fields.optional("gasLimit", .quantity)
    gasUsed = try fields.required("gasUsed", .quantity)
    miner = try fields.optional(fields.object["miner"] == nil ? "reward" : "miner", .address)
    if fields["transactions"]?.array?.first?.object != nil {
      let full = try fields.required("transactions", JSONReader<[RPCTransaction]>.list(of: .reply))
      (transactionHashes, transactions) = (full.map(\.hash), full)
    } else {
      (transactionHashes, transactions) = (try fields.optional("transactions", .list(of: .hash)) ?? [], nil)
    }
    raw = json
  }
}
