import Locking
import Primitives

/// The sessions of a server, by the random text in their cookies, of which only a hash is kept.
package final class WebSessions: Sendable {
  /// After so many seconds a session ends.
  static let lifetime: Int64 = 12 * 3600
  /// The most sessions at once: those of one person's browsers.
  static let most = 50

  private struct Entry: Sendable {
    let session: WebSession
    let end: Int64
  }

  private let entries = Guarded<[Hash32: Entry]>([:])
  private let clock: @Sendable () -> Int64

  init(clock: @escaping @Sendable () -> Int64) { self.clock = clock }

  /// Begins a session; the oldest gives way if they are too many.
  ///
  /// - Returns: The text for the cookie.
  func begin() -> String {
    let text = RandomToken.text()
    entries.withLock { entries in
      entries = entries.filter { $0.value.end > clock() }
      if entries.count >= Self.most, let oldest = entries.min(by: { $0.value.end < $1.value.end }) {
        entries[oldest.key] = nil
      }
      entries[Self.key(text)] = Entry(session: WebSession(clock: clock), end: clock() + Self.lifetime)
    }
    return text
  }

  /// The session of a cookie; nil if it ended, or never was.
  func session(_ cookie: String?) -> WebSession? {
    guard let cookie, cookie.utf8.count <= 100 else { return nil }
    return entries.withLock { entries in
      guard let entry = entries[Self.key(cookie)], entry.end > clock() else { return nil }
      return entry.session
    }
  }

  /// Ends a session.
  func end(_ cookie: String) {
    entries.withLock { $0.removeValue(forKey: Self.key(cookie)) }?.session.lock()
  }

  private static func key(_ text: String) -> Hash32 { Keccak256.hash(text.utf8) }
}
