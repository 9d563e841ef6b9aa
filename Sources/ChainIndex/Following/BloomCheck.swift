import NodeRPC
import Primitives

/// The comparison of logs with the filters in the headers of their blocks: a filter knows no log that it does not have,
/// and a log that it may have has to be asked for.
struct BloomCheck<Node: IndexNode>: Sendable {
  let logs: LogReader<Node>

  /// Makes sure that the node told all logs of blocks, as far as their headers show.
  ///
  /// - Throws: `badAnswer`; a `NodeError`.
  func check(_ found: [Log], in blocks: [IndexedBlock]) async throws {
    let told = Set(found.compactMap(\.blockNumber))
    for block in blocks {
      let mayHave = block.mayHaveLogs(of: logs.contract, topics: logs.topics)
      if told.contains(block.number) {
        guard mayHave else { throw Self.unknown(block.number) }
      } else if mayHave, block.bloom != nil {
        guard try await logs.logs(of: block).isEmpty else {
          throw ChainIndexError.badAnswer("It left out the logs of block \(block.number).")
        }
      }
    }
  }

  /// Makes sure that headers know the logs of their blocks, where only these were read.
  ///
  /// - Throws: `badAnswer`.
  func checkKnown(_ found: [Log], in headers: [UInt64: IndexedBlock]) throws {
    for number in Set(found.compactMap(\.blockNumber)) {
      guard headers[number]?.mayHaveLogs(of: logs.contract, topics: logs.topics) ?? true else {
        throw Self.unknown(number)
      }
    }
  }

  private static func unknown(_ block: UInt64) -> ChainIndexError {
    .badAnswer("It gave logs of block \(block), whose header knows of none.")
  }
}
