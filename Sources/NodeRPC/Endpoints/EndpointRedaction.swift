/// Which parts of an endpoint's address may be shown.
///
/// Providers put their keys into the path (`/v3/<32 hex digits>`), the query (`?apikey=…`), the first label of the host
/// or the user name. A key shown is a key lost, so what only looks like one is hidden as well.
enum EndpointRedaction {
  private static let mark = "***"

  static func text(of parts: EndpointParts) -> String {
    var text = parts.scheme + "://"
    if parts.user != nil { text += mark + "@" }
    text += host(of: parts)
    text += path(parts.path)
    if let query = parts.query { text += "?" + self.query(query) }
    return text
  }

  private static func host(of parts: EndpointParts) -> String {
    let labels = parts.authority.split(separator: ".", omittingEmptySubsequences: false).map { label in
      label.utf8.count >= 24 && isMixed(label) ? mark[...] : label
    }
    return parts.isIPv6 ? parts.authority : labels.joined(separator: ".")
  }

  private static func path(_ path: String) -> String {
    var followsVersion = false
    return path.split(separator: "/", omittingEmptySubsequences: false).map { segment -> Substring in
      defer { followsVersion = isVersion(segment) }
      return isSecret(segment, followsVersion: followsVersion) ? mark[...] : segment
    }.joined(separator: "/")
  }

  private static func query(_ query: String) -> String {
    query.split(separator: "&", omittingEmptySubsequences: false).map { pair in
      guard let equals = pair.firstIndex(of: "=") else {
        // A query of one word is often the key itself.
        return pair.utf8.count < 8 ? String(pair) : mark
      }
      return pair[...equals] + mark
    }.joined(separator: "&")
  }

  private static func isSecret(_ segment: Substring, followsVersion: Bool) -> Bool {
    let length = segment.utf8.count
    if length < 8 { return false }
    if segment.contains("%") || followsVersion { return true }
    if length >= 12 && isMixed(segment) { return true }
    // Long words are names such as `klaytn-mainnet-archive`; one run of more than twenty letters is not a word.
    return segment.split { $0 == "-" || $0 == "_" || $0 == "." }.contains { $0.utf8.count > 20 }
  }

  /// Whether letters stand among digits, or large among small ones, as in a key.
  private static func isMixed(_ text: Substring) -> Bool {
    let hasDigit = text.utf8.contains { (0x30...0x39).contains($0) }
    let hasSmall = text.utf8.contains { (0x61...0x7a).contains($0) }
    let hasLarge = text.utf8.contains { (0x41...0x5a).contains($0) }
    return hasDigit || (hasSmall && hasLarge)
  }

  private static func isVersion(_ segment: Substring) -> Bool {
    segment.utf8.count <= 3 && segment.lowercased().hasPrefix("v") && segment.dropFirst().allSatisfy(\.isNumber)
      && segment.utf8.count > 1
  }
}
