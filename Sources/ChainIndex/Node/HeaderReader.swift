import NodeRPC
import Primitives

/// The headers of a node, whose hashes are computed anew where the node tells all that they are made of.
///
/// Whether it does is seen at its newest block: where that one has its hash, every other has to.
package struct HeaderReader<Node: IndexNode>: Sendable {
  /// The methods by which headers are asked for, and whether their hashes can be computed.
  package enum Form: Sendable, Hashable {
    /// By Ethereum's methods, whose answers have all fields.
    case ethereum
    /// By Kaia's own methods, whose answers have all fields.
    case kaia
    /// By Ethereum's methods; their answers lack fields, or have another form than is known here.
    case unknown
  }

  private let node: Node
  /// The form of the headers.
  package let form: Form

  /// The headers in a form.
  package init(_ node: Node, _ form: Form) { (self.node, self.form) = (node, form) }

  /// The headers of a node in the form that its newest block shows, that block, and another one that may be asked for in
  /// the same question.
  ///
  /// - Parameter last: The form that it had before: where that was none, Kaia's methods are not tried again.
  /// - Throws: `badAnswer` where the node knows no newest block.
  package static func opening(
    _ node: Node, beside number: UInt64? = nil, last: Form? = nil
  ) async throws -> (headers: HeaderReader, newest: IndexedBlock, other: IndexedBlock?) {
    let tags: [BlockTag] = [.latest] + (number.map { [.number($0)] } ?? [])
    let found = try await node.known(tags)
    guard let newest = found[0] else { throw ChainIndexError.badAnswer("The node knows no newest block.") }
    var form = newest.isHashed ? Form.ethereum : .unknown
    if !newest.isHashed, last != .unknown, let own = try? await node.kaiaHeaders([.hash(newest.hash)]).first ?? nil,
      own == newest, own.isHashed
    {
      form = .kaia
    }
    let headers = HeaderReader(node, form)
    return (headers, newest, try headers.proven(found.count > 1 ? [found[1]] : [], by: .ethereum).first ?? nil)
  }

  /// Blocks by their tags, each of them the one that was asked for, with its own hash where that can be computed.
  ///
  /// - Throws: `badAnswer` for other blocks, and for fields that do not have the hash given with them.
  package func known(_ tags: [BlockTag]) async throws -> [IndexedBlock?] {
    guard !tags.isEmpty else { return [] }
    let blocks = form == .kaia ? try await node.kaiaHeaders(tags) : try await node.headers(tags)
    return try proven(Node.checked(blocks, for: tags), by: form)
  }

  /// The blocks of heights in a row, as far as the node knows them.
  package func blocks(_ numbers: ClosedRange<UInt64>) async throws -> [IndexedBlock] {
    try await known(numbers.map { .number($0) }).compactMap { $0 }
  }

  private func proven(_ blocks: [IndexedBlock?], by form: Form) throws -> [IndexedBlock?] {
    guard self.form == form, form != .unknown else { return blocks }
    for case let block? in blocks where !block.isHashed {
      throw ChainIndexError.badAnswer(
        "The header of block \(block.number) does not have the hash that was told with it.")
    }
    return blocks
  }
}
