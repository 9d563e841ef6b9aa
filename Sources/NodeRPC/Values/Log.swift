import JSONFields
import Primitives
import StrictJSON

/// A log entry that a contract wrote.
public struct Log: Sendable, Hashable, NodeReply {
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
  public init(reply json: JSON) throws(JSONFieldProblem) {
    let fields = try JSONFields(json)
    topics = try fields.required("topics", .listOrNull(of: .hash))
    guard topics.count <= 4 else {
      throw JSONFieldProblem("are \(topics.count) where four are the most", field: "topics")
    }
    address = try fields.required("address", .address)
    data = try fields.required("data", .bytes)
    blockNumber = try fields.optional("blockNumber", .quantity)
    blockHash = try fields.optional("blockHash", .hash)
    transactionHash = try fields.optional("transactionHash", .hash)
    transactionIndex = try fields.optional("transactionIndex", .quantity)
    logIndex = try fields.optional("logIndex", .quantity)
    removed = try fields.optional("removed", .bool) ?? false
  }
}
