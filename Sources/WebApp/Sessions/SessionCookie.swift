/// The cookie of a session: its name, and the values of `Set-Cookie` that hand it out.
enum SessionCookie {
  /// The cookie's name: browsers take it from a secure page alone, for this host alone, and for all paths.
  static let name = "__Host-lectures"
  /// The seconds for which a browser keeps a platform's: the store ends the session earlier.
  private static let platformLifetime: Int64 = 7 * 86_400

  /// The personal site's cookie for a session's text: no link and no form from elsewhere brings it along.
  static func personal(_ text: String) -> String { header(text, "Strict", lifetime: WebSessions.lifetime) }

  /// A platform's cookie for a session's text: links from elsewhere bring it along, forms from elsewhere do not.
  static func platform(_ text: String) -> String { header(text, "Lax", lifetime: platformLifetime) }

  private static func header(_ text: String, _ sameSite: String, lifetime: Int64) -> String {
    "\(name)=\(text); Path=/; Secure; HttpOnly; SameSite=\(sameSite); Max-Age=\(lifetime)"
  }
}
