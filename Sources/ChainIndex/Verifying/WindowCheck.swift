import NodeRPC
import Primitives

/// The comparison of an index's blocks and events with what a node tells of them now.
package struct WindowCheck<Node: IndexNode>: Sendable {
  private let node: Node
  private let logs: LogReader<Node>

  /// A comparison with a node; nothing is asked yet.
  package init(_ node: Node, _ sources: [EventSource]) {
    self.node = node
    logs = LogReader(node: node, sources: sources)
  }

  /// The differences, and the number of blocks and events that were compared.
  ///
  /// - Throws: `badAnswer` for logs that fit neither the question nor their headers; a `NodeError`.
  package func differences(in store: IndexStore) async throws -> (found: [IndexDifference], blocks: Int, events: Int) {
    let (window, kept) = try await store.read { db in
      let window = try BlockTable(database: db).window()
      guard let first = window.last, let last = window.first else { return (window, [StoredEvent]()) }
      return (window, try EventTable(database: db).events(in: first.number...last.number))
    }
    let blocks = Array(window.reversed())
    var found = linkDifferences(blocks)
    let there = try await HeaderReader.opening(node).headers.known(blocks.map { .number($0.number) })
    var headers: [IndexedBlock] = []
    for (block, header) in zip(blocks, there) {
      if let header, header.hash == block.hash {
        headers.append(header)
      } else {
        found.append(
          IndexDifference(.block(block.number), "hash", index: block.hash.hex, chain: header?.hash.hex))
      }
    }
    for run in runs(of: headers) { found += try await eventDifferences(run, kept) }
    return (found, blocks.count, kept.count)
  }

  /// The blocks that follow one another and are not linked.
  private func linkDifferences(_ blocks: [IndexedBlock]) -> [IndexDifference] {
    zip(blocks, blocks.dropFirst()).compactMap { block, next in
      guard next.number == block.number + 1, next.parent != block.hash else { return nil }
      return IndexDifference(.block(next.number), "parent", index: next.parent.hex, chain: block.hash.hex)
    }
  }

  /// Blocks in parts that have no gaps.
  private func runs(of blocks: [IndexedBlock]) -> [[IndexedBlock]] {
    var runs: [[IndexedBlock]] = []
    for block in blocks {
      if let last = runs.last?.last, last.number + 1 == block.number {
        runs[runs.count - 1].append(block)
      } else {
        runs.append([block])
      }
    }
    return runs
  }

  private func eventDifferences(_ blocks: [IndexedBlock], _ kept: [StoredEvent]) async throws -> [IndexDifference] {
    guard let first = blocks.first, let last = blocks.last else { return [] }
    guard let told = try await logs.logs(first.number...last.number) else {
      let half = blocks.count / 2
      return try await eventDifferences(Array(blocks[..<half]), kept)
        + eventDifferences(Array(blocks[half...]), kept)
    }
    let headers = Dictionary(blocks.map { ($0.number, $0) }) { first, _ in first }
    let events = try logs.events(told, in: headers)
    try await BloomCheck(logs: logs).check(told, in: blocks)
    try await ReceiptsCheck(logs: logs).check(told, in: blocks)
    return differences(events, kept.filter { headers[$0.block] != nil })
  }

  // MARK: The past

  /// The number of headers that are asked for in one question.
  private static var headersAtOnce: UInt64.Stride { 100 }

  /// The differences in a range of blocks that are too old to be undone, and the number of events that the index has
  /// there.
  ///
  /// - Throws: `badAnswer` for logs that fit neither the question nor their headers; a `NodeError`.
  package func differences(
    in blocks: ClosedRange<UInt64>, of store: IndexStore
  ) async throws -> (found: [IndexDifference], events: Int) {
    let kept = try await store.read { try EventTable(database: $0).events(in: blocks) }
    let reader = try await HeaderReader.opening(node).headers
    var (first, told) = (blocks.lowerBound, [Log]())
    while first <= blocks.upperBound {
      let (last, found) = try await logs.widest(first...blocks.upperBound)
      told += found
      first = last + 1
    }
    // All headers, so that a node that leaves out events is found out here as well.
    var known: [UInt64: IndexedBlock] = [:]
    for first in stride(from: blocks.lowerBound, through: blocks.upperBound, by: Self.headersAtOnce) {
      let last = min(blocks.upperBound, first + UInt64(Self.headersAtOnce) - 1)
      for block in try await reader.blocks(first...last) { known[block.number] = block }
    }
    let headers = known.values.sorted { $0.number < $1.number }
    try await BloomCheck(logs: logs).check(told, in: headers)
    try await ReceiptsCheck(logs: logs).check(told, in: headers)
    return (differences(try logs.events(told, in: known), kept), kept.count)
  }

  private func differences(_ events: [IndexedEvent], _ kept: [StoredEvent]) -> [IndexDifference] {
    func text(_ topics: Bytes, _ data: Bytes, _ transaction: Hash32) -> String {
      "\(Hex.encode(topics + data)) \(transaction.hex)"
    }
    let chain = Dictionary(
      events.map { (Place($0.block, $0.place), text($0.topics.flatMap(\.bytes), $0.data, $0.transaction)) }
    ) { $1 }
    let index = Dictionary(kept.map { (Place($0.block, $0.place), text($0.topics, $0.data, $0.transaction)) }) { $1 }
    let places = Set(chain.keys).union(index.keys).sorted { ($0.block, $0.place) < ($1.block, $1.place) }
    return places.compactMap { place in
      guard chain[place] != index[place] else { return nil }
      return IndexDifference(
        .event(block: place.block, place: place.place), "data", index: index[place], chain: chain[place])
    }
  }

  /// The place of an event.
  private struct Place: Hashable {
    let block: UInt64
    let place: UInt64

    init(_ block: UInt64, _ place: UInt64) { (self.block, self.place) = (block, place) }
  }
}
