import NodeRPC
import Primitives

/// Reads the payments of an account out of full blocks, on from where the last reading came to.
///
/// A reading is bounded, and what it has read is kept as it goes: the next one goes on there. The newest blocks come first,
/// then those that earlier readings left out, from the newest down. Transactions name the senders of what they pay
/// themselves; what contracts pay is looked for in traces where a node offers them, else in the events of contracts that are
/// known, and only in blocks whose transactions do not explain the balance.
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

  /// The most blocks that are asked for at once.
  static let blocksPerRequest: UInt64 = 100

  private let node: NodeClient
  private let ledgers: BookLedgers
  private let place: BalancePlace
  private let events: [PaymentEvent]
  private var address: Address { place.address }

  /// A reader of one account on a node's chain; nothing is asked yet.
  ///
  /// - Parameter events: The events by which contracts that are known say what they paid.
  public init(node: NodeClient, book: Book, place: BalancePlace, events: [PaymentEvent] = []) {
    (self.node, ledgers, self.place, self.events) = (node, BookLedgers(of: book), place, events)
  }

  /// Reads on, up to the newest block, and then what earlier readings left out.
  ///
  /// Of an account that is read first, or was not for long, the last blocks are read: the change of the balance before them
  /// counts as unread until they are, if the node still knows the balance of that time.
  ///
  /// - Parameter most: The most blocks to read; so many of the last ones are read in the end, whatever was read first.
  /// - Throws: `NodeError` when the node does not tell its newest block or the account's balance; `bookFailed`.
  public func read(atMost most: UInt64 = 2_000) async throws -> Outcome {
    guard let newest = try await node.block(.latest) else {
      throw NodeError(.badReply, kind: .missingReply, method: "eth_getBlockByNumber")
    }
    let head = newest.number
    let most = max(1, most)
    var ledger = try await begun(newest, atMost: most)
    var left = most - min(most, head - min(head, ledger.reach.block))
    // The blocks that were read now: the newest, then those of each gap.
    var read = [Stretch(start: ledger.reach.block, last: ledger.reach.block)]
    var problem: NodeError?
    do {
      while ledger.reach.block < head {
        let last = min(head, ledger.reach.block + Self.blocksPerRequest)
        let part = try await BlockPayments(node: node, address: address).read(after: ledger.reach, upTo: last)
        let closing = last == head ? try await balance(at: .number(last)) : nil
        try await ledgers.extend(
          place, with: part.payments, after: ledger.reach.block, upTo: part.reach, closing: closing)
        read[0].last = last
        ledger = try await kept(ledger)
      }
      while left > 0, let gap = Gap(of: ledger, from: head - min(head, most)) {
        let part = Stretch(
          start: gap.stretch.last - min(left, Self.blocksPerRequest, gap.stretch.last - gap.stretch.start),
          last: gap.stretch.last)
        guard try await fill(part, of: gap) else { break }
        left -= part.last - part.start
        if read.count > 1, read[read.count - 1].start == part.last {
          read[read.count - 1].start = part.start
        } else {
          read.append(part)
        }
        ledger = try await kept(ledger)
      }
    } catch let error as NodeError {
      problem = error
    }
    for stretch in read where ledger.unexplained != nil && stretch.start < stretch.last {
      let found = try? await InternalPayments(node: node, address: address, events: events).read(
        after: stretch.start, upTo: stretch.last, beside: ledger.payments)
      guard let found, !found.isEmpty else { continue }
      try await ledgers.add(found, to: place)
      ledger = try await kept(ledger)
    }
    return Outcome(
      ledger: ledger, unread: head - min(head, ledger.reach.block) + ledger.unread, problem: problem)
  }

  /// The blocks behind one, up to another.
  private struct Stretch {
    var start: UInt64
    var last: UInt64
  }

  /// Blocks before the last ones that are still to be read.
  private struct Gap {
    /// The stretch in the ledger; nil for blocks before it.
    let unread: LedgerPayment?
    let stretch: Stretch

    /// The newest ones of a ledger, if there are any.
    ///
    /// - Parameter floor: The block behind which all are read in the end.
    init?(of ledger: AccountLedger, from floor: UInt64) {
      unread = ledger.gaps.last
      stretch = Stretch(start: unread?.start ?? floor, last: unread?.block ?? ledger.start)
      guard stretch.start < stretch.last else { return nil }
    }
  }

  /// Reads the last blocks of a gap.
  ///
  /// - Returns: False for blocks before the ledger where the node has forgotten the balance of that time.
  private func fill(_ part: Stretch, of gap: Gap) async throws -> Bool {
    let opening = try? await balance(at: .number(part.start))
    if gap.unread == nil, opening == nil { return false }
    guard let before = try await node.block(.number(part.start)), before.number == part.start else {
      throw NodeError(.badReply, kind: .missingReply, method: "eth_getBlockByNumber")
    }
    let payments = try await BlockPayments(node: node, address: address).read(
      after: BlockReach(block: before.number, hash: before.hash), upTo: part.last
    ).payments
    guard let unread = gap.unread else {
      try await ledgers.extend(place, with: payments, before: part.last, from: part.start, opening: opening ?? 0)
      return true
    }
    var rest: LedgerPayment?
    if part.start > gap.stretch.start {
      // Of a node that has forgotten the balances of that time the payments tell the change.
      let closing = try? await balance(at: .number(part.last))
      let known = opening.flatMap { opening in closing.map { $0 &- opening } }
      let change = known ?? payments.reduce(0) { $1.token != nil ? $0 : $1.isGain ? $0 &+ $1.units : $0 &- $1.units }
      let whole = unread.isGain ? unread.units : 0 &- unread.units
      rest = .unread(after: gap.stretch.start, upTo: before, AccountLedger.Change(whole &- change))
    }
    try await ledgers.fill(unread, of: place, with: payments, leaving: rest)
    return true
  }

  private func kept(_ ledger: AccountLedger) async throws -> AccountLedger {
    try await ledgers.ledger(of: place) ?? ledger
  }

  private func balance(at block: BlockTag) async throws(NodeError) -> UInt256 {
    try await node.send(.balance(of: address, at: block)).wei
  }

  /// The balance at the end of the last block of a ledger; nil where a reading ended early and the node has forgotten it.
  private func closingBalance(of ledger: AccountLedger) async -> UInt256? {
    if let closing = ledger.closing { return closing }
    return try? await balance(at: .number(ledger.reach.block))
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
    if let kept, let before = await closingBalance(of: kept) {
      let gap = LedgerPayment.unread(
        after: kept.reach.block, upTo: opening, AccountLedger.Change(from: before, to: wei))
      try await ledgers.extend(place, with: [gap], after: kept.reach.block, upTo: reach, closing: closing)
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
