/// The outcome of a step of an index towards the newest block.
package enum FollowerStep: Sendable, Hashable {
  /// The node has no later block.
  case upToDate(IndexHead)
  /// Further blocks were read.
  case advanced(IndexHead)
  /// A number of blocks is not on the node's chain any more, and what came with them was undone.
  case undone(UInt64, IndexHead)
  /// The node is behind the index, or behind the block in which the contract was deployed.
  case behind(node: UInt64)
}
