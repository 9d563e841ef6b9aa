import Primitives

/// Which block is meant.
public enum BlockReference: Sendable, Hashable {
  /// The head; what a devnet also takes for `safe` and `finalized`.
  case latest
  /// The genesis.
  case earliest
  /// The block that would come next, with what waits in the pool.
  case pending
  /// The block with this number, of the chain as it is now.
  case number(UInt64)
  /// The block with this hash.
  case hash(Hash32)
}

extension BlockReference {
  var isHash: Bool { if case .hash = self { true } else { false } }
}
