import Primitives
import StrictJSON

/// A log entry that a contract wrote.
public struct Log: Sendable, Hashable {
  /// The contract.
  public let address: Address
  /// At most four; the first is the event's hash, unless the event is anonymous.
  public let topics: [Hash32]
  /// The encoding of the event's parameters without index.
  public let data: Bytes
  /// Nil while the block is pending, as are the next three.
  public let blockNumber: UInt64?
  /// The block of the transaction that logged it.
  public let blockHash: Hash32?
  /// The transaction that logged it.
  public let transactionHash: Hash32?
  /// The transaction's place in the block, from 0.
  public let transactionIndex: UInt64?
  /// The place among all logs of the block.
  public let logIndex: UInt64?
  /// Whether the block was replaced by another.
  public let removed: Bool

  /// Takes the parts as they are; a pending log unless its place is given.
  public init(
    address: Address, topics: [Hash32], data: Bytes, blockNumber: UInt64? = nil, blockHash: Hash32? = nil,
    transactionHash: Hash32? = nil, transactionIndex: UInt64? = nil, logIndex: UInt64? = nil, removed: Bool = false
  ) {
    self.address = address
    self.topics = topics
    self.data = data
    self.blockNumber = blockNumber
    self.blockHash = blockHash
    self.transactionHash = transactionHash
    self.transactionIndex = transactionIndex
    self.logIndex = logIndex
    self.removed = removed
  }

  /// Reads a log as a node gives it.
  public init(reply json: JSON) throws(ReplyProblem) {
    let object = try Reply.object(json)
    topics = try Reply.field(object, "topics") { (json) throws(ReplyProblem) in try Reply.list(json, Reply.hash) }
    guard topics.count <= 4 else { throw ReplyProblem("are \(topics.count) where four are the most", field: "topics") }
    address = try Reply.field(object, "address", Reply.address)
    data = try Reply.field(object, "data", Reply.data)
    blockNumber = try Reply.optional(object, "blockNumber", Reply.uint64)
    blockHash = try Reply.optional(object, "blockHash", Reply.hash)
    transactionHash = try Reply.optional(object, "transactionHash", Reply.hash)
    transactionIndex = try Reply.optional(object, "transactionIndex", Reply.uint64)
    logIndex = try Reply.optional(object, "logIndex", Reply.uint64)
    removed = try Reply.optional(object, "removed", Reply.bool) ?? false
  }
}
