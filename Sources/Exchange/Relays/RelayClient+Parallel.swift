import NodeRPC

extension [RelayClient] {
  /// The outcomes of a body for each relay, all side by side, in the relays' order.
  package func sideBySide<Outcome: Sendable>(
    _ body: @escaping @Sendable (RelayClient) async -> Outcome
  ) async -> [Outcome] {
    await inParallel(atOnce: count) { await body($0) }
  }
}
