import NodeRPC
import Primitives
import Tokens
import WalletBook

/// The tokens that were transferred to accounts, by their events; what was read is kept, and the next reading goes on
/// there.
struct TokenTransferScan: Sendable {
  let node: NodeClient
  let network: String
  /// Keeps what was read; nil keeps nothing.
  let book: Book?

  /// The most blocks before the newest that are looked at.
  private static let mostBlocks: UInt64 = 40_000
  /// The most blocks in one question.
  private static let blocksPerQuestion: UInt64 = 10_000
  /// The number of blocks that are looked at where a node answers for no more.
  private static let fewBlocks: UInt64 = 1_000
  /// The most accounts in one question.
  private static let ownersPerQuestion = 500
  /// The most tokens of one account that are known: anybody can send some.
  private static let mostTokens = 100

  /// The tokens of each account, those that came first before the others; a failure leaves what is known.
  func read(of owners: Set<Address>, upTo head: Block) async -> [Address: [Address]] {
    let kept = (try? await book?.sightings(of: owners, network: network)) ?? [:]
    var found = kept.mapValues(\.tokens)
    let reach = BlockReach(block: head.number, hash: head.hash)
    for (owners, start, forgets) in await groups(of: owners, kept, head) {
      if forgets { for owner in owners { found[owner] = [] } }
      guard start < head.number || forgets else { continue }
      guard let tokens = await transferred(to: owners, after: start, upTo: head.number) else { continue }
      for (owner, tokens) in tokens {
        let known = found[owner] ?? []
        found[owner] = Array((known + tokens.filter { !known.contains($0) }).prefix(Self.mostTokens))
      }
      let noted = found.mapValues { Set($0) }
      try? await book?.note(noted, of: owners, network: network, upTo: reach, forgets: forgets)
    }
    return found
  }

  /// The accounts with the block after which each has to be looked for, and whether what is known is of another chain.
  private func groups(
    of owners: Set<Address>, _ kept: [Address: (reach: BlockReach?, tokens: [Address])], _ head: Block
  ) async -> [(owners: Set<Address>, start: UInt64, forgets: Bool)] {
    let reaches = Set(kept.values.compactMap(\.reach))
    var valid: Set<BlockReach> = reaches.filter { $0.block == head.number && $0.hash == head.hash }
    let open = Array(reaches.subtracting(valid))
    if let blocks = try? await node.batch(open.map { NodeRequest<Block?>.block(.number($0.block)) }) {
      for (reach, block) in zip(open, blocks) where (try? block.get())?.hash == reach.hash { valid.insert(reach) }
    }
    let first = head.number - min(head.number, Self.mostBlocks)
    let followed = owners.filter { owner in kept[owner]?.reach.map { valid.contains($0) } ?? false }
    let start = followed.compactMap { kept[$0]?.reach?.block }.min() ?? head.number
    return [(followed, max(start, first), false), (owners.subtracting(followed), first, true)].filter { !$0.0.isEmpty }
  }

  /// The tokens by account, the first transfers first; nil if the node does not tell.
  private func transferred(
    to owners: Set<Address>, after start: UInt64, upTo last: UInt64
  ) async -> [Address: [Address]]? {
    if let tokens = try? await logs(to: owners, after: start, upTo: last) { return tokens }
    guard last - start > Self.fewBlocks else { return nil }
    return try? await logs(to: owners, after: last - Self.fewBlocks, upTo: last)
  }

  private func logs(
    to owners: Set<Address>, after start: UInt64, upTo last: UInt64
  ) async throws -> [Address: [Address]] {
    let sorted = owners.sorted()
    var requests: [NodeRequest<[Log]>] = []
    // The first block may hold something, too.
    for first in stride(from: start == 0 ? 0 : start + 1, through: last, by: Int(Self.blocksPerQuestion)) {
      for index in stride(from: 0, to: sorted.count, by: Self.ownersPerQuestion) {
        let words = sorted[index..<min(index + Self.ownersPerQuestion, sorted.count)].map { Hash32(UInt256($0)) }
        requests.append(
          .logs(
            LogFilter(
              fromBlock: .number(first), toBlock: .number(min(last, first + Self.blocksPerQuestion - 1)),
              topics: [[TokenCalls.transferTopic], nil, words])))
      }
    }
    var found: [Address: [Address]] = [:]
    for logs in try await node.batch(requests) {
      for log in try logs.get() where log.topics.count == 3 && log.topics[0] == TokenCalls.transferTopic && !log.removed
      {
        let owner = Address(truncating: log.topics[2])
        guard owners.contains(owner), found[owner, default: []].count < Self.mostTokens,
          !found[owner, default: []].contains(log.address)
        else { continue }
        found[owner, default: []].append(log.address)
      }
    }
    return found
  }
}
