import NIOCore
import OrderBook
import Orders
import Primitives
import StrictJSON

/// The things that a client of WebSocket is notified of.
enum FeedChannel: Sendable, Hashable {
  /// The orders of a pair, as version 0 has them; `extended` tells of those that change or go, too.
  case orderbook(TokenPair, extended: Bool)
  /// The limit orders of tokens, as version 4 has them; nil stands for any token.
  case orders(makerToken: Address?, takerToken: Address?, extended: Bool)
  /// The trades of a pair, or all.
  case trades(TokenPair?)
  /// The candles of a pair.
  case candles(TokenPair, CandleInterval)

  /// The channel's name.
  var name: String {
    switch self {
    case .orderbook: "orderbook"
    case .orders: "orders"
    case .trades: "trades"
    case .candles: "candles"
    }
  }

  /// Whether messages tell the book's sequence number.
  var isExtended: Bool {
    switch self {
    case .orderbook(_, let extended), .orders(_, _, let extended): extended
    case .trades, .candles: false
    }
  }

  /// The orders that it is about; nil where it is about none.
  func filter(_ rules: RelayRules) -> OrderFilter? {
    switch self {
    case .orderbook: rules.filter(.v1)
    case .orders(let makerToken, let takerToken, _):
      rules.filter(.v4).with { filter in
        filter.makerToken = makerToken
        filter.takerToken = takerToken
      }
    case .trades, .candles: nil
    }
  }
}

/// A change of a book with the bytes that are sent of it, made once for all subscribers.
struct FeedChange {
  let change: BookChange
  private var parts: [String: ByteBuffer] = [:]

  /// A change of which nothing was sent yet.
  init(_ change: BookChange) { self.change = change }

  /// The kind of message that a channel has for the change, and its payload; nil where it has none.
  mutating func message(on channel: FeedChannel, _ rules: RelayRules) -> (type: String, payload: ByteBuffer)? {
    let entry = change.entry
    // Orders that are hidden now were seen before.
    guard let filter = channel.filter(rules)?.with({ $0.includesHidden = true }), filter.admits(entry) else {
      return nil
    }
    switch channel {
    case .orderbook(let pair, let extended):
      guard pair.side(of: entry.order.order) != nil else { return nil }
      let (was, isNow) = (change.before?.state.isInBook ?? false, entry.status.state.isInBook)
      if !was, isNow { return ("update", payload("order") { entry.order.signed.json }) }
      guard extended, was else { return nil }
      return (
        "remove",
        payload("remove") {
          [
            "orderHash": .string(entry.hash.hex), "state": .string(entry.status.state.rawValue),
            "remainingTakerTokenAmount": .string(entry.status.remaining.description),
          ]
        }
      )
    case .orders:
      return ("update", payload("record") { [change] in [OrderRecords.record(entry, word: change.word)] })
    case .trades, .candles: return nil
    }
  }

  private mutating func payload(_ kind: String, _ json: () -> JSON) -> ByteBuffer {
    if let bytes = parts[kind] { return bytes }
    let bytes = ByteBuffer(bytes: json().serializedBytes())
    parts[kind] = bytes
    return bytes
  }
}

/// A subscription of one client.
struct FeedSubscription: Sendable {
  /// The name that no other has.
  let id: String
  /// The number or text that the client knows it by.
  let requestID: JSON
  /// The channel that it is about.
  let channel: FeedChannel

  /// The parts of a message around its payload.
  func envelope(_ type: String, sequence: UInt64?) -> (head: String, tail: String) {
    var object: JSONObject = [
      "type": .string(type), "channel": .string(channel.name), "requestId": requestID,
    ]
    if channel.isExtended, let sequence { object["sequence"] = .number("\(sequence)") }
    return (JSON.object(object).serialized().dropLast() + #","payload":"#, "}")
  }

  /// A whole message.
  func message(_ type: String, _ payload: JSON, sequence: UInt64? = nil) -> [UInt8] {
    let (head, tail) = envelope(type, sequence: sequence)
    return Array((head + payload.serialized() + tail).utf8)
  }
}
