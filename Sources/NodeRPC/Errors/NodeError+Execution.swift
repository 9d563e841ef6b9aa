extension NodeError {
  /// Whether the node reports a failed execution, as opposed to the node itself failing.
  package var isExecutionFailure: Bool {
    guard code == .rpc else { return false }
    if revertData != nil || rpcCode == 3 { return true }
    let text = (rpcMessage ?? "").lowercased()
    return [
      "revert", "invalid opcode", "out of gas", "bad instruction", "vm exception", "vm execution error",
      "evm error", "always failing", "gas required exceeds", "invalid jump", "stack underflow", "stack limit",
      // Kaia's, beside those above: its nodes say of most failures that there was one, and no more.
      "vm error occurs", "write protection", "max call depth exceeded", "computation cost limit",
      "contract address collision", "max code size exceeded",
    ]
    .contains { text.contains($0) }
  }
}
