/// The versions of the 0x protocol that orders are of.
public enum OrderVersion: String, Sendable, Hashable, CaseIterable {
  /// Orders with fees in a token of their own; their hash does not tell the chain.
  case v1
  /// Limit orders, typed data of one chain.
  case v4
}
