import NIOCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Whom the server answers; see `DevnetServer.Options`.
struct Access: Sendable {
  private let hosts: Set<String>
  private let origins: Set<String>

  /// - Parameter host: where the server listens, a name that may be addressed. One that listens for other machines may be
  ///   addressed by the machine's name as well.
  init(_ options: DevnetServer.Options, host: String, machine: String? = Access.machineName) {
    var hosts = options.hosts.union([host])
    if !Self.isLocal(host.lowercased()), let machine {
      hosts.formUnion([machine, String(machine.prefix { $0 != "." })])
    }
    self.hosts = Set(hosts.map { $0.lowercased() })
    // Browsers name an origin without a path.
    origins = Set(options.origins.map { $0.lowercased().droppingLast("/") })
  }

  /// The machine's own name, as its system tells it; nil if it tells none.
  static var machineName: String? {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return nil }
    let text = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return text.isEmpty ? nil : text
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

extension String {
  fileprivate func droppingLast(_ character: Character) -> String { last == character ? String(dropLast()) : self }
}
