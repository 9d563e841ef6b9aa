/// The price feeds of the chain in use, read of nodes that one trusts for it.
///
/// Any node can say that it is of any chain: what the feeds of one told is kept apart from what those of others tell, and
/// counts only while that node is in use.
public struct NodeFeeds: Sendable {
  /// A short name of the nodes, which gives no key in their addresses away.
  public let nodes: String
  /// Reads the feeds; a quote's source is the name of its feed.
  let read: @Sendable () async throws -> SourceFindings

  /// Feeds as they are read.
  ///
  /// - Parameter nodes: A short name of the nodes, of letters and digits.
  public init(of nodes: String, read: @escaping @Sendable () async throws -> SourceFindings) {
    (self.nodes, self.read) = (nodes, read)
  }

  /// The name under which a feed's quotes are kept.
  func kept(name: String) -> String { "\(name)@\(nodes)" }

  /// The name of a feed whose quotes are kept under a name; nil for one of other nodes.
  func own(name: String) -> String? {
    name.hasSuffix("@\(nodes)") ? String(name.dropLast(nodes.count + 1)) : nil
  }
}
