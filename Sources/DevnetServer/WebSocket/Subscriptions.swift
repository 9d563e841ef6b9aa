import Devnet
import StrictJSON

/// The subscriptions of one connection.
actor Subscriptions {
  /// How many one connection may have.
  static let most = 256

  private var kinds: [String: Devnet.Subscription] = [:]

  /// Whether there is room for so many more.
  func hasRoom(for count: Int) -> Bool { kinds.count + count <= Self.most }

  /// Begins to tell the client.
  func add(_ subscription: Devnet.Subscription, id: String) { kinds[id] = subscription }

  /// Ends one; false if there is none of this id.
  func remove(_ id: String) -> Bool { kinds.removeValue(forKey: id) != nil }

  /// The notifications of an event, as messages of JSON-RPC.
  func notifications(of event: Devnet.Event) -> [JSON] {
    kinds.flatMap { id, subscription in
      subscription.results(of: event).map { result in
        [
          "jsonrpc": "2.0", "method": "eth_subscription",
          "params": ["subscription": .string(id), "result": result],
        ]
      }
    }
  }

  /// An id that no other subscription has.
  static func newID() -> String {
    let digits = [UInt64.random(in: 1...UInt64.max), UInt64.random(in: 0...UInt64.max)].map {
      let text = String($0, radix: 16)
      return String(repeating: "0", count: 16 - text.count) + text
    }
    return "0x" + digits.joined()
  }
}
