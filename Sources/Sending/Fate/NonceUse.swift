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
  /// - Parameter since: when it was signed first, by the wall clock in seconds since 1970. Where the node does not keep the
  ///   states of the past, the blocks from then on are looked through; nil looks at none.
  /// - Complexity: O(log(blocks since then)) requests, O(blocks since then) without the states.
  /// - Throws: a `NodeError` when the node cannot be asked for its newest state; a past that it does not keep is `.unknown`.
  func use(of nonce: UInt64, by account: Address, since: UInt64? = nil) async throws -> NonceUse {
    guard try await transactionCount(of: account, at: .latest) > nonce else { return .free }
    let head = try await blockNumber()
    let found = await use(of: nonce, by: account, before: head)
    guard case .unknown = found, let since else { return found }
    return await search(for: nonce, by: account, from: head, since: since)
  }

  /// Looks through the blocks from the newest back to those of before it was signed.
  private func search(for nonce: UInt64, by account: Address, from head: UInt64, since: UInt64) async -> NonceUse {
    // Clocks differ; no chain of ours has more blocks in a day than these.
    let (slack, most, step) = (UInt64(600), UInt64(100_000), UInt64(20))
    var top = head
    while head - top < most {
      let numbers = (top >= step ? top - step + 1 : 0)...top
      guard let answers = try? await batch(numbers.map { .block(.number($0), full: true) }) else { return .unknown }
      for answer in answers.reversed() {
        guard let block = try? answer.get() else { return .unknown }
        if let used = block.transactions?.first(where: { $0.from == account && $0.nonce == nonce }) {
          return .used(by: used.hash)
        }
        if block.timestamp &+ slack < since { return .unknown }
      }
      guard numbers.lowerBound > 0 else { return .unknown }
      top = numbers.lowerBound - 1
    }
    return .unknown
  }

  /// The same by the states of the past.
  private func use(of nonce: UInt64, by account: Address, before head: UInt64) async -> NonceUse {
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
