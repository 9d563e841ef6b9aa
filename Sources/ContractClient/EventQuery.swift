import ContractABI
import NodeRPC
import Primitives

extension ContractConnection {
  /// The widest block range asked at once; nodes that allow less are found out.
  static let widestRange: UInt64 = 50_000
  /// The number of ranges to be taken before a wider one is tried, which costs a refusal where the limit is on blocks.
  private static let patience = 8

  /// All logs of a contract in a range of blocks, oldest first, however small the ranges are that the node allows.
  ///
  /// Of what the node gives, only logs that fit the question count, each once. A refused range is halved until the node takes it; after some that were taken it grows again, for a node that limits
  /// the results rather than the blocks.
  ///
  /// - Parameters:
  ///   - topics: One set of alternatives a position; nil allows anything there.
  ///   - first: The first block, for example the contract's deployment block.
  ///   - last: The last block; nil, and one that is not there yet, is the connection's.
  ///   - progress: Called after each range with the blocks done and all blocks.
  /// - Throws: `ContractError` `.logsUnavailable` when the node refuses even single blocks; a `NodeError`.
  public func logs(
    of contract: Address, topics: [[Hash32]?], from first: UInt64, to last: UInt64? = nil,
    progress: (@Sendable (_ done: UInt64, _ all: UInt64) -> Void)? = nil
  ) async throws -> [Log] {
    let end: UInt64
    if let last {
      end = last
    } else if case .number(let pinned) = block {
      end = pinned
    } else {
      end = try await node.blockNumber()
    }
    guard first <= end else { return [] }
    var found: [Log] = []
    var next = first
    var width = min(end - first, Self.widestRange - 1) + 1
    var takenInARow = 0
    while next <= end {
      try Task.checkCancellation()
      let upper = next + min(end - next, width - 1)
      do throws(NodeError) {
        let given = try await node.logs(
          LogFilter(fromBlock: .number(next), toBlock: .number(upper), addresses: [contract], topics: topics))
        found += given.inOrder(of: contract, topics: topics, blocks: next...upper)
        progress?(upper - first &+ 1, end - first &+ 1)
        guard upper < end else { break }
        next = upper + 1
        takenInARow += 1
        if takenInARow.isMultiple(of: Self.patience) { width = min(width * 2, Self.widestRange) }
      } catch {
        guard error.mayBeRangeLimit else { throw error }
        guard width > 1 else {
          // Some nodes refuse blocks that are not there yet in the same words.
          guard try await node.blockNumber() >= next else { return found }
          throw ContractError(
            .logsUnavailable, "The node does not give the logs of block \(next).", reason: error.rpcMessage,
            facts: .block(next), cause: error)
        }
        takenInARow = 0
        width = max(1, (upper - next + 1) / 2)
      }
    }
    return found
  }
}

extension [Log] {
  /// The logs that a query asked for, by block and place in it, each once. Nodes have been seen to ignore a part of the
  /// filter, to repeat logs and to mix their order.
  fileprivate func inOrder(of contract: Address, topics: [[Hash32]?], blocks: ClosedRange<UInt64>) -> [Log] {
    var seen: Set<[UInt64]> = []
    return filter { log in
      guard !log.removed, log.address == contract, let block = log.blockNumber, blocks.contains(block),
        log.topics.count >= topics.count,
        zip(topics, log.topics).allSatisfy({ allowed, topic in allowed.map { $0.isEmpty || $0.contains(topic) } ?? true
        })
      else { return false }
      return log.logIndex.map { seen.insert([block, $0]).inserted } ?? true
    }
    .sorted { ($0.blockNumber ?? 0, $0.logIndex ?? 0) < ($1.blockNumber ?? 0, $1.logIndex ?? 0) }
  }
}

extension ContractBinding {
  /// The contract's events of a type in a range of blocks, oldest first.
  ///
  /// - Parameters:
  ///   - type: The event.
  ///   - indexed: Alternatives for the topics after the event's own, in their order; nil allows anything.
  ///   - first: The first block; a real chain has hundreds of millions, so begin at the deployment.
  ///   - last: The last block; nil is the connection's.
  public func events<Event: ContractEvent>(
    _ type: Event.Type, indexed: [[Hash32]?] = [], from first: UInt64, to last: UInt64? = nil,
    progress: (@Sendable (_ done: UInt64, _ all: UInt64) -> Void)? = nil
  ) async throws -> [EventRecord<Event>] {
    let own: [[Hash32]?] = Event.event.isAnonymous ? [] : [[Event.event.topic0]]
    return try await connection.logs(of: address, topics: own + indexed, from: first, to: last, progress: progress)
      .events(type, of: address)
  }
}

extension NodeError {
  /// Whether a smaller range of blocks may be answered where this one was not.
  ///
  /// There is no standard for it: nodes say -32005, -32602, -32000, 413 or a time-out, each in other words.
  var mayBeRangeLimit: Bool {
    switch code {
    case .tooLarge, .timeout: return true
    case .httpStatus: return [400, 413, 504].contains(httpStatus ?? 0)
    case .rpc:
      if rpcCode == -32005 { return true }
      let text = (rpcMessage ?? "").lowercased()
      return [
        "range", "limit", "too many", "too large", "more than", "exceed", "timeout", "timed out", "maximum",
        "response size",
      ]
      .contains { text.contains($0) }
    default: return false
    }
  }
}
