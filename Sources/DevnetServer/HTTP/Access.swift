import NIOCore

/// Whom the server answers; see `DevnetServer.Options`.
struct Access: Sendable {
  private let hosts: Set<String>
  private let origins: Set<String>

  /// - Parameter host: where the server listens, a name that may be addressed.
  init(_ options: DevnetServer.Options, host: String) {
    hosts = Set((options.hosts + [host]).map { $0.lowercased() })
    origins = Set(options.origins.map { $0.lowercased() })
  }

  /// Whether a request is answered, by its `Host` and `Origin`.
  func admits(host: String?, origin: String?) -> Bool { admits(host: host) && admits(origin: origin, host: host) }

  /// Whether a request may be addressed to a host, with its port or without.
  func admits(host authority: String?) -> Bool {
    // HTTP/1.0 knows no Host, and browsers never leave it out.
    guard let authority, !authority.isEmpty, !hosts.contains("*") else { return true }
    let host = Self.name(ofAuthority: authority)
    return Self.isLocal(host) || Self.address(host) != nil || hosts.contains(host)
  }

  /// Whether a page may use the server under the host that it addressed.
  func admits(origin: String?, host authority: String?) -> Bool {
    guard let origin, !origins.contains("*"), !origins.contains(origin.lowercased()) else { return true }
    guard let separator = origin.firstRange(of: "://") else { return false }
    switch origin[..<separator.lowerBound].lowercased() {
    case "chrome-extension", "moz-extension", "safari-web-extension": return true
    case "http", "https": break
    default: return false
    }
    let host = Self.name(ofAuthority: String(origin[separator.upperBound...]))
    return Self.isLocal(host) || authority.map(Self.name(ofAuthority:)) == host
  }

  /// The host of `host:port` or `[host]:port`, in small letters and without brackets.
  private static func name(ofAuthority authority: String) -> String {
    let text = authority.lowercased()
    if text.first == "[" { return String(text.dropFirst().prefix { $0 != "]" }) }
    return String(text.prefix { $0 != ":" })
  }

  private static func address(_ host: String) -> SocketAddress? { try? SocketAddress(ipAddress: host, port: 0) }

  /// Whether a name or an address always means the machine itself.
  private static func isLocal(_ host: String) -> Bool {
    if host == "localhost" || host.hasSuffix(".localhost") || host == "::1" { return true }
    guard case .v4 = address(host) else { return false }
    return host.hasPrefix("127.")
  }
}
