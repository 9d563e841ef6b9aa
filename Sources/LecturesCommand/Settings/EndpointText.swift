import NodeRPC

/// An endpoint's URL as it may be shown: without password, without parts that look like a key.
enum EndpointText {
  static func redacted(_ url: String) -> String { (try? Endpoint(url))?.redacted ?? "an address that cannot be used" }

  /// The URL in that form; throws if the address cannot be used.
  static func checked(_ url: String) throws(CommandFailure) -> String {
    do throws(NodeError) {
      return try Endpoint(url).redacted
    } catch {
      throw CommandFailure(error)
    }
  }
}
