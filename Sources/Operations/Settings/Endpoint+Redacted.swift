import NodeRPC

extension Endpoint {
  /// An endpoint's URL as it may be shown: without password, without parts that look like a key.
  package static func redacted(_ url: String) -> String {
    (try? Endpoint(url))?.redacted ?? "an address that cannot be used"
  }
}
