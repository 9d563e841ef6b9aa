import NodeRPC
import Primitives

/// Reads the payments of an account out of full blocks, on from where the last reading came to.
///
/// A reading is bounded, and what it has read is kept as it goes: the next one goes on there. Transactions name the senders
/// of what they pay themselves; what contracts pay is looked for in traces where a node offers them, and only in blocks
/// whose transactions do not explain the balance.
public struct LedgerReader: Sendable {
  /// The outcome of a reading.
  public struct Outcome: Sendable {
    /// The ledger as far as it is known now.
    public let ledger: AccountLedger
    /// The number of blocks that are still to be read.
    public let unread: UInt64
    /// The failure that ended the reading early; nil for none.
    public let problem: NodeError?
  }

  /// So many blocks are asked for at once.
  static let blocksPerRequest: UInt64 = 100

  private let node: NodeClient
  private let ledgers: BookLedgers
  private let place: BalancePlace
  private var address: Address { place.address }

  /// A reader of one account on a node's chain; nothing is asked yet.
  public init(node: NodeClient, book: Book, place: BalancePlace) {
    (self.node, ledgers, self.place) = (node, BookLedgers(of: book), place)
  }

  /// Reads on, up to the newest block.
  ///
  /// Of an account that is read first, or was not for long, the last blocks are read: the change of the balance before them
  /// counts as unread, if the node still knows the balance of that time.
  ///
  /// - Parameter most: The most blocks to read.
  /// - Throws: `NodeError` when the node does not tell its newest block or the account's balance; `bookFailed`.
  public func read(atMost most: UInt64 = 2_000) async throws -> Outcome {
    guard let newest = try await node.block(.latest) else {
      throw NodeError(.badReply, kind: .missingReply, method: "eth_getBlockByNumber")
    }
    let head = BlockReach(block: newest.number, hash: newest.hash)
    var ledger = try await begun(newest, atMost: max(1, most))
    let start = ledger.reach.block
    var problem: NodeError?
    while ledger.reach.block < head.block {
      let last = min(head.block, ledger.reach.block + Self.blocksPerRequest)
      do {
        let part = try await BlockPayments(node: node, address: address).read(after: ledger.reach, upTo: last)
        let closing = last == head.block ? try await balance(at: .number(last)) : nil
        try await ledgers.extend(
          place, with: part.payments, after: ledger.reach.block, upTo: part.reach, closing: closing)
      } catch let error as NodeError {
        problem = error
        break
      }
      ledger = try await kept(ledger)
    }
    if ledger.unexplained != nil, problem == nil, start < ledger.reach.block {
      let found = try? await InternalPayments(node: node, address: address).read(
        after: start, upTo: ledger.reach.block, beside: ledger.payments)
      if let found, !found.isEmpty {
        try await ledgers.add(found, to: place)
        ledger = try await kept(ledger)
      }
    }
    return Outcome(ledger: ledger, unread: head.block - min(head.block, ledger.reach.block), problem: problem)
  }

  private func kept(_ ledger: AccountLedger) async throws -> AccountLedger {
    try await ledgers.ledger(of: place) ?? ledger
  }

  private func balance(at block: BlockTag) async throws(NodeError) -> UInt256 {
    try await node.send(.balance(of: address, at: block)).wei
  }

  /// The ledger to go on with: the one that is kept, if the chain still has its last block, or a new one.
  private func begun(_ head: Block, atMost most: UInt64) async throws -> AccountLedger {
    var kept = try await ledgers.ledger(of: place)
    if let known = kept, try await node.block(.number(known.reach.block))?.hash != known.reach.hash { kept = nil }
    if let kept, head.number >= kept.reach.block, head.number - kept.reach.block <= most { return kept }
    let first = head.number - min(head.number, most)
    var opening = head
    var wei = try await balance(at: .number(head.number))
    // A node that has forgotten the balance of that time knows the present one.
    if let block = try await node.block(.number(first)), let then = try? await balance(at: .number(first)) {
      (opening, wei) = (block, then)
    }
    let reach = BlockReach(block: opening.number, hash: opening.hash)
    let closing = opening.hash == head.hash ? wei : nil
    if let kept, let before = kept.closing {
      let change = AccountLedger.Change(from: before, to: wei)
      let gap = LedgerPayment(
        block: reach.block, time: Int64(clamping: opening.timestamp), kind: .unread, isGain: change.isGain,
        units: change.amount.wei)
      try await ledgers.extend(
        place, with: change.amount > .zero ? [gap] : [], after: kept.reach.block, upTo: reach, closing: closing)
    } else {
      try await ledgers.begin(reach, opening: wei, of: place)
      if closing != nil {
        try await ledgers.extend(place, with: [], after: reach.block, upTo: reach, closing: wei)
      }
    }
    return try await ledgers.ledger(of: place)
      ?? AccountLedger(start: reach.block, opening: wei, reach: reach, closing: closing, payments: [])
  }
}
