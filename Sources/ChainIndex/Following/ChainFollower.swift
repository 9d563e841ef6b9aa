import NodeRPC
import Primitives

/// The way of an index from the block that it is as of to the newest one of a node, in steps that are each one change.
///
/// Blocks that are too old to be undone are read in wide ranges, of which only the blocks with events are looked at; the
/// newest ones block by block.
package actor ChainFollower<Node: IndexNode, Projection: IndexProjection> {
  private let node: Node
  private let projection: Projection
  private let store: IndexStore
  private let logs: LogReader<Node>

  /// The number of blocks of the next wide range.
  private var width: UInt64
  /// The number of ranges that were taken since one was refused.
  private var takenInARow = 0
  /// The number of times in a row that the node's chain was the index's, and shorter.
  private var shorterPolls = 0

  /// The most blocks of a range.
  private static var widest: UInt64 { 50_000 }
  /// The number of ranges to be taken before a wider one is tried.
  private static var patience: Int { 8 }
  /// The most blocks that are read one by one in one step.
  private static var chunk: UInt64 { 64 }
  /// The number of times that a shorter chain has to be seen: behind one address there may be several nodes.
  private static var shorterChainPolls: Int { 3 }

  /// A follower; nothing is asked yet.
  ///
  /// - Parameter width: The number of blocks of the first wide range.
  package init(_ node: Node, _ projection: Projection, _ store: IndexStore, width: UInt64 = 10_000) {
    (self.node, self.projection, self.store) = (node, projection, store)
    self.width = max(1, min(width, Self.widest))
    logs = LogReader(node: node, contract: projection.contract, topics: projection.kinds.keys.sorted())
  }

  /// Goes a step towards the newest block.
  ///
  /// - Throws: `badAnswer` and `chainMoved`, with nothing written; `reorganisedTooDeep`, `leaseLost`; the errors of node,
  ///   store and projection.
  package func step(under lease: WriterLease) async throws -> FollowerStep {
    let newest = try await node.newest()
    guard let head = try await store.head() else { return try await begin(newest, lease) }
    if newest.hash == head.hash {
      shorterPolls = 0
      let now = store.clock.now()
      try await store.write(lease) { try BlockTable(database: $0).check(at: now) }
      return .upToDate(try await reached())
    }
    guard newest.number > head.number else { return try await goBack(from: head, newest, lease) }
    return try await advance(from: head.number + 1, onto: head, newest, lease)
  }

  // MARK: Forward

  private func begin(_ newest: IndexedBlock, _ lease: WriterLease) async throws -> FollowerStep {
    let first: UInt64
    if let known = try await store.firstBlock() {
      first = known
    } else {
      // The blocks before it are those to which a reorganisation of the deployment goes back.
      let deployment = try await DeploymentSearch(node).firstBlock(of: projection.contract)
      first = max(1, deployment - min(deployment, BlockTable.window))
      try await store.setFirstBlock(first, under: lease)
    }
    guard first <= newest.number else { return .behind(node: newest.number) }
    return try await advance(from: first, onto: nil, newest, lease)
  }

  private func advance(
    from first: UInt64, onto head: IndexHead?, _ newest: IndexedBlock, _ lease: WriterLease
  ) async throws -> FollowerStep {
    let settled = newest.number - min(newest.number, BlockTable.window)
    if first <= settled { return try await takeRange(first, settled, onto: head, newest, lease) }
    return try await takeBlocks(first, onto: head, newest, lease)
  }

  /// Reads a range of blocks that nothing undoes any more.
  private func takeRange(
    _ first: UInt64, _ settled: UInt64, onto head: IndexHead?, _ newest: IndexedBlock, _ lease: WriterLease
  ) async throws -> FollowerStep {
    let (last, found) = try await widestAnswer(first, settled, width)
    var numbers = Set(found.compactMap(\.blockNumber)).union([last])
    if let head { numbers.insert(head.number) }
    let ordered = numbers.sorted()
    var headers: [UInt64: IndexedBlock] = [:]
    for (number, block) in zip(ordered, try await node.known(ordered.map { .number($0) })) {
      guard let block else { throw ChainIndexError.chainMoved("The node does not know the block \(number) any more.") }
      headers[number] = block
    }
    if let head, headers[head.number]?.hash != head.hash { return try await goBack(from: head, newest, lease) }
    guard let end = headers[last] else { throw ChainIndexError.chainMoved("The block \(last) is gone.") }
    try BloomCheck(logs: logs).checkKnown(found, in: headers)
    return try await write(logs.events(found, in: headers), [end], state: newest, newest, lease)
  }

  /// Reads blocks one by one, each on top of the one before.
  private func takeBlocks(
    _ first: UInt64, onto head: IndexHead?, _ newest: IndexedBlock, _ lease: WriterLease
  ) async throws -> FollowerStep {
    let (last, found) = try await widestAnswer(first, newest.number, Self.chunk)
    let blocks = try await node.blocks(first...last)
    guard blocks.count == Int(last - first + 1), let end = blocks.last else {
      throw ChainIndexError.chainMoved("The node does not know all blocks up to \(last) any more.")
    }
    if let head, blocks[0].parent != head.hash { return try await goBack(from: head, newest, lease) }
    for (block, next) in zip(blocks, blocks.dropFirst()) where next.parent != block.hash {
      throw ChainIndexError.chainMoved("The block \(next.number) is not on top of the one before.")
    }
    do {
      let headers = Dictionary(blocks.map { ($0.number, $0) }) { first, _ in first }
      let events = try logs.events(found, in: headers)
      try await BloomCheck(logs: logs).check(found, in: blocks)
      return try await write(events, blocks, state: end, newest, lease)
    } catch let error as ChainIndexError where error.code == .badAnswer {
      // The chain may have changed between the two questions.
      guard try await node.known([.number(last)]).first??.hash == end.hash else {
        throw ChainIndexError.chainMoved("The block \(last) was replaced while its events were read.")
      }
      throw error
    }
  }

  /// The logs from a block on, to the last one for which the node gives them all at once.
  private func widestAnswer(_ first: UInt64, _ end: UInt64, _ width: UInt64) async throws -> (UInt64, [Log]) {
    var width = min(width, end - first + 1)
    while true {
      let last = first + width - 1
      if let found = try await logs.logs(first...last) {
        takenInARow += 1
        if takenInARow.isMultiple(of: Self.patience) { self.width = min(self.width * 2, Self.widest) }
        return (last, found)
      }
      takenInARow = 0
      width = max(1, width / 2)
      self.width = min(self.width, width)
    }
  }

  /// Writes what was read, and that it was read, as one change.
  private func write(
    _ events: [IndexedEvent], _ blocks: [IndexedBlock], state: IndexedBlock, _ newest: IndexedBlock,
    _ lease: WriterLease
  ) async throws -> FollowerStep {
    let change = try await projection.change(for: events, at: state, in: store)
    let (projection, target) = (projection, newest.number)
    let checked = blocks.last == newest ? store.clock.now() : nil
    try await store.write(lease) { db in
      let table = BlockTable(database: db)
      try EventTable(database: db).add(events, kinds: projection.kinds)
      try projection.apply(change, in: db)
      try table.add(blocks, target: target, checked: checked)
    }
    shorterPolls = 0
    return .advanced(try await reached())
  }

  // MARK: Back

  /// Goes back to the highest block that is on the node's chain.
  private func goBack(
    from head: IndexHead, _ newest: IndexedBlock, _ lease: WriterLease
  ) async throws -> FollowerStep {
    let window = try await store.window()
    let reachable = window.filter { $0.number <= newest.number }
    guard !reachable.isEmpty else { return .behind(node: newest.number) }
    guard let ancestor = try await ForkSearch(node: node).ancestor(of: reachable) else {
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
    try await store.write(lease) { db in
      try projection.undo(above: ancestor.number, in: db)
      try EventTable(database: db).undo(above: ancestor.number)
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
