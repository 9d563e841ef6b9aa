import Database
import Operations
import Primitives

// The sessions of a platform. A cookie is a random number of which the store has a hash; who did not sign in has a
// cookie without a row, for the guard of forms alone.
extension PlatformStore {
  /// The lifetimes of a session, in seconds.
  private enum Lifetime {
    static let idle: Int64 = 12 * 3600
    static let most: Int64 = 7 * 86_400
    static let nonce: Int64 = 600
    /// The time after which a contract account has to confirm its signature again.
    static let contract: Int64 = 900
  }

  /// A session of a signed-in account.
  struct SignedIn: Sendable {
    let account: Address
    /// The word of its contract that is to be asked for again: it signed in by EIP-1271, some time ago.
    let due: SignInProof?
  }

  /// The account that signed in with a cookie; nil for nobody.
  func signedIn(_ cookie: String) async throws -> SignedIn? {
    let (key, now) = (Self.key(cookie), clock())
    let row = try await database.read { db in
      try db.row("SELECT account, begun, seen, checked, message, signature FROM session WHERE key = ?", [key])
        .map { row in
          (
            account: try row.value("account", as: String.self), begun: try row.value("begun", as: Int64.self),
            seen: try row.value("seen", as: Int64.self), checked: try row.optional("checked", as: Int64.self),
            message: try row.optional("message", as: String.self),
            signature: try row.optional("signature", as: Bytes.self)
          )
        }
    }
    guard let row, row.seen + Lifetime.idle > now, row.begun + Lifetime.most > now else { return nil }
    guard let account = try? Address(row.account) else { return nil }
    // Once a minute is enough to know that somebody is there.
    if row.seen + 60 <= now {
      try await database.write(turn: "session") {
        try $0.execute("UPDATE session SET seen = ? WHERE key = ?", [now, key])
      }
    }
    guard let checked = row.checked, checked + Lifetime.contract <= now else {
      return SignedIn(account: account, due: nil)
    }
    return SignedIn(account: account, due: SignInProof(row.signature ?? [], of: row.message ?? "", by: account))
  }

  /// Begins the session of an account under a new cookie; what was under the old one ends.
  ///
  /// - Parameter proof: The signature that a contract confirmed, and has to confirm again; nil of a key.
  /// - Returns: The text for the cookie.
  func begin(
    _ account: Address, inPlaceOf cookie: String, byContract proof: SignInProof? = nil
  ) async throws -> String {
    let text = RandomToken.text()
    let (key, old, now) = (Self.key(text), Self.key(cookie), clock())
    try await database.write(turn: "session") { db in
      try db.execute("DELETE FROM session WHERE key = ? OR seen < ?", [old, now - Lifetime.idle])
      try db.execute("DELETE FROM nonce WHERE key = ?", [old])
      try db.execute(
        "INSERT INTO session (key, account, begun, seen, checked, message, signature) VALUES (?, ?, ?, ?, ?, ?, ?)",
        [key, account.checksummed, now, now, proof.map { _ in now }, proof?.text, proof?.signature])
    }
    return text
  }

  /// Notes that the contract of an account confirmed its signature again.
  func check(_ cookie: String) async throws {
    let (key, now) = (Self.key(cookie), clock())
    try await database.write(turn: "session") {
      try $0.execute("UPDATE session SET checked = ? WHERE key = ?", [now, key])
    }
  }

  /// Ends a session.
  func end(_ cookie: String) async throws {
    let key = Self.key(cookie)
    try await database.write(turn: "session") { try $0.execute("DELETE FROM session WHERE key = ?", [key]) }
  }

  // MARK: Signing in

  /// Keeps the message that an account is to sign; an earlier one of the same browser is no longer of use.
  func ask(_ account: Address, toSign message: String, as cookie: String) async throws {
    let (key, now) = (Self.key(cookie), clock())
    try await database.write(turn: "session") { db in
      try db.execute("DELETE FROM nonce WHERE ends <= ?", [now])
      try db.execute(
        """
        INSERT INTO nonce (key, account, message, ends) VALUES (?, ?, ?, ?)
        ON CONFLICT (key) DO UPDATE SET account = excluded.account, message = excluded.message, ends = excluded.ends
        """, [key, account.checksummed, message, now + Lifetime.nonce])
    }
  }

  /// Takes the message that an account was asked to sign: it is given once.
  ///
  /// - Returns: Nil where nothing was asked, or too long ago, or of another account.
  func takeMessage(for account: Address, as cookie: String) async throws -> String? {
    let (key, now) = (Self.key(cookie), clock())
    return try await database.write(turn: "session") { db in
      let asked = try db.row("DELETE FROM nonce WHERE key = ? RETURNING account, message, ends", [key])
      guard let asked, try asked.value("account") == account.checksummed, try asked.value("ends") > now else {
        return nil
      }
      return try asked.value("message", as: String.self)
    }
  }

  private static func key(_ cookie: String) -> [UInt8] { Keccak256.hash(cookie.utf8).bytes }
}
