import NIOCore
import Platform

/// The requests that a server answers, by their `Host` and `Origin`.
///
/// A page of any site can make its visitor's browser send requests to 127.0.0.1. Two checks keep such pages out:
/// - The `Host` of a request must be an IP address, `localhost`, a name below `.localhost`, or one that is allowed: a site
///   whose name is made to point at this machine (DNS rebinding) is none of them.
/// - The `Origin`, which only browsers send, must be a page of this machine (localhost, a loopback address, or the same
///   host as the request's), a browser extension, or one that is allowed.
///
/// Text that is no host with a port or without, as one behind a user's name, counts as none; and a request has at most
/// one of either.
package struct OriginPolicy: Sendable {
  private let hosts: Set<String>
  private let origins: Set<String>

  /// The verdict on a request.
  package enum Verdict: Sendable, Hashable {
    case admitted
    /// There are two headers of this name, of which other programs on the way may have looked at the other.
    case repeated(String)
    /// The request is addressed to a host that the server is not.
    case host(String)
    /// The request is a page's of another site.
    case origin(String)
  }

  /// A policy for a server.
  ///
  /// - Parameters:
  ///   - hosts: Names under which it may be addressed; `*` allows all.
  ///   - origins: Pages that may use it, such as `https://app.example.org`; `*` allows all.
  ///   - listening: Where it listens, a name that may be addressed. One that listens for other machines may be addressed by
  ///     the machine's name as well.
  package init(
    hosts: Set<String>, origins: Set<String>, listening host: String, machine: String? = OriginPolicy.machineName
  ) {
    var hosts = hosts.union([host])
    if !Self.isLocal(host.lowercased()), let machine {
      hosts.formUnion([machine, String(machine.prefix { $0 != "." })])
    }
    self.hosts = Set(hosts.map { $0.lowercased() })
    // Browsers name an origin without a path.
    self.origins = Set(origins.map { $0.lowercased().droppingLast("/") })
  }

  /// The machine's own name, as its system gives it; nil if it gives none.
  package static var machineName: String? {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return nil }
    let text = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return text.isEmpty ? nil : text
  }

  /// The name of a host that a text means, also as part of a URL or before a port; nil where it means none.
  package static func hostName(meantBy text: String) -> String? {
    if address(text) != nil { return text.lowercased() }
    let start = text.firstRange(of: "://")?.upperBound ?? text.startIndex
    return name(ofAuthority: String(text[start...].prefix { !"/?#".contains($0) }))
  }

  /// Judges a request by all its headers of both names.
  package func verdict(hosts: [String], origins: [String]) -> Verdict {
    guard hosts.count <= 1 else { return .repeated("Host") }
    guard origins.count <= 1 else { return .repeated("Origin") }
    guard admits(host: hosts.first) else { return .host(hosts.first ?? "") }
    guard admits(origin: origins.first, host: hosts.first) else { return .origin(origins.first ?? "") }
    return .admitted
  }

  /// Whether a request may be addressed to a host, with its port or without.
  private func admits(host authority: String?) -> Bool {
    // HTTP/1.0 knows no Host, and browsers never leave it out.
    guard let authority, !authority.isEmpty, !hosts.contains("*") else { return true }
    guard let host = Self.name(ofAuthority: authority) else { return false }
    return Self.isLocal(host) || Self.address(host) != nil || hosts.contains(host)
  }

  /// Whether a page may use the server under the host that it addressed.
  private func admits(origin: String?, host authority: String?) -> Bool {
    guard let origin, !origins.contains("*"), !origins.contains(origin.lowercased()) else { return true }
    guard let separator = origin.firstRange(of: "://") else { return false }
    switch origin[..<separator.lowerBound].lowercased() {
    case "chrome-extension", "moz-extension", "safari-web-extension": return true
    case "http", "https": break
    default: return false
    }
    guard let host = Self.name(ofAuthority: String(origin[separator.upperBound...])) else { return false }
    return Self.isLocal(host) || authority.flatMap(Self.name(ofAuthority:)) == host
  }

  /// The host of `host:port` or `[host]:port`, in small letters and without brackets; nil if it is neither: a name may not
  /// have what separates a user, a path or a port in front of it.
  private static func name(ofAuthority authority: String) -> String? {
    let text = authority.lowercased()
    let (name, rest): (Substring, Substring)
    if text.first == "[" {
      guard let end = text.firstIndex(of: "]") else { return nil }
      name = text[text.index(after: text.startIndex)..<end]
      rest = text[text.index(after: end)...]
      guard name.utf8.allSatisfy({ Array(":.".utf8).contains($0) || isHex($0) }) else { return nil }
    } else {
      name = text.prefix { $0 != ":" }
      rest = text[name.endIndex...]
      guard name.utf8.allSatisfy(isOfName) else { return nil }
    }
    guard !name.isEmpty else { return nil }
    let isPort = rest.first == ":" && rest.utf8.count <= 6 && rest.utf8.dropFirst().allSatisfy(isDigit)
    guard rest.isEmpty || isPort else { return nil }
    return String(name)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private static func isHex(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || Array("-._".utf8).contains(byte)
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
