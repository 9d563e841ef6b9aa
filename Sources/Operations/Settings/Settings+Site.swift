import NodeRPC

extension Settings {
  /// The origin of the platform that keeps descriptions of lectures and links for buyers; nil where none is set.
  ///
  /// - Throws: `unusable` or `misused` for what is no `https://` address without a path, or one of this machine.
  package func site() throws(SettingsError) -> String? {
    try value(.site, expecting: "the address of a site without a path, by https:// or on this machine") { text in
      let origin = text.hasSuffix("/") ? String(text.dropLast()) : text
      let endpoint = try Endpoint(origin, of: "site")
      guard endpoint.isSecure || endpoint.isLoopback else { return nil }
      return (try? SignInSite(publicURL: origin)).map { _ in origin }
    }
  }
}
