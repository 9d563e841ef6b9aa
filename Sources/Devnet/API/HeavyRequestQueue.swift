/// The order of requests that may take seconds.
///
/// A devnet does one thing at a time. Were all that is asked for to wait in one queue, a question for the chain's
/// number would wait behind every call that came before it; so heavy requests wait here, one is let in, and what is not
/// heavy is answered between two of them.
struct HeavyRequestQueue {
  private var isBusy = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// The methods without their namespaces; those of the traces begin alike.
  private static let names: Set<String> = [
    "call", "estimateGas", "createAccessList", "simulateV1", "estimateComputationCost", "getLogs", "getFilterLogs",
    "getProof", "accountRange", "storageRangeAt", "getBlockReceipts", "getModifiedAccountsByNumber",
    "getModifiedAccountsByHash", "feeHistory",
  ]

  /// Whether a method's requests are let in one by one.
  static func includes(_ method: String) -> Bool {
    guard let line = method.firstIndex(of: "_") else { return false }
    let name = method[method.index(after: line)...]
    return names.contains(String(name)) || name.hasPrefix("trace") || method.hasPrefix("trace_")
  }

  /// Whether one may begin at once; it counts as begun then.
  mutating func begins() -> Bool {
    defer { isBusy = true }
    return !isBusy
  }

  mutating func wait(_ continuation: CheckedContinuation<Void, Never>) { waiting.append(continuation) }

  /// Lets the next one in, which has waited longest.
  mutating func end() {
    guard !waiting.isEmpty else {
      isBusy = false
      return
    }
    waiting.removeFirst().resume()
  }
}

extension HeavyRequestQueue {
  /// Runs a request on a devnet when it is its turn.
  ///
  /// - Throws: what `work` throws; `CancellationError` if nobody waits for it any more.
  static func taking<Value: Sendable>(
    turns isHeavy: Bool, on devnet: isolated Devnet, _ work: (isolated Devnet) async throws -> Value
  ) async throws -> Value {
    guard isHeavy else { return try await work(devnet) }
    if !devnet.heavyWork.begins() { await withCheckedContinuation { devnet.heavyWork.wait($0) } }
    defer { devnet.heavyWork.end() }
    // Requests that came while the one before it ran get in first: the light to be answered, the heavy to wait behind
    // this.
    await Task.yield()
    try Task.checkCancellation()
    return try await work(devnet)
  }
}
