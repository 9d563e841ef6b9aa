import ChainIndex
import Database
import LectureIndex
import LectureKit
import Localization
import NodeRPC
import Operations
import Primitives
import StrictJSON
import Terminal

/// A reading out of the index that is configured, and the block that it is as of.
struct IndexAnswer<Value: Sendable>: Sendable {
  let value: Value
  let head: IndexHead

  /// The block in the output of `--json`.
  var json: JSON { ["block": .integer(head.number), "hash": .string(head.hash.hex), "time": .integer(head.time)] }

  /// The line for people.
  func line(in language: Language) -> StyledText {
    StyledText(language[IndexText.fromIndex(head.number, LocalTime.text(head.time, in: language))], .dim)
  }
}

extension CommandContext {
  /// Reads out of the index that is configured; nil where none is, and where the node has to be asked instead: that is
  /// said, with the reason.
  ///
  /// - Parameter isOwn: Whether it is about what somebody may have done just now: then an index that lacks an event of the
  ///   contract gives way to the node without a word.
  /// - Throws: `ChainIndexError` `.anotherContract` for the index of another one; the errors of the settings and the node.
  func indexed<Value: Sendable>(
    isOwn: Bool = false, _ body: @escaping @Sendable (IndexView) throws -> Value
  ) async throws -> IndexAnswer<Value>? {
    guard let place = try settings.indexPlace() else { return nil }
    let path = place.name
    let contract = try settings.contract()
    let connection = try await nodes.connection()
    do {
      let reader = try IndexReader(place)
      defer { try? reader.close() }
      try Self.check(try await reader.identity(), is: contract, on: connection.session.chainID, path)
      let (head, writer, now) = (try await reader.head(), try await reader.writer(), IndexClock.system.now())
      guard let head else { throw Self.empty(path) }
      guard !head.isStale(at: now) else {
        tellFallback(
          language[IndexRefusal.stale(head.checkAge(at: now), isWritten: writer != nil)].sentences)
        return nil
      }
      let answer = try await reader.read { view in
        guard let head = try view.head() else { throw Self.empty(path) }
        return IndexAnswer(value: try body(view), head: head)
      }
      // A chain with the same number may be another one, and a block may have been replaced.
      guard try await connection.node.known([.number(answer.head.number)]).first??.hash == answer.head.hash else {
        tellFallback(language[IndexText.otherBlock(answer.head.number)])
        return nil
      }
      if isOwn, await Self.lacksEvents(answer.head, of: contract, connection.node) { return nil }
      return answer
    } catch let error as ChainIndexError where error.code != .anotherContract {
      tellFallback(CommandFailure(error).words(in: language).sentences)
      return nil
    }
  }

  /// Whether the contract logged something after an index's newest block, or nobody tells.
  private static func lacksEvents(_ head: IndexHead, of contract: Address, _ node: NodeClient) async -> Bool {
    do {
      let newest = try await node.blockNumber()
      guard newest > head.number else { return false }
      return try await !node.logs(
        LogFilter(fromBlock: .number(head.number + 1), toBlock: .number(newest), addresses: [contract])
      ).isEmpty
    } catch {
      return true
    }
  }

  private func tellFallback(_ reason: String) { warn(StyledText(language[IndexText.fallback(reason)])) }

  private static func empty(_ path: String) -> ChainIndexError {
    ChainIndexError(
      .noIndex, "The index has no block yet.", reason: "Nothing was read into \(path) so far.", facts: .file(path))
  }

  private static func check(
    _ identity: IndexIdentity?, is contract: Address, on chainID: UInt256, _ path: String
  ) throws(ChainIndexError) {
    guard let identity else { throw empty(path) }
    guard identity.sources.map(\.address) == [contract], identity.chainID == chainID else {
      throw ChainIndexError(
        .anotherContract, "The index is of another contract.",
        reason: "It is of \(identity.contract) on chain \(identity.chainID), and \(contract) on chain \(chainID) is in"
          + " use.", facts: .contract(identity.contract))
    }
  }
}
