import NodeRPC
import Primitives

/// The events of a range of blocks, which fit the headers that they were compared with.
struct ReadRange: Sendable {
  /// The last block, up to which the events go.
  let end: IndexedBlock
  /// The events in the order of the chain.
  let events: [IndexedEvent]
  /// The headers of blocks with events, of the last, and of a sample of all.
  let headers: [IndexedBlock]
}

/// Wide ranges of blocks that nothing undoes any more; a few of them are asked for and checked while those before are
/// written.
///
/// Logs are a node's to refuse for too wide a range: it is halved then, and grows again after a while.
actor RangeReader<Node: IndexNode> {
  private let logs: LogReader<Node>

  /// The number of blocks of the next range.
  private var width: UInt64
  /// The number of ranges that were taken since one was refused.
  private var takenInARow = 0
  private var ahead: [(blocks: ClosedRange<UInt64>, task: Task<ReadRange, any Error>)] = []

  /// The most blocks of a range.
  private static var widest: UInt64 { 50_000 }
  /// The number of ranges to be taken before a wider one is tried.
  private static var patience: Int { 8 }
  /// The most ranges that are asked for at once.
  private static var depth: Int { 3 }

  /// A reader; nothing is asked yet.
  ///
  /// - Parameter width: The number of blocks of the first range.
  init(_ logs: LogReader<Node>, width: UInt64) {
    self.logs = logs
    self.width = max(1, min(width, Self.widest))
  }

  /// The range that begins with a block, as wide as the node gives it.
  ///
  /// - Throws: `badAnswer`, also for logs that do not fit the headers; `chainMoved`, `logsRefused`; a `NodeError`.
  func next(_ first: UInt64, to end: UInt64, _ headers: HeaderReader<Node>) async throws -> ReadRange {
    if let expected = ahead.first?.blocks.lowerBound, expected != first { cancelPrefetch() }
    fill(from: first, to: end, headers)
    let (blocks, task) = ahead.removeFirst()
    do {
      let range = try await task.value
      let last = range.end.number
      if last == blocks.upperBound {
        takenInARow += 1
        if takenInARow.isMultiple(of: Self.patience) { width = min(width * 2, Self.widest) }
      } else {
        (takenInARow, width) = (0, max(1, last - first + 1))
        cancelPrefetch()
      }
      return range
    } catch {
      cancelPrefetch()
      throw error
    }
  }

  /// Cancels the requests for ranges that nobody took.
  func cancelPrefetch() {
    for (_, task) in ahead { task.cancel() }
    ahead = []
  }

  private func fill(from first: UInt64, to end: UInt64, _ headers: HeaderReader<Node>) {
    var next = ahead.last.map { $0.blocks.upperBound + 1 } ?? first
    while ahead.count < Self.depth, next <= end {
      let blocks = next...min(next + width - 1, end)
      ahead.append((blocks, Task { [logs] in try await logs.range(blocks, headers) }))
      next = blocks.upperBound + 1
    }
  }
}

extension LogReader {
  /// The logs from a block on, to the last one for which the node gives them all at once.
  func widest(_ blocks: ClosedRange<UInt64>) async throws -> (last: UInt64, logs: [Log]) {
    var width = blocks.upperBound - blocks.lowerBound + 1
    while true {
      let last = blocks.lowerBound + width - 1
      if let found = try await logs(blocks.lowerBound...last) { return (last, found) }
      width = max(1, width / 2)
    }
  }

  /// The number of blocks at random, whose filters show whether logs are missing; all of a shorter range.
  private static var sampleSize: Int { 256 }

  /// A range that was compared with the headers that its logs need.
  fileprivate func range(
    _ blocks: ClosedRange<UInt64>, _ headers: HeaderReader<Node>
  ) async throws -> ReadRange {
    let (last, found) = try await widest(blocks)
    let sample = Self.sample(of: blocks.lowerBound...last, most: Self.sampleSize)
    let numbers = sample.union(found.compactMap(\.blockNumber)).union([last]).sorted()
    var known: [UInt64: IndexedBlock] = [:]
    for (number, block) in zip(numbers, try await headers.known(numbers.map { .number($0) })) {
      guard let block else { throw ChainIndexError.chainMoved("The node does not know the block \(number) any more.") }
      known[number] = block
    }
    guard let end = known[last] else { throw ChainIndexError.chainMoved("The block \(last) is gone.") }
    let filters = BloomCheck(logs: self)
    try filters.checkKnown(found, in: known)
    let events = try events(found, in: known)
    try await filters.checkComplete(found, in: known.values.filter { sample.contains($0.number) })
    try await ReceiptsCheck(logs: self).checkSome(found, in: known)
    return ReadRange(end: end, events: events, headers: Array(known.values))
  }

  private static func sample(of blocks: ClosedRange<UInt64>, most: Int) -> Set<UInt64> {
    guard blocks.count > most else { return Set(blocks) }
    return Set((0..<most).map { _ in UInt64.random(in: blocks) })
  }
}
