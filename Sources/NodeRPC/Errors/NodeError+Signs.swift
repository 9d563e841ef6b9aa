extension NodeError {
  /// Whether a node may have done what was asked, although no answer of it came back.
  ///
  /// False after a node's own answer, and if it is sure that no node saw the request; one attempt of which nobody can
  /// tell makes it true, whatever the later ones brought.
  public var leavesOutcomeOpen: Bool {
    if hadOpenAttempt { return true }
    switch code {
    case .rpc, .rateLimited, .invalidEndpoint, .unsupportedScheme: return false
    // A gateway sent the request back unread; 408 is said by some that lost patience with the node.
    case .httpStatus: return !(300..<500).contains(httpStatus ?? 0) || httpStatus == 408
    default: return !nothingWasSent
    }
  }

  /// Whether the node reports an unknown method, so that another node may.
  ///
  /// −32601 by JSON-RPC 2.0, −32004 by EIP-1474, or geth's words for a method of a namespace that is off.
  public var isMethodMissing: Bool {
    guard code == .rpc else { return false }
    if rpcCode == -32601 || rpcCode == -32004 { return true }
    let text = (rpcMessage ?? "").lowercased()
    return text.contains("method")
      && ["does not exist", "not found", "not available", "not supported", "not whitelisted"]
        .contains { text.contains($0) }
  }

  /// Whether an RPC error is in truth a request to slow down.
  ///
  /// −32005 is "limit exceeded" in EIP-1474, and some providers use it for a query with too many results: that one is
  /// an answer about the query, and asking again does not help.
  static func asksToSlowDown(code: Int?, message: String?) -> Bool {
    let text = (message ?? "").lowercased()
    let aboutTheQuery = ["result", "range", "logs", "block", "batch", "response size", "too large"]
    if aboutTheQuery.contains(where: { text.contains($0) }) { return false }
    if code == 429 || code == -32005 || code == -32029 || code == -32097 { return true }
    let words = [
      "rate limit", "too many requests", "request limit", "requests per second", "compute units", "throughput",
    ]
    return words.contains { text.contains($0) }
  }
}
