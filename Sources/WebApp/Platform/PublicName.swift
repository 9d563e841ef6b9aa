import Primitives

/// The name under which a platform is reached, as browsers write the origin of its pages: `https://lectures.example`.
package struct PublicName: Sendable, Hashable {
  /// Scheme, host and port.
  package let origin: String
  /// Host and port, as requests name them.
  package let authority: String

  /// Reads an address without a path.
  ///
  /// - Returns: Nil for what is none, and for HTTP without TLS but on names of this machine: browsers send the cookie to
  ///   secure pages alone.
  package init?(_ text: String) {
    let bare = text.hasSuffix("/") ? String(text.dropLast()) : text
    let isSecure = bare.hasPrefix("https://")
    guard isSecure || bare.hasPrefix("http://") else { return nil }
    authority = bare.dropFirst(isSecure ? 8 : 7).lowercased()
    guard let (host, port) = Self.parts(authority), isSecure || Self.isLocal(host) else { return nil }
    // Browsers leave out the port that the scheme implies.
    guard port != (isSecure ? 443 : 80) else { return nil }
    origin = (isSecure ? "https://" : "http://") + authority
  }

  /// Whether browsers reach it by TLS.
  package var isSecure: Bool { origin.hasPrefix("https://") }

  private static func parts(_ authority: String) -> (host: String, port: UInt16?)? {
    let isBracketed = authority.hasPrefix("[")
    let end = isBracketed ? authority.firstIndex(of: "]").map(authority.index(after:)) : authority.firstIndex(of: ":")
    let host = String(authority[..<(end ?? authority.endIndex)])
    let allowed = isBracketed ? "0123456789abcdef:[]" : "0123456789abcdefghijklmnopqrstuvwxyz-."
    guard (1...253).contains(host.utf8.count), host.allSatisfy({ allowed.contains($0) }), host.first != "." else {
      return nil
    }
    guard let end, end < authority.endIndex else { return (host, nil) }
    let digits = authority[end...].dropFirst()
    guard authority[end] == ":", digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), digits.first != "0",
      let port = UInt16(digits)
    else { return nil }
    return (host, port)
  }

  private static func isLocal(_ host: String) -> Bool {
    host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]" || host == "127.0.0.1"
  }
}
