import NodeRPC
import Primitives
import Tries

/// The comparison of logs with the filters in the headers of their blocks: a filter knows no log that it does not have,
/// and where it may have one that was not told, all logs of the block decide.
struct BloomCheck<Node: IndexNode>: Sendable {
  let logs: LogReader<Node>

  /// Makes sure that the node told all logs of blocks and no others, as far as their headers show.
  ///
  /// - Throws: `badAnswer`; a `NodeError`.
  func check(_ found: [Log], in blocks: [IndexedBlock]) async throws {
    try checkKnown(found, in: Dictionary(blocks.map { ($0.number, $0) }) { first, _ in first })
    try await checkComplete(found, in: blocks)
  }

  /// Makes sure that the node told all logs of blocks, as far as their headers show.
  ///
  /// - Throws: `badAnswer`; a `NodeError`.
  func checkComplete(_ found: [Log], in blocks: [IndexedBlock]) async throws {
    let told = Dictionary(grouping: found) { $0.blockNumber ?? 0 }
    for block in blocks {
      let toldHere = told[block.number] ?? []
      let tellers = Set(toldHere.map(\.address))
      let isSilent = logs.sources.contains { !tellers.contains($0.address) && $0.mayHaveLogs(in: block) }
      guard isSilent, block.bloom != nil else { continue }
      let there = try await logs.logs(of: block)
      guard there.elementsEqual(toldHere, by: { $0.logIndex == $1.logIndex && $0.hasContents(of: $1) }) else {
        throw ChainIndexError.badAnswer("It left out logs of block \(block.number).")
      }
    }
  }

  /// Makes sure that headers know the logs of their blocks: a filter has the address and every topic of each, and who bought
  /// is one of these.
  ///
  /// - Throws: `badAnswer`.
  func checkKnown(_ found: [Log], in headers: [UInt64: IndexedBlock]) throws {
    // Most are in many logs, and what bits one has takes longest to find out.
    var (addresses, topics): ([Address: Bloom.Probe], [Hash32: Bloom.Probe]) = ([:], [:])
    for log in found {
      guard let header = log.blockNumber.flatMap({ headers[$0] }), let bloom = header.bloom else { continue }
      let isKnown =
        bloom.mayContain(addresses.kept(log.address) { Bloom.Probe($0.bytes) })
        && log.topics.allSatisfy { bloom.mayContain(topics.kept($0) { Bloom.Probe($0.bytes) }) }
      guard isKnown else {
        throw ChainIndexError.badAnswer("It gave logs of block \(header.number) that the block's header does not know.")
      }
    }
  }
}

extension Dictionary {
  /// The value of a key, which is made and kept where there is none.
  fileprivate mutating func kept(_ key: Key, _ make: (Key) -> Value) -> Value {
    if let value = self[key] { return value }
    let value = make(key)
    self[key] = value
    return value
  }
}

extension Log {
  /// Whether two logs say the same, wherever they are.
  func hasContents(of other: Log) -> Bool {
    address == other.address && topics == other.topics && data == other.data
  }
}
