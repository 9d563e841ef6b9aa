import NodeRPC
import Primitives

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
      var isSilent = false
      for source in logs.sources {
        let mayHave = source.mayHaveLogs(in: block)
        guard mayHave || !tellers.contains(source.address) else { throw Self.unknown(block.number) }
        isSilent = isSilent || mayHave && !tellers.contains(source.address)
      }
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
      guard let header = headers[number] else { continue }
      for address in Set(logs.map(\.address)) {
        let source = self.logs.sources.source(at: address)
        guard source?.mayHaveLogs(in: header) ?? false else { throw Self.unknown(number) }
      }
    }
  }

  private static func unknown(_ block: UInt64) -> ChainIndexError {
    .badAnswer("It gave logs of block \(block), whose header knows of none.")
  }
}

extension Log {
  /// Whether two logs say the same, wherever they are.
  fileprivate func hasContents(of other: Log) -> Bool {
    address == other.address && topics == other.topics && data == other.data
  }
}
