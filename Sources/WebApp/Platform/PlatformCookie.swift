/// The cookie of a platform's sessions.
enum PlatformCookie {
  /// The seconds for which a browser keeps it: the store ends a session earlier.
  private static let lifetime = 7 * 86_400

  /// The value of `Set-Cookie`. Links from elsewhere bring it along, forms from elsewhere do not.
  static func text(_ cookie: String) -> String {
    "\(WebSessions.cookie)=\(cookie); Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=\(lifetime)"
  }
}
