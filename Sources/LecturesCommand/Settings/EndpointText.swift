import NodeRPC

/// An endpoint's URL as it may be shown: without password, without what looks like a key.
enum EndpointText {
  static func redacted(_ url: String) -> String { (try? Endpoint(url))?.redacted ?? "an address that cannot be used" }

  /// The same, or what is wrong with the address.
  static func checked(_ url: String) throws(CommandFailure) -> String {
    do throws(NodeError) {
      return try Endpoint(url).redacted
    } catch {
      throw CommandFailure(error)
    }
  }
}
