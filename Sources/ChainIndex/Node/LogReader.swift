import NodeRPC
import Primitives
import Tries

/// The logs of contracts as a node tells them, none of which is believed before it fits the question and the headers.
struct LogReader<Node: IndexNode>: Sendable {
  let node: Node
  let sources: [EventSource]
  private let topics: [Hash32]

  /// The logs of contracts; nothing is asked yet.
  init(node: Node, sources: [EventSource]) { (self.node, self.sources, topics) = (node, sources, sources.topics) }

  /// The logs of a range of blocks; nil where the node refuses so wide a range.
  ///
  /// - Throws: `badAnswer`; `logsRefused` for a single block; a `NodeError`.
  func logs(_ blocks: ClosedRange<UInt64>) async throws -> [Log]? {
    let logs: [Log]
    do throws(NodeError) {
      logs = try await node.logs(filter(from: .number(blocks.lowerBound), to: .number(blocks.upperBound)))
    } catch {
      guard error.mayTakeFewerBlocks else { throw error }
      guard blocks.count > 1 else {
        throw ChainIndexError(
          .logsRefused, "The node does not give the logs of block \(blocks.lowerBound).", reason: error.inOneLine,
          facts: .block(blocks.lowerBound), cause: error)
      }
      return nil
    }
    try check(logs, blocks: blocks)
    return logs
  }

  /// The logs of one block out of all that the block has, which have to make up the filter in its header.
  ///
  /// So a node that leaves all of a contract's logs out is found out, however it is asked, but where other logs of the
  /// block have their bits as well.
  ///
  /// - Throws: `badAnswer`; a `NodeError`.
  func logs(of block: IndexedBlock) async throws -> [Log] {
    let all = try await node.allLogs(of: block)
    guard all.allSatisfy({ $0.blockHash == block.hash }) else {
      throw ChainIndexError.badAnswer("It gave a log of another block than the one with the hash \(block.hash).")
    }
    guard block.bloom?.isMade(of: all) ?? true else {
      throw ChainIndexError.badAnswer(
        "The logs of block \(block.number) that it gave do not make up the filter in the block's header.")
    }
    let own = all.filter(isAsked)
    try check(own, blocks: block.number...block.number)
    return own
  }

  /// Whether a log is one of those that are asked for.
  func isAsked(_ log: Log) -> Bool {
    sources.source(at: log.address) != nil && (topics.isEmpty || log.topics.first.map(topics.contains) == true)
  }

  /// Logs as events with the times of their blocks, without those of events that only another contract is read for.
  ///
  /// - Throws: `badAnswer` for a log of a block with another hash than its header has.
  func events(_ logs: [Log], in headers: [UInt64: IndexedBlock]) throws -> [IndexedEvent] {
    try logs.compactMap { log in
      guard let number = log.blockNumber, let place = log.logIndex, let transaction = log.transactionHash,
        let header = headers[number], log.blockHash == header.hash
      else {
        throw ChainIndexError.badAnswer(
          "It gave a log of block \(log.blockNumber ?? 0) with another hash than the block's header has.")
      }
      guard sources.source(at: log.address)?.kind(of: log.topics) != nil else { return nil }
      return IndexedEvent(log, at: place, of: transaction, in: header)
    }
  }

  private func filter(from first: BlockTag, to last: BlockTag) -> LogFilter {
    LogFilter(
      fromBlock: first, toBlock: last, addresses: sources.map(\.address), topics: topics.isEmpty ? [] : [topics])
  }

  /// Makes sure that all logs are of the question, each at a place of its own, and in the order of the chain.
  private func check(_ logs: [Log], blocks: ClosedRange<UInt64>) throws {
    var last: (UInt64, UInt64)?
    for log in logs {
      guard sources.source(at: log.address) != nil else {
        throw ChainIndexError.badAnswer("It gave a log of \(log.address), which was not asked for.")
      }
      guard let number = log.blockNumber, let place = log.logIndex, log.blockHash != nil, log.transactionHash != nil,
        !log.removed, place < 1 << 53
      else { throw ChainIndexError.badAnswer("It gave a log that is in no block.") }
      guard blocks.contains(number) else {
        throw ChainIndexError.badAnswer(
          "It gave a log of block \(number), where \(blocks.lowerBound) to \(blocks.upperBound) were asked for.")
      }
      guard topics.isEmpty || log.topics.first.map({ topics.contains($0) }) == true else {
        throw ChainIndexError.badAnswer("It gave a log of block \(number) whose event was not asked for.")
      }
      if let last, last >= (number, place) {
        throw ChainIndexError.badAnswer(
          last == (number, place)
            ? "It gave two logs at place \(place) of block \(number)." : "The logs of block \(number) are not in order."
        )
      }
      last = (number, place)
    }
  }
}

extension NodeError {
  /// Whether a question about fewer blocks may be answered: nodes have no common words for it, so any refusal counts.
  fileprivate var mayTakeFewerBlocks: Bool {
    switch code {
    case .tooLarge, .timeout: true
    case .httpStatus: [400, 413, 504].contains(httpStatus ?? 0)
    case .rpc: !isMethodMissing
    default: false
    }
  }
}

extension Bloom {
  /// Whether logs have all bits of the filter of a block; of a chain whose nodes tell further logs, they may have more.
  fileprivate func isMade(of logs: [Log]) -> Bool {
    var made = Bloom()
    for log in logs { made.insert(address: log.address, topics: log.topics) }
    return made | self == made
  }
}
