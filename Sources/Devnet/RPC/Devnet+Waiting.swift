import Primitives
import StrictJSON

extension Devnet {
  /// How long `eth_sendRawTransactionSync` waits by default, in milliseconds.
  private static let usualPatience: UInt64 = 20_000

  /// `eth_sendRawTransactionSync` (EIP-7966): sends, and answers with the receipt as soon as there is one; nil for other
  /// methods. Others are served while it waits.
  ///
  /// - Throws: as `send(rawTransaction:)`; `stillPending` if no block has it in time.
  func receipt(awaitedBy call: Call) async throws -> JSON? {
    guard call.name == Self.synchronousSending else { return nil }
    let bytes = try call.parameters(0).bytes()
    let wanted = try call.parameters.optional(1)?.looseUInt64() ?? Self.usualPatience
    let patience = min(.milliseconds(Int64(clamping: min(wanted, 1 << 40))), options.longestWait)
    let deadline = ContinuousClock.now + patience
    let hash = try send(rawTransaction: bytes)
    while true {
      if let receipt = receipt(hash) { return receipt.json }
      guard ContinuousClock.now < deadline else { break }
      try await Task.sleep(for: min(.milliseconds(10), deadline - .now))
    }
    throw DevnetError(
      .stillPending, "the transaction waits, and no block had it within \(patience): ask for its receipt later",
      data: hash.bytes)
  }

  static let synchronousSending = "eth_sendRawTransactionSync"
}
