import NodeRPC
import Primitives

/// The next block that a book has to go to, and how.
enum NextBlock: Sendable, Hashable {
  /// The book is where the node is.
  case none
  /// On from a block that the book knows, above which all that it knows is undone.
  case on(from: ChainBlock, to: ChainBlock)
  /// To a chain of which the book knows no block any more.
  case anew(ChainBlock)
}

/// The way from the blocks that a book knows to the newest of a node.
struct ChainPath<Node: BookNode>: Sendable {
  let node: Node
  /// The blocks that the book knows, the lowest first.
  let known: [ChainBlock]

  /// The most blocks that are gone through one by one: what is farther from the newest one is passed in one step, since a
  /// node may not know the states of old blocks, and nothing there goes away any more.
  private static var nearby: UInt64 { 64 }
  /// The number of blocks that are looked for at once.
  private static var chunk: Int { 64 }

  /// The next block on the way to the newest one.
  ///
  /// - Throws: `nodeFailed` or `badAnswer`; `chainMoved` where the node changed its chain meanwhile.
  func next(to newest: ChainBlock) async throws(OrderBookError) -> NextBlock {
    guard let head = known.last else { return .anew(newest) }
    if newest.hash == head.hash { return .none }
    if newest.parent == head.hash, newest.number == head.number + 1 { return .on(from: head, to: newest) }
    guard let ancestor = try await ancestor(below: newest) else { return .anew(newest) }
    guard ancestor.number < newest.number else {
      guard ancestor.hash == newest.hash else { throw .chainMoved("Its newest block is none that it knows.") }
      return .on(from: ancestor, to: ancestor)
    }
    let gap = newest.number - ancestor.number
    if gap > Self.nearby {
      guard let far = try await node.known([.number(newest.number - Self.nearby)]).first ?? nil else {
        throw .chainMoved("It does not know the block \(newest.number - Self.nearby) any more.")
      }
      return .on(from: ancestor, to: far)
    }
    var next = newest
    if gap > 1 {
      guard let found = try await node.known([.number(ancestor.number + 1)]).first ?? nil else {
        throw .chainMoved("It does not know the block \(ancestor.number + 1) any more.")
      }
      next = found
    }
    guard next.parent == ancestor.hash else {
      throw .chainMoved("The block \(next.number) is not on top of the one before any more.")
    }
    return .on(from: ancestor, to: next)
  }

  /// The highest block that both know; nil where there is none.
  private func ancestor(below newest: ChainBlock) async throws(OrderBookError) -> ChainBlock? {
    var candidates = known.filter { $0.number <= newest.number }[...]
    while !candidates.isEmpty {
      let part = candidates.suffix(Self.chunk)
      candidates = candidates.dropLast(part.count)
      let found = try await node.known(part.map { .number($0.number) })
      for (block, there) in zip(part, found).reversed() where block.hash == there?.hash { return block }
    }
    return nil
  }
}
