import Alerts
import Database
import NodeRPC
import Primitives

/// A consumer of an index's events, who gets each of them by a POST, and each that was undone once more to take it back.
package struct Hook: Sendable, Hashable {
  /// Its number in the index.
  package let id: Int64
  /// The receiver's address.
  let url: String
  /// The file with the secret that signs what is posted; nil for none.
  package let secretFile: String?
  /// The events that it gets.
  package let filter: EventFilter
  /// Whether it gets blocks that could still be undone only later, and nothing to take back.
  package let isFinalOnly: Bool
  /// The number of entries that it got, or that are under way.
  package let sequence: UInt64
  /// The place behind them.
  package let cursor: EventCursor
  /// Whether the receiver said that it is gone.
  package let isEnded: Bool
  /// The delivery under way; nil if there is none.
  package let delivery: HookDelivery?

  /// The words that errors and notifications have for it.
  package static let topic = AlertTopic("index", title: "Index", watched: "this index")

  /// The receiver's address without its secrets.
  package var address: String { (try? SignedPost(to: url, secretFile: nil, topic: Self.topic))?.address ?? "?" }

  /// The most that one index has.
  package static let most = 64
}

/// A delivery under way: to the byte the same each time it is tried.
package struct HookDelivery: Sendable, Hashable {
  /// The how manieth of its consumer it is, from 1.
  package let sequence: UInt64
  /// The name of what is delivered, which no other entry has.
  package let id: String
  /// The body.
  let body: Bytes
  /// The number of attempts that failed.
  package let attempts: Int64
  /// Not to be tried before, in milliseconds since 1970.
  package let due: UInt64
  /// Why the last attempt failed; nil before the first.
  package let problem: String?
}

/// The progress of a consumer.
package struct HookProgress: Sendable, Hashable {
  /// The consumer.
  package let hook: Hook
  /// The number of entries that it has not got; ``mostCounted`` and one stands for more.
  package let waiting: Int
  /// The blocks between the oldest of them and the newest of the index.
  package let behind: UInt64

  /// The most entries that are counted.
  package static let mostCounted = 1_000
}

/// A consumer as it is asked for.
package struct HookRequest: Sendable {
  let channel: AlertChannel
  let filter: EventFilter
  let isFinalOnly: Bool
  let firstBlock: UInt64?

  /// A consumer whose receiver and secret can be used.
  ///
  /// - Parameters:
  ///   - firstBlock: The block of the first event; nil for all that comes from now on.
  /// - Throws: `invalidHook` for an address that others could read along with; `NodeError` for one that is none; what keeps the
  ///   secret from being read.
  package init(
    to url: String, secretFile: String?, _ filter: EventFilter, isFinalOnly: Bool, firstBlock: UInt64?
  ) throws {
    channel = try AlertChannel(webhook: url, secretFile: secretFile, topic: Hook.topic)
    (self.filter, self.isFinalOnly, self.firstBlock) = (filter, isFinalOnly, firstBlock)
    guard channel.isPrivate else {
      throw ChainIndexError(
        .invalidHook, "A consumer of an index is told over TLS.",
        reason: "Of an address that begins with http:// others could read along, unless it is on this machine.")
    }
  }
}
