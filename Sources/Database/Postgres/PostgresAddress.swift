internal import CPQ

/// The address of a database on a server of PostgreSQL: a URI (`postgres://user@host/name`) or keywords and values
/// (`host=/run/postgresql dbname=school`), as libpq reads both.
///
/// A server that is not reached by a socket or on this machine has to prove its name (`sslmode=verify-full`). What the
/// address leaves out comes from libpq's own environment and files (`PGPASSFILE`, `PGSERVICE`).
package struct PostgresAddress: Sendable {
  /// The keywords of a connection with their values; the password is among them.
  let keywords: [String: String]
  /// The folder in which it is noted at which server's line of history this machine made changes, so that an old primary
  /// which comes back is refused to every store; nil for none.
  let stateFolder: String?

  /// Whether a text is meant as an address, even if it is mistyped: a path of a file is not.
  package static func isMeant(by text: String) -> Bool {
    text.isEmpty || text.contains("://") || text.prefix { $0 != "/" }.contains("=")
  }

  /// - Parameters:
  ///   - isSecret: Whether the text comes from where others cannot see it, and may have a password.
  ///   - stateFolder: The folder in which it is noted which server was used; nil for none.
  /// - Throws: `DatabaseError` `.badAddress`; the text is not in it.
  package init(_ text: String, isSecret: Bool, stateFolder: String? = nil) throws {
    var keywords = try Self.parsed(text)
    guard !keywords.isEmpty else {
      throw DatabaseError(.badAddress, "The address of the database is empty.", reason: "It names no database.")
    }
    guard isSecret || keywords["password"] == nil, isSecret || keywords["sslpassword"] == nil else {
      throw DatabaseError(
        .badAddress, "The address of the database has a password in it, where others can see it.",
        reason: "It is not used: keep it in a file of mode 600, and change the password.")
    }
    if !Self.isLocal(keywords) {
      guard keywords["sslmode"] ?? "verify-full" == "verify-full" else {
        throw DatabaseError(
          .badAddress, "A database on another machine is reached by sslmode=verify-full alone.",
          reason: "Anybody on the way could pretend to be it, or read what is written.")
      }
      keywords["sslmode"] = "verify-full"
    }
    self.keywords = keywords.merging(Self.usual) { own, _ in own }
    self.stateFolder = stateFolder
  }

  /// Choices where an address has none: one that can be written among several hosts, and a lost one is noticed.
  private static let usual = [
    "client_encoding": "UTF8", "fallback_application_name": "lectures", "connect_timeout": "10",
    "target_session_attrs": "read-write", "keepalives_idle": "30", "keepalives_interval": "10", "keepalives_count": "3",
    "tcp_user_timeout": "30000",
  ]

  /// The keywords for a connection that is made until then: it is not waited for longer, but for the two seconds that are
  /// the least which can be asked for.
  func keywords(until deadline: ContinuousClock.Instant) -> [String: String] {
    let left = max(2, ContinuousClock.now.duration(to: deadline).components.seconds)
    let own = keywords["connect_timeout"].flatMap { Int64($0) } ?? 0
    return keywords.merging(["connect_timeout": "\(own > 0 ? min(own, left) : left)"]) { $1 }
  }

  /// The address without its secrets, for people.
  package var name: String {
    let user = keywords["user"].map { "\($0)@" } ?? ""
    let port = keywords["port"].map { ":\($0)" } ?? ""
    return "postgres://\(user)\(keywords["host"] ?? "")\(port)/\(keywords["dbname"] ?? keywords["user"] ?? "")"
  }

  private static func parsed(_ text: String) throws -> [String: String] {
    let library = try PostgresLibrary.functions
    // Its own words would repeat parts of the text, a password among them.
    let unreadable = DatabaseError(
      .badAddress, "The address of the database cannot be read.",
      reason: "It is neither a URI (postgres://user@host/name) nor keywords and values (host=… dbname=…) of PostgreSQL."
    )
    guard !text.utf8.contains(0) else { throw unreadable }
    var words: UnsafeMutablePointer<CChar>?
    let options = library.parse(text, &words)
    if let words { library.free_memory(words) }
    guard let options else { throw unreadable }
    defer { library.free_options(options) }
    var keywords: [String: String] = [:]
    var next = options
    while let keyword = next.pointee.keyword {
      if let value = next.pointee.value { keywords[String(cString: keyword)] = String(cString: value) }
      next += 1
    }
    return keywords
  }

  /// Whether every host is this machine's; of a service, which its own file knows, it is not said.
  private static func isLocal(_ keywords: [String: String]) -> Bool {
    let hosts = [keywords["host"], keywords["hostaddr"]].compactMap { $0 }
      .flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
    return keywords["service"] == nil && !hosts.isEmpty
      && hosts.allSatisfy { host in
        host.hasPrefix("/") || host.hasPrefix("@") || ["localhost", "::1"].contains(host)
          || NetworkName.isLoopback(host)
      }
  }
}

/// The names of hosts.
private enum NetworkName {
  /// Whether it is an address of 127.0.0.0/8.
  static func isLoopback(_ host: Substring) -> Bool {
    let parts = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    return parts.count == 4 && parts.allSatisfy { $0 != nil } && parts.first == 127
  }
}
