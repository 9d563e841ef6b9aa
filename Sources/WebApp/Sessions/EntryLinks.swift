import Locking

/// The addresses by which the person who started the server enters: each works once, for five minutes.
package final class EntryLinks: Sendable {
  /// For so many seconds a link can be used.
  package static let lifetime: Int64 = 300

  /// For so many seconds more it is known that a link was too old.
  private static let memory: Int64 = 24 * 3600

  /// The result of using a link.
  package enum Redemption: Sendable, Hashable {
    /// The link lets in.
    case admitted
    /// Nobody used the link in its time.
    case tooOld
    /// The link was used, or never made.
    case unknown
  }

  private let links = Guarded<[(token: [UInt8], end: Int64)]>([])
  private let clock: @Sendable () -> Int64

  /// No link yet.
  package init(clock: @escaping @Sendable () -> Int64) { self.clock = clock }

  /// Makes a new token; those that nobody used stay good until their end.
  package func make() -> String {
    let token = RandomToken.text()
    links.withLock { links in
      links.removeAll { $0.end + Self.memory <= clock() }
      links.append((Array(token.utf8), clock() + Self.lifetime))
    }
    return token
  }

  /// Uses a token up.
  package func redeem(_ token: String) -> Redemption {
    let given = Array(token.utf8)
    return links.withLock { links in
      links.removeAll { $0.end + Self.memory <= clock() }
      // All are compared, so that the time leaks nothing.
      let found = links.indices.filter { RandomToken.areEqual(links[$0].token, given) }
      guard let index = found.first else { return .unknown }
      guard links[index].end > clock() else { return .tooOld }
      links.remove(at: index)
      return .admitted
    }
  }
}
