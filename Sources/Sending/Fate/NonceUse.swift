import NodeRPC
import Primitives

/// What used a nonce of an account, found in the blocks.
///
/// That a receipt is missing proves nothing: nodes lag, and forget. That a nonce went to another transaction is believed
/// only when that transaction was seen, for who believes it may send again.
enum NonceUse: Sendable, Hashable {
  /// Nothing: the account has not come so far.
  case free
  /// The transaction with this hash.
  case used(by: Hash32)
  /// Something, but no node shows what.
  case unknown
}

extension NodeClient {
  /// Finds the transaction that used a nonce, by the block in which the account's count went past it.
  ///
  /// - Complexity: O(log(blocks since then)) requests.
  /// - Throws: a `NodeError` when the node cannot be asked for its newest state; a past that it does not keep is `.unknown`.
  func use(of nonce: UInt64, by account: Address) async throws -> NonceUse {
    guard try await transactionCount(of: account, at: .latest) > nonce else { return .free }
    let head = try await blockNumber()
    func isPast(_ block: UInt64) async -> Bool? {
      (try? await transactionCount(of: account, at: .number(block))).map { $0 > nonce }
    }
    guard await isPast(head) == true else { return .unknown }
    // Back in growing strides to a block before it, and then in halves.
    var (after, stride) = (head, UInt64(1))
    var before: UInt64?
    while before == nil {
      guard after > 0 else { break }
      let candidate = after > stride ? after - stride : 0
      guard let past = await isPast(candidate) else { return .unknown }
      if past {
        (after, stride) = (candidate, stride &* 4 > stride ? stride &* 4 : .max)
      } else {
        before = candidate
      }
    }
    while let low = before, after - low > 1 {
      let middle = low + (after - low) / 2
      guard let past = await isPast(middle) else { return .unknown }
      if past { after = middle } else { before = middle }
    }
    guard let block = try? await block(.number(after), full: true),
      let found = block.transactions?.first(where: { $0.from == account && $0.nonce == nonce })
    else { return .unknown }
    return .used(by: found.hash)
  }
}
