import NodeRPC
import Primitives

/// The way of an index from the block that it is as of to the newest one of a node, in steps that are each one change.
///
/// Blocks that are too old to be undone are read in wide ranges, of which only the blocks with events and a sample of the
/// others are looked at; the newest ones block by block.
package actor ChainFollower<Node: IndexNode, Projection: IndexProjection> {
  private let node: Node
  private let projection: Projection
  private let store: IndexStore
  private let logs: LogReader<Node>
  private let ranges: RangeReader<Node>

  /// The form that the node's headers had last; nil before the first step.
  private var form: HeaderReader<Node>.Form?
  /// The number of times in a row that the node's chain was the index's, and shorter.
  private var shorterPolls = 0

  /// The most blocks that are read one by one in one step.
  private static var chunk: UInt64 { 64 }
  /// The number of times that a shorter chain has to be seen: behind one address there may be several nodes.
  private static var shorterChainPolls: Int { 3 }

  /// A follower; nothing is asked yet.
  ///
  /// - Parameter width: The number of blocks of the first wide range.
  package init(_ node: Node, _ projection: Projection, _ store: IndexStore, width: UInt64 = 10_000) {
    (self.node, self.projection, self.store) = (node, projection, store)
    logs = LogReader(node: node, sources: projection.sources)
    ranges = RangeReader(logs, width: width)
  }

  /// The view of the node's chain that a step works with.
  private struct ChainView: Sendable {
    let headers: HeaderReader<Node>
    let newest: IndexedBlock
    let lease: WriterLease
  }

  /// Goes a step towards the newest block.
  ///
  /// - Throws: `badAnswer` and `chainMoved`, with nothing written; `reorganisedTooDeep`, `leaseLost`; the errors of node,
  ///   store and projection.
  package func step(under lease: WriterLease) async throws -> FollowerStep {
    let head = try await store.head()
    let (headers, newest, known) = try await HeaderReader.opening(node, beside: head?.number, last: form)
    form = headers.form
    let view = ChainView(headers: headers, newest: newest, lease: lease)
    guard let head else { return try await begin(view) }
    if newest.hash == head.hash {
      shorterPolls = 0
      let now = store.clock.now()
      try await store.write(lease) { try BlockTable(database: $0).check(at: now) }
      return .upToDate(try await reached())
    }
    guard newest.number > head.number, known?.hash == head.hash else {
      return try await undoReorganisation(from: head, view)
    }
    return try await advance(from: head.number + 1, onto: head, view)
  }

  /// Cancels the requests for blocks that are not needed any more.
  package func cancelPrefetch() async { await ranges.cancelPrefetch() }

  // MARK: Forward

  private func begin(_ view: ChainView) async throws -> FollowerStep {
    let first: UInt64
    if let known = try await store.firstBlock() {
      first = known
    } else {
      // The blocks before it are those to which a reorganisation of the deployment goes back.
      let deployment = try await DeploymentSearch(node).firstBlock(of: projection.sources.map(\.address))
      first = max(1, deployment - min(deployment, BlockTable.window))
      try await store.setFirstBlock(first, under: view.lease)
    }
    guard first <= view.newest.number else { return .behind(node: view.newest.number) }
    return try await advance(from: first, onto: nil, view)
  }

  private func advance(from first: UInt64, onto head: IndexHead?, _ view: ChainView) async throws -> FollowerStep {
    let settled = view.newest.number - min(view.newest.number, BlockTable.window)
    if first <= settled { return try await takeRange(first, settled, view) }
    return try await takeBlocks(first, onto: head, view)
  }

  /// Reads a range of blocks that nothing undoes any more.
  private func takeRange(_ first: UInt64, _ settled: UInt64, _ view: ChainView) async throws -> FollowerStep {
    try await withReplacementCheck(of: view.newest, in: view) {
      let range = try await ranges.next(first, to: settled, view.headers)
      return try await write(range.events, [range.end], of: range.headers, state: view.newest, view)
    }
  }

  /// Reads blocks one by one, each on top of the one before.
  private func takeBlocks(_ first: UInt64, onto head: IndexHead?, _ view: ChainView) async throws -> FollowerStep {
    let (last, found) = try await logs.widest(first...min(view.newest.number, first + Self.chunk - 1))
    let blocks = try await view.headers.blocks(first...last)
    guard blocks.count == Int(last - first + 1), let end = blocks.last else {
      throw ChainIndexError.chainMoved("The node does not know all blocks up to \(last) any more.")
    }
    if let head, blocks[0].parent != head.hash { return try await undoReorganisation(from: head, view) }
    for (block, next) in zip(blocks, blocks.dropFirst()) where next.parent != block.hash {
      throw ChainIndexError.chainMoved("The block \(next.number) is not on top of the one before.")
    }
    return try await withReplacementCheck(of: end, in: view) {
      let headers = Dictionary(blocks.map { ($0.number, $0) }) { first, _ in first }
      let events = try logs.events(found, in: headers)
      try await BloomCheck(logs: logs).check(found, in: blocks)
      try await ReceiptsCheck(logs: logs).check(found, in: blocks)
      return try await write(events, blocks, of: blocks, state: end, view)
    }
  }

  /// Does something with what was read; its error becomes `chainMoved` where the block was replaced meanwhile.
  private func withReplacementCheck(
    of block: IndexedBlock, in view: ChainView, _ body: () async throws -> FollowerStep
  ) async throws -> FollowerStep {
    do {
      return try await body()
    } catch {
      if let error = error as? ChainIndexError, error.code != .badAnswer { throw error }
      guard let there = try? await view.headers.known([.number(block.number)]).first,
        there?.hash != block.hash
      else { throw error }
      throw ChainIndexError.chainMoved("The block \(block.number) was replaced while its events were read.")
    }
  }

  /// Writes what was read, and that it was read, as one change.
  ///
  /// - Parameters:
  ///   - blocks: Those that go on top, the head last.
  ///   - headers: All headers that the events were checked with.
  private func write(
    _ events: [IndexedEvent], _ blocks: [IndexedBlock], of headers: [IndexedBlock], state: IndexedBlock,
    _ view: ChainView
  ) async throws -> FollowerStep {
    let change = try await projection.change(for: events, at: state, in: store)
    let (projection, target) = (projection, view.newest.number)
    let checked = blocks.last == view.newest ? store.clock.now() : nil
    let unchecked = UncheckedHeaders(
      filter: headers.filter { $0.bloom == nil }.map(\.number).min(),
      hash: headers.filter { !$0.isHashed }.map(\.number).min())
    try await store.write(view.lease) { db in
      let table = BlockTable(database: db)
      try EventTable(database: db).add(events, of: projection.sources)
      try projection.apply(change, in: db)
      try MetaTable(database: db).note(unchecked)
      try table.add(blocks, target: target, checked: checked)
    }
    shorterPolls = 0
    return .advanced(try await reached())
  }

  // MARK: Back

  /// Undoes the blocks above the highest one that is on the node's chain.
  private func undoReorganisation(from head: IndexHead, _ view: ChainView) async throws -> FollowerStep {
    let newest = view.newest
    let window = try await store.window()
    let reachable = window.filter { $0.number <= newest.number }
    guard !reachable.isEmpty else { return .behind(node: newest.number) }
    guard let ancestor = try await ForkSearch(headers: view.headers).ancestor(of: reachable) else {
      let oldest = window.last?.number ?? head.number
      throw ChainIndexError(
        .reorganisedTooDeep, "The chain was reorganised deeper than the index can go back.",
        reason: "It is as of block \(head.number), and none of its blocks down to \(oldest) is on the node's chain.",
        facts: .window(head: head.number, oldest: oldest))
    }
    guard ancestor.hash != head.hash else { throw ChainIndexError.chainMoved("The chain went there and back.") }
    if ancestor.hash == newest.hash {
      shorterPolls += 1
      guard shorterPolls >= Self.shorterChainPolls else { return .behind(node: newest.number) }
    }
    shorterPolls = 0
    let (projection, target) = (projection, newest.number)
    try await store.write(view.lease) { db in
      try projection.undo(above: ancestor.number, in: db)
      try UndoneTable(database: db).undo(above: ancestor.number)
      try MetaTable(database: db).forgetNotes(above: ancestor.number)
      try BlockTable(database: db).undo(to: ancestor, target: target)
    }
    return .undone(head.number - ancestor.number, try await reached())
  }

  private func reached() async throws -> IndexHead {
    guard let head = try await store.head() else {
      throw ChainIndexError(.storeFailed, "The index cannot be used.", reason: "It lost the block that it is as of.")
    }
    return head
  }
}
