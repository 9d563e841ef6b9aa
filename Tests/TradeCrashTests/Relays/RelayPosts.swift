import Exchange
import Orders
import StrictJSON
import WireSupport

/// Orders that a client posts to a relay, and what it heard of each.
struct RelayPosts: Sendable {
  enum Verdict: String, CaseIterable, Sendable {
    case taken = "200 or 201"
    case refused = "400"
    /// The relay died over it, was not ready, or had no disk.
    case unclear = "nothing, or 5xx"
  }

  private(set) var verdicts: [(order: AnySignedOrder, verdict: Verdict)] = []
  /// The largest `X-Book-Sequence` so far.
  private(set) var sequence = 0
  /// Whether a later answer told a smaller number than an earlier one.
  private(set) var wentBack = false

  /// Posts an order once.
  @discardableResult
  mutating func post(_ order: AnySignedOrder, to port: UInt16?) async throws -> Verdict {
    var reply: Conversation.Reply?
    if let port, var conversation = try? Conversation(port) {
      await conversation.wire.send(
        Conversation.request(
          order.json.serialized(), path: order.api == .v0 ? "/v0/order" : "/orderbook/v1/order",
          headers: ["Content-Type: application/json"]))
      reply = try? await conversation.reply()
    }
    if let number = reply?.header("x-book-sequence").flatMap({ Int($0) }) { hear(number) }
    let verdict: Verdict =
      switch reply?.status ?? 0 {
      case 200, 201: .taken
      case 400: .refused
      default: .unclear
      }
    verdicts.append((order, verdict))
    return verdict
  }

  /// Notes the number of an answer.
  mutating func hear(_ number: Int) {
    wentBack = wentBack || number < sequence
    sequence = max(sequence, number)
  }
}
