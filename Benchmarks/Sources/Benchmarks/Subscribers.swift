import Foundation
import Peers

/// Clients of a relay over WebSocket that subscribed to all orders of version 4.
final class Subscribers: Sendable {
  private let sockets: [Int32]

  init(_ count: Int, of port: UInt16) throws {
    var sockets = [Int32](repeating: -1, count: count)
    let isDone = peer_subscribe(
      port, "/orderbook/v1", #"{"type":"subscribe","channel":"orders","requestId":1,"payload":{}}"#,
      #"{"type":"unsubscribe","requestId":2}"#, &sockets, count)
    self.sockets = sockets
    try require(isDone, "the relay does not take \(count) subscribers")
  }

  /// Waits until something was told to each.
  func awaitAll() async throws {
    let isDone = await withCheckedContinuation { continuation in
      Thread.detachNewThread { [sockets] in
        continuation.resume(returning: peer_await_all(sockets, sockets.count))
      }
    }
    try require(isDone, "not all subscribers were told")
  }

  func close() { for socket in sockets where socket >= 0 { Foundation.close(socket) } }
}
