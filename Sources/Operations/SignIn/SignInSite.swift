/// The site that people sign in to: the two texts that a wallet shows and compares with the page it is asked by.
public struct SignInSite: Sendable, Hashable {
  /// The authority of the site's public address, with its port if that is not the usual one: `lectures.example`.
  public let domain: String
  /// The resource that the signature is for: `https://lectures.example/session`.
  public let uri: String

  private static let digitsOfIPv6 = Set("0123456789abcdef:".utf8)
  private static let lettersOfNames = Set("0123456789abcdefghijklmnopqrstuvwxyz-".utf8)

  /// Reads a site's public address: scheme, host in small letters and perhaps a port, and no path.
  ///
  /// - Throws: `SignInError` `.publicURL`.
  public init(publicURL: String) throws(SignInError) {
    var text = publicURL[...]
    let scheme = ["https", "http"].first { text.hasPrefix("\($0)://") }
    guard let scheme else { throw Self.refused("It has to begin with https://.") }
    text = text.dropFirst(scheme.utf8.count + 3)
    if text.hasSuffix("/") { text = text.dropLast() }
    let (host, port) = Self.parts(of: text)
    guard Self.isHost(host) else {
      throw Self.refused("It has to be a host in small letters, and perhaps a port, without a path.")
    }
    if let port {
      guard let number = UInt16(port), number > 0, String(number) == port else {
        throw Self.refused("Its port is no number of 1 to 65535.")
      }
      guard number != (scheme == "https" ? 443 : 80) else {
        throw Self.refused("The port \(number) is the usual one, which browsers leave out.")
      }
    }
    domain = String(text)
    uri = "\(scheme)://\(domain)/session"
  }

  /// Host and port of an authority.
  private static func parts(of authority: Substring) -> (host: Substring, port: Substring?) {
    if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
      let rest = authority[end...].dropFirst()
      return (authority[...end], rest.isEmpty ? nil : rest.hasPrefix(":") ? rest.dropFirst() : rest)
    }
    guard let colon = authority.firstIndex(of: ":") else { return (authority, nil) }
    return (authority[..<colon], authority[colon...].dropFirst())
  }

  /// Whether a text is a host as browsers write one; names of other scripts are in their ASCII form.
  private static func isHost(_ host: Substring) -> Bool {
    guard host.utf8.count <= 253 else { return false }
    if host.hasPrefix("[") {
      let digits = host.utf8.dropFirst().dropLast()
      return !digits.isEmpty
        && digits.allSatisfy { Self.digitsOfIPv6.contains($0) }
    }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    return labels.allSatisfy { label in
      !label.isEmpty && label.utf8.count <= 63 && label.first != "-" && label.last != "-"
        && label.utf8.allSatisfy { Self.lettersOfNames.contains($0) }
    }
  }

  private static func refused(_ reason: String) -> SignInError {
    SignInError(.publicURL, "The public address of the site cannot be used to sign people in.", reason: reason)
  }
}
