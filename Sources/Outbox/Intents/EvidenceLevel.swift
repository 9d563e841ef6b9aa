/// The evidence for a statement about the chain, beside the answer of the node that made it.
public enum EvidenceLevel: String, Sendable, Hashable, CaseIterable {
  /// Endpoints of several operators say the same, deep enough in the chain.
  case agreed
  /// The validators' seals of the block, from a header that the user gave, and the block's own roots.
  case sealed
  /// The user's own node says it.
  case own
}
