import NodeRPC
import Primitives

/// The search for the highest block that an index and a node have both.
struct ForkSearch<Node: IndexNode>: Sendable {
  let headers: HeaderReader<Node>

  /// The number of blocks that are asked for at once.
  private static var chunk: Int { 64 }

  /// The highest of the known blocks that is on the node's chain; nil where there is none.
  ///
  /// - Parameter known: The highest first.
  func ancestor(of known: some Sequence<IndexedBlock>) async throws -> IndexedBlock? {
    var rest = Array(known)[...]
    while !rest.isEmpty {
      let part = rest.prefix(Self.chunk)
      rest = rest.dropFirst(part.count)
      let there = try await headers.known(part.map { .number($0.number) })
      for (block, found) in zip(part, there) where block.hash == found?.hash { return block }
    }
    return nil
  }
}
