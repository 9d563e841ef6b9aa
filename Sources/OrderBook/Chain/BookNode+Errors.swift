import NodeRPC
import Primitives

extension BookNode {
  /// The newest block.
  ///
  /// - Throws: `nodeFailed`, or `badAnswer` where the node knows none.
  func newest() async throws(OrderBookError) -> ChainBlock {
    guard let head = try await known([.latest]).first ?? nil else {
      throw OrderBookError(.badAnswer, "The chain cannot be followed.", reason: "The node knows no newest block.")
    }
    return head
  }

  /// Blocks by their tags, with the book's error where the node does not answer.
  func known(_ tags: [BlockTag]) async throws(OrderBookError) -> [ChainBlock?] {
    guard !tags.isEmpty else { return [] }
    let blocks: [ChainBlock?]
    do throws(NodeError) { blocks = try await self.blocks(tags) } catch { throw .node(error) }
    guard blocks.count == tags.count else { throw .badAnswer("It gave \(blocks.count) blocks of \(tags.count).") }
    for (tag, block) in zip(tags, blocks) {
      guard let block else { continue }
      let isAsked =
        switch tag {
        case .number(let number): number == block.number
        case .hash(let hash): hash == block.hash
        default: true
        }
      guard isAsked else { throw .badAnswer("It gave another block than was asked for.") }
    }
    return blocks.map { $0 }
  }

  /// The answers about a state, with the book's error where the node does not answer.
  func state(
    _ questions: [StateQuestion], at block: Hash32
  ) async throws(OrderBookError) -> [Result<Bytes, NodeError>] {
    guard !questions.isEmpty else { return [] }
    let answers: [Result<Bytes, NodeError>]
    do throws(NodeError) { answers = try await self.answers(to: questions, at: block) } catch { throw .node(error) }
    guard answers.count == questions.count else { throw .badAnswer("It gave \(answers.count) of \(questions.count).") }
    return answers
  }
}

extension OrderBookError {
  /// The error of a node that does not answer.
  static func node(_ error: NodeError) -> OrderBookError {
    OrderBookError(.nodeFailed, "The node does not tell what the book needs.", reason: error.inOneLine, cause: error)
  }

  /// The error of a node whose answer cannot be used.
  static func badAnswer(_ reason: String) -> OrderBookError {
    OrderBookError(.badAnswer, "The node's answer cannot be used.", reason: reason)
  }
}
