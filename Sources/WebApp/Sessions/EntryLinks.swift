import Locking

/// The addresses by which the person who started the server enters: each works once, for five minutes.
package final class EntryLinks: Sendable {
  /// For so many seconds a link can be used.
  package static let lifetime: Int64 = 300

  private let open = Guarded<[(token: [UInt8], end: Int64)]>([])
  private let clock: @Sendable () -> Int64

  /// No link yet.
  package init(clock: @escaping @Sendable () -> Int64) { self.clock = clock }

  /// Makes a new token; those that nobody used stay good until their end.
  package func make() -> String {
    let token = RandomToken.text()
    open.withLock { open in
      open.removeAll { $0.end <= clock() }
      open.append((Array(token.utf8), clock() + Self.lifetime))
    }
    return token
  }

  /// Uses a token up; false for one that is unknown, was used or is too old.
  package func redeem(_ token: String) -> Bool {
    let given = Array(token.utf8)
    return open.withLock { open in
      open.removeAll { $0.end <= clock() }
      // All are compared, so that the time tells nothing.
      let found = open.indices.filter { RandomToken.areEqual(open[$0].token, given) }
      guard let index = found.first else { return false }
      open.remove(at: index)
      return true
    }
  }
}
