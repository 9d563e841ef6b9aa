import Locking
import NIOCore

/// The connections of a server. When they are more than may be, the connection of HTTP that has been idle longest is
/// closed, so that clients who keep connections open without a word lock nobody out.
package final class ConnectionLimiter: Sendable {
  private struct Member: Sendable {
    let channel: any Channel
    /// Since which turn it has had nothing to wait for; nil while it waits for an answer, or speaks WebSocket.
    var idleSince: UInt64?
  }

  private struct Members: Sendable {
    var all: [ObjectIdentifier: Member] = [:]
    /// Counts what happens, in place of a clock.
    var turn: UInt64 = 0

    mutating func nextTurn() -> UInt64 {
      turn += 1
      return turn
    }

    /// Takes out the member that has been idle longest if they are too many; nil if they are not, or none is idle.
    mutating func takeSuperfluous(most: Int, except newcomer: ObjectIdentifier? = nil) -> (any Channel)? {
      guard all.count > most else { return nil }
      let idle = all.filter { $0.key != newcomer && $0.value.idleSince != nil }
      guard let oldest = idle.min(by: { $0.value.idleSince ?? 0 < $1.value.idleSince ?? 0 }) else { return nil }
      all[oldest.key] = nil
      return oldest.value.channel
    }
  }

  private let most: Int
  private let members = Guarded(Members())

  /// No connection yet.
  ///
  /// - Parameter most: The most that may be open; a server takes one more, which makes another one close.
  package init(most: Int) { self.most = most }

  /// Takes a new connection in, until it is closed.
  func enter(_ channel: any Channel) {
    let id = ObjectIdentifier(channel)
    close(
      members.withLock { members in
        members.all[id] = Member(channel: channel, idleSince: members.nextTurn())
        return members.takeSuperfluous(most: most, except: id)
      })
    // The channel is kept until then, so that no other has its identity.
    channel.closeFuture.whenComplete { [self] _ in
      members.withLock { $0.all[ObjectIdentifier(channel)] = nil }
    }
  }

  /// A request of the connection is there, complete, or it is one of WebSocket from now on.
  func begin(_ channel: any Channel) {
    members.withLock { $0.all[ObjectIdentifier(channel)]?.idleSince = nil }
  }

  /// All its requests were answered.
  func rest(_ channel: any Channel) {
    close(
      members.withLock { members in
        let turn = members.nextTurn()
        members.all[ObjectIdentifier(channel)]?.idleSince = turn
        return members.takeSuperfluous(most: most)
      })
  }

  private func close(_ channel: (any Channel)?) { channel?.close(promise: nil) }
}
