import Operations
import Primitives

/// The account that is signed in: a contract's word is asked for again now and then, for it may take it back.
struct SessionCheck: Sendable {
  let site: Site
  let store: PlatformStore

  /// The account that signed in with a cookie; nil for nobody.
  ///
  /// - Throws: `DatabaseError`.
  func account(of cookie: String) async throws -> Address? {
    guard let session = try await store.signedIn(cookie) else { return nil }
    guard let due = session.due else { return session.account }
    do {
      _ = try await due.verify(at: try await site.connection(for: WebSession(clock: site.options.clock)).connection)
    } catch is SignInError {
      try await store.end(cookie)
      return nil
    } catch {
      // A node that does not answer decides nothing: until it does nobody acts as this account.
      return nil
    }
    try await store.check(cookie)
    return session.account
  }
}
