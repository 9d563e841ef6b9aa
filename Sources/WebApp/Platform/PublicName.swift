import Operations

/// The name under which a platform is reached, as browsers write the origin of its pages: `https://lectures.example`.
package struct PublicName: Sendable, Hashable {
  /// The site that people sign in to by this name.
  let site: SignInSite

  /// Reads an address without a path.
  ///
  /// - Returns: Nil for what is none, and for HTTP without TLS but on names of this machine: browsers send the cookie to
  ///   secure pages alone.
  package init?(_ text: String) {
    guard let site = try? SignInSite(publicURL: text) else { return nil }
    self.site = site
    guard isSecure || isLocal else { return nil }
  }

  /// Scheme, host and port.
  package var origin: String { (isSecure ? "https://" : "http://") + authority }
  /// Host and port, as requests name them.
  package var authority: String { site.domain }
  /// The host alone; an address of IPv6 without brackets.
  var host: String {
    guard authority.first == "[" else { return String(authority.prefix { $0 != ":" }) }
    return String(authority.dropFirst().prefix { $0 != "]" })
  }
  /// Whether browsers reach it by TLS.
  package var isSecure: Bool { site.uri.hasPrefix("https://") }

  private var isLocal: Bool {
    host == "::1" || host == "localhost" || host.hasSuffix(".localhost") || host == "127.0.0.1"
  }
}
