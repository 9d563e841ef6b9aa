import NodeRPC
import Primitives
import Tokens

/// An amount of an account's tokens that somebody else may move.
package struct WalletAllowance: Sendable {
  /// The token.
  package let token: DirectoryToken
  /// The one that may move it.
  package let spender: Address
  /// Whether it is one that an exchange of the network moves tokens by.
  package let isExchange: Bool
  /// The amount; nil where the contract does not tell it.
  package let amount: TokenAmount?

  /// Whether so much may be moved that it will never be used up: half of all that an amount can be, or more.
  package var isEndless: Bool { amount.map { $0.units >> 255 == 1 } ?? false }
}

/// The allowances that an account has given, by the events of tokens, as they are now.
package struct WalletAllowances: Sendable {
  /// The allowances that are open, by token and spender.
  package let open: [WalletAllowance]
  /// The first block whose events were read.
  package let first: UInt64
  /// The last one.
  package let last: UInt64

  private static let mostBlocks: UInt64 = 40_000
  private static let blocksPerQuestion: UInt64 = 10_000
  /// The number of blocks that are looked at where a node answers for no more.
  private static let fewBlocks: UInt64 = 1_000
  /// The most spenders that are asked about: anybody can write events.
  private static let mostSpenders = 50
  private static let mostTokens = 200

  /// Reads the allowances of an account.
  ///
  /// - Parameter tokens: Names the tokens of the network.
  /// - Throws: a `NodeError`; `TokenError`; the mistake in a setting.
  package static func read(
    of owner: Address, naming tokens: WalletTokens, over node: NodeClient
  ) async throws -> WalletAllowances {
    let head = try await node.blockNumber()
    var first = head - min(head, mostBlocks)
    var logs: [Log]
    do throws(NodeError) {
      logs = try await approvals(of: owner, from: first, to: head, node)
    } catch {
      guard head - first > fewBlocks else { throw error }
      first = head - fewBlocks
      logs = try await approvals(of: owner, from: first, to: head, node)
    }
    var given: [Address: Set<Address>] = [:]
    var contracts: Set<Address> = []
    // The newest first: they are the ones that are asked about where there are too many.
    for log in logs.reversed() where log.topics.count == 3 && log.topics[0] == TokenCalls.approvalTopic && !log.removed
    {
      let spender = Address(truncating: log.topics[2])
      guard Address(truncating: log.topics[1]) == owner, given[spender] != nil || given.count < mostSpenders,
        contracts.contains(log.address) || contracts.count < mostTokens
      else { continue }
      given[spender, default: []].insert(log.address)
      contracts.insert(log.address)
    }
    let exchanges = try await tokens.exchanges()
    let directory = try await tokens.directory(of: contracts, beside: exchanges)
    let reader = TokenReader(node: node)
    var open: [WalletAllowance] = []
    for (spender, contracts) in given.sorted(by: { $0.key < $1.key }) {
      let amounts = try await reader.allowances(of: [owner], for: spender, tokens: contracts, at: .number(head))
      if amounts.count == 0, let problem = amounts.problem { throw problem }
      for contract in contracts {
        guard let token = directory[contract], amounts[owner, contract] != 0 else { continue }
        open.append(
          WalletAllowance(
            token: token, spender: spender, isExchange: exchanges.isSpender(spender),
            amount: amounts[owner, contract].map { TokenAmount($0, of: token) }))
      }
    }
    open.sort { ($0.token.label, $0.token.address, $0.spender) < ($1.token.label, $1.token.address, $1.spender) }
    return WalletAllowances(open: open, first: first, last: head)
  }

  private static func approvals(
    of owner: Address, from first: UInt64, to last: UInt64, _ node: NodeClient
  ) async throws(NodeError) -> [Log] {
    let requests = stride(from: first, through: last, by: Int(blocksPerQuestion)).map { start in
      NodeRequest<[Log]>.logs(
        LogFilter(
          fromBlock: .number(start), toBlock: .number(min(last, start + blocksPerQuestion - 1)),
          topics: [[TokenCalls.approvalTopic], [Hash32(UInt256(owner))]]))
    }
    var logs: [Log] = []
    for answer in try await node.batch(requests) { logs += try answer.get() }
    return logs
  }
}
