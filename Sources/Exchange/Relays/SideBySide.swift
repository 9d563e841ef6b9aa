extension [RelayClient] {
  /// The outcomes of a body for each relay, all side by side, in the relays' order.
  package func sideBySide<Outcome: Sendable>(
    _ body: @escaping @Sendable (RelayClient) async -> Outcome
  ) async -> [Outcome] {
    await withTaskGroup(of: (Int, Outcome).self) { group in
      for (index, relay) in enumerated() { group.addTask { (index, await body(relay)) } }
      var outcomes: [Int: Outcome] = [:]
      for await (index, outcome) in group { outcomes[index] = outcome }
      return indices.compactMap { outcomes[$0] }
    }
  }
}
