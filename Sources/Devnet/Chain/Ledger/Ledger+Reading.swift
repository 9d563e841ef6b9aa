import EVM
import Primitives

extension Ledger {
  /// A block with its receipts; nil if there is none. That of `pending` is not part of the chain.
  func block(_ reference: BlockReference) -> DevnetBlock? {
    switch reference {
    case .latest: chain.head
    case .earliest: chain.block(number: 0)
    case .pending: try? pendingBlock()
    case .number(let number): chain.block(number: number)
    case .hash(let hash): chain.block(hash: hash)
    }
  }

  /// The state after a block.
  func state(at reference: BlockReference) throws -> ChangedState {
    if reference == .pending {
      return ChangedState(base: chain.state, changes: try pendingOutcome().outcome.changes)
    }
    return chain.state(afterBlock: try existing(reference).number)
  }

  /// A block that must be there.
  func existing(_ reference: BlockReference) throws -> DevnetBlock {
    guard let block = block(reference) else {
      throw DevnetError(.unknownBlock, reference.isHash ? "header for hash not found" : "header not found")
    }
    return block
  }

  /// The block that would come next, and what would come of it.
  func pendingOutcome() throws -> (header: BlockHeader, outcome: BlockExecution.Outcome) {
    let header = nextHeader
    return (header, try chain.build(header, from: pool).outcome)
  }

  private func pendingBlock() throws -> DevnetBlock {
    var (header, outcome) = try pendingOutcome()
    chain.fill(&header, outcome)
    header.stateRoot = ChangedState(base: chain.state, changes: outcome.changes).root
    return DevnetBlock(
      header: header, transactions: outcome.transactions, withdrawals: header.withdrawalsRoot == nil ? nil : [],
      receipts: outcome.receipts)
  }

  /// The header of the block to come, without transactions.
  var nextHeader: BlockHeader {
    chain.nextHeader(timestamp: clock.timestamp(after: chain.head.header.timestamp), next)
  }

  /// A transaction that waits or is in a block.
  func sent(_ hash: Hash32) -> DevnetTransaction? {
    if let place = chain.place(ofTransaction: hash) { return chain.blocks[place.block].transactions[place.index] }
    return pool[hash]
  }

  /// The number of transactions that an account sent; with `pending`, those included that wait.
  ///
  /// - Throws: `unknownBlock`, `originFailed`.
  func nonce(of address: Address, at reference: BlockReference) throws -> UInt64 {
    guard reference != .pending else {
      return pool.nextNonce(of: address, from: try chain.nonce(of: address))
    }
    return try state(at: reference).account(address)?.nonce ?? 0
  }

  /// The priority fee that a node would suggest, in wei for a unit of gas.
  var suggestedTip: UInt256 { chain.kind.suggestedTip(chain, next: nextHeader) }

  /// The gas price that a node would suggest, in wei for a unit of gas.
  var suggestedGasPrice: UInt256 { chain.kind.suggestedGasPrice(chain, next: nextHeader) }
}
