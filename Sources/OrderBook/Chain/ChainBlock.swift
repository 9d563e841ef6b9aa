import NodeRPC
import Primitives

/// A block of a chain, as far as a book of orders needs it.
public struct ChainBlock: Sendable, Hashable {
  /// The height.
  public let number: UInt64
  /// The block's hash.
  public let hash: Hash32
  /// The hash of the block before.
  public let parent: Hash32
  /// The time of the block, in seconds since 1970.
  public let time: UInt64

  /// A block of its parts.
  public init(number: UInt64, hash: Hash32, parent: Hash32, time: UInt64) {
    (self.number, self.hash, self.parent, self.time) = (number, hash, parent, time)
  }

  /// A node's block.
  public init(_ block: Block) {
    self.init(number: block.number, hash: block.hash, parent: block.parentHash, time: block.timestamp)
  }
}
