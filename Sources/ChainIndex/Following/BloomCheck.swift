import NodeRPC
import Primitives
import Tries

/// The comparison of logs with the filters in the headers of their blocks: a filter knows no log that it does not have,
/// and where it may have one that was not told, all logs of the block decide.
struct BloomCheck<Node: IndexNode>: Sendable {
  let logs: LogReader<Node>

  /// Makes sure that the node told all logs of blocks, as far as their headers show.
  ///
  /// - Throws: `badAnswer`; a `NodeError`.
  func check(_ found: [Log], in blocks: [IndexedBlock]) async throws {
    let told = Dictionary(grouping: found) { $0.blockNumber ?? 0 }
    for block in blocks {
      let toldHere = told[block.number] ?? []
      let tellers = Set(toldHere.map(\.address))
      try checkKnown(toldHere, in: block)
      let isSilent = logs.sources.contains { !tellers.contains($0.address) && $0.mayHaveLogs(in: block) }
      guard isSilent, block.bloom != nil else { continue }
      let there = try await logs.logs(of: block)
      guard there.elementsEqual(toldHere, by: { $0.logIndex == $1.logIndex && $0.hasContents(of: $1) }) else {
        throw ChainIndexError.badAnswer("It left out logs of block \(block.number).")
      }
    }
  }

  /// Makes sure that headers know the logs of their blocks, where only these were read.
  ///
  /// - Throws: `badAnswer`.
  func checkKnown(_ found: [Log], in headers: [UInt64: IndexedBlock]) throws {
    for (number, logs) in Dictionary(grouping: found, by: { $0.blockNumber ?? 0 }) {
      if let header = headers[number] { try checkKnown(logs, in: header) }
    }
  }

  /// A filter has the address and every topic of each log: who bought is one of these.
  private func checkKnown(_ logs: [Log], in header: IndexedBlock) throws {
    guard let bloom = header.bloom else { return }
    let isKnown = logs.allSatisfy { log in
      bloom.mayContain(log.address.bytes) && log.topics.allSatisfy { bloom.mayContain($0.bytes) }
    }
    guard isKnown else {
      throw ChainIndexError.badAnswer("It gave logs of block \(header.number) that the block's header does not know.")
    }
  }
}

extension Log {
  /// Whether two logs say the same, wherever they are.
  func hasContents(of other: Log) -> Bool {
    address == other.address && topics == other.topics && data == other.data
  }
}
