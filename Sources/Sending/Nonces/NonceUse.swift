import NodeRPC
import Primitives

/// The use of an account's nonce, found in the blocks.
///
/// That a receipt is missing proves nothing: nodes lag, and forget. That a nonce went to another transaction is
/// believed only when that transaction was seen, for a caller that believes this may send again.
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
  /// - Parameter since: when it was signed first, by the wall clock in seconds since 1970. Where the node does not keep
  ///   the states of the past, the blocks from then on are looked through; nil looks at none.
  /// - Complexity: O(log(blocks since then)) requests, O(blocks since then) without the states.
  /// - Throws: a `NodeError` when the node cannot be asked for its newest state; a past that it does not keep is
  ///   `.unknown`.
  func use(of nonce: UInt64, by account: Address, since: UInt64? = nil) async throws -> NonceUse {
    guard try await transactionCount(of: account, at: .latest) > nonce else { return .free }
    let head = try await blockNumber()
    let found = await use(of: nonce, by: account, before: head)
    guard case .unknown = found, let since else { return found }
    // No chain of ours has more blocks in a day than these.
    let used = await search(for: [nonce], by: account, from: head, since: since, most: 100_000)
    return used[nonce].map { .used(by: $0.hash) } ?? .unknown
  }

  /// Finds the transactions that used several nonces; what no node shows is left out.
  ///
  /// - Parameter since: as for ``use(of:by:since:)``.
  /// - Complexity: O(nonces · log(blocks between them)) requests.
  /// - Throws: a `NodeError` when the node cannot be asked for its newest state.
  func uses(of nonces: [UInt64], by account: Address, since: UInt64) async throws -> [UInt64: UsedNonce] {
    let count = try await transactionCount(of: account, at: .latest)
    let wanted = Set(nonces.filter { $0 < count })
    let head = try await blockNumber()
    var found: [UInt64: UsedNonce] = [:]
    // The last first: the block of each is none after that of the next.
    var top = head
    for nonce in wanted.sorted(by: >) where found[nonce] == nil {
      try Task.checkCancellation()
      guard let block = await block(using: nonce, of: account, before: top) else { break }
      found.merge(block.uses(of: wanted, by: account)) { one, _ in one }
      top = block.number
    }
    let missing = wanted.subtracting(found.keys)
    guard !missing.isEmpty else { return found }
    // Such nonces may be of long ago: a caller is not blocked for hours.
    let others = await search(for: missing, by: account, from: head, since: since, most: 10_000)
    return found.merging(others) { one, _ in one }
  }

  /// Looks through the blocks from the newest back to those of before they were signed.
  private func search(
    for nonces: Set<UInt64>, by account: Address, from head: UInt64, since: UInt64, most: UInt64
  ) async -> [UInt64: UsedNonce] {
    var found: [UInt64: UsedNonce] = [:]
    // Clocks differ.
    let (slack, step) = (UInt64(600), Self.blocksAtOnce)
    var top = head
    while head - top < most {
      let numbers = (top >= step ? top - step + 1 : 0)...top
      guard let answers = try? await batch(numbers.map { .block(.number($0), full: true) }) else { return found }
      for answer in answers.reversed() {
        guard let block = try? answer.get() else { return found }
        found.merge(block.uses(of: nonces, by: account)) { one, _ in one }
        if found.count == nonces.count || block.timestamp &+ slack < since { return found }
      }
      guard numbers.lowerBound > 0 else { return found }
      top = numbers.lowerBound - 1
    }
    return found
  }

  /// Finds the use by the states of the past.
  private func use(of nonce: UInt64, by account: Address, before head: UInt64) async -> NonceUse {
    let block = await block(using: nonce, of: account, before: head)
    return block?.uses(of: [nonce], by: account)[nonce].map { .used(by: $0.hash) } ?? .unknown
  }

  /// The block in which the account's count went past a nonce, with its transactions; nil where it is not shown.
  ///
  /// Full nodes of Kaia keep the states of every 128th block and of the newest ones: there the last blocks are read.
  private func block(using nonce: UInt64, of account: Address, before head: UInt64) async -> Block? {
    func isPast(_ block: UInt64) async -> Bool? {
      (try? await transactionCount(of: account, at: .number(block))).map { $0 > nonce }
    }
    guard await isPast(head) ?? true else { return nil }
    var grain: UInt64 = 1
    // Back in growing strides to a block before it, and then in halves.
    var (after, stride) = (head, UInt64(1))
    var before: UInt64?
    while before == nil, after > 0 {
      var candidate = after > stride ? after - stride : 0
      candidate -= candidate % grain
      guard let past = await isPast(candidate) else {
        guard grain == 1 else { return nil }
        grain = Self.blocksBetweenStates
        continue
      }
      if past {
        (after, stride) = (candidate, stride &* 4 > stride ? stride &* 4 : .max)
      } else {
        before = candidate
      }
    }
    while let low = before, after - low > grain {
      var middle = low + (after - low) / 2
      middle -= middle % grain
      if middle <= low { middle += grain }
      guard let past = await isPast(middle) else {
        guard grain == 1 else { return nil }
        grain = Self.blocksBetweenStates
        continue
      }
      if past { after = middle } else { before = middle }
    }
    return await block(using: nonce, of: account, in: before.map { ($0 + 1)...after } ?? after...after)
  }

  /// The one of some blocks in which a transaction of the account has a nonce; of a single block that one.
  private func block(using nonce: UInt64, of account: Address, in numbers: ClosedRange<UInt64>) async -> Block? {
    guard numbers.count > 1 else { return try? await block(.number(numbers.lowerBound), full: true) }
    var next = numbers.lowerBound
    while next <= numbers.upperBound {
      let part = next...min(next + Self.blocksAtOnce - 1, numbers.upperBound)
      guard let answers = try? await batch(part.map { .block(.number($0), full: true) }) else { return nil }
      for case .success(let block?) in answers where block.uses(of: [nonce], by: account)[nonce] != nil { return block }
      next = part.upperBound + 1
    }
    return nil
  }

  private static var blocksAtOnce: UInt64 { 20 }
  private static var blocksBetweenStates: UInt64 { 128 }
}

/// A transaction that used a nonce, as a node shows it.
struct UsedNonce: Sendable, Hashable {
  let hash: Hash32
  /// The number of its block, and that block's time in seconds since 1970.
  let block: UInt64
  let time: UInt64
}

extension Block {
  /// The transactions of an account with one of some nonces.
  fileprivate func uses(of nonces: Set<UInt64>, by account: Address) -> [UInt64: UsedNonce] {
    var found: [UInt64: UsedNonce] = [:]
    for transaction in transactions ?? [] where transaction.from == account {
      guard nonces.contains(transaction.nonce) else { continue }
      found[transaction.nonce] = UsedNonce(hash: transaction.hash, block: number, time: timestamp)
    }
    return found
  }
}
