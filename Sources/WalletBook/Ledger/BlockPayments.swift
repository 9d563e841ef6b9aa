import NodeRPC
import Primitives
import Tokens
import Transactions

/// Finds an account's payments in full blocks, and the transfers of tokens among their logs.
struct BlockPayments: Sendable {
  let node: NodeClient
  let address: Address

  /// The tokens' transfers of so many blocks that are taken at most: anybody can write them.
  private static let mostTransfers = 2_000

  private enum Piece: Sendable {
    case block(Block?)
    case logs([Log])
  }

  private struct Entry {
    let payment: LedgerPayment
    let order: (UInt64, UInt64, Int)
  }

  /// The payments of the blocks behind one, each of which has to follow the one before it.
  ///
  /// - Throws: `NodeError`, also for blocks that do not follow one another.
  func read(
    after start: BlockReach, upTo last: UInt64
  ) async throws(NodeError) -> (payments: [LedgerPayment], reach: BlockReach) {
    let heights = (start.block + 1)...last
    let blocks = heights.map { NodeRequest<Block?>.block(.number($0), full: true).map { Piece.block($0) } }
    let word = Hash32(UInt256(address))
    let logs = [[nil, [word]], [[word]]].map { (topics: [[Hash32]?]) in
      NodeRequest<[Log]>.logs(
        LogFilter(
          fromBlock: .number(start.block + 1), toBlock: .number(last), topics: [[TokenCalls.transferTopic]] + topics)
      ).map { Piece.logs($0) }
    }
    var reach = start
    var times: [UInt64: Int64] = [:]
    var transactions: [(RPCTransaction, Block)] = []
    var entries: [Entry] = []
    for piece in try await node.batch(blocks + logs) {
      switch try piece.get() {
      case .block(let block):
        guard let block, block.number == reach.block + 1, block.parentHash == reach.hash else { throw Self.moved }
        reach = BlockReach(block: block.number, hash: block.hash)
        times[block.number] = Int64(clamping: block.timestamp)
        transactions += (block.transactions ?? []).filter(concerns).map { ($0, block) }
      case .logs(let logs):
        entries += logs.prefix(Self.mostTransfers).compactMap { entry(of: $0, times) }
      }
    }
    for (place, receipt) in zip(
      transactions,
      try await node.batch(transactions.map { NodeRequest<Receipt?>.transactionReceipt($0.0.hash) }))
    {
      guard let receipt = try receipt.get() else { throw Self.moved }
      entries += payments(place.0, receipt, in: place.1)
    }
    return (entries.sorted { $0.order < $1.order }.map(\.payment), reach)
  }

  private static var moved: NodeError {
    NodeError(
      .badReply, kind: .badField, detail: "the blocks do not follow one another", method: "eth_getBlockByNumber")
  }

  private func concerns(_ transaction: RPCTransaction) -> Bool {
    [transaction.from, transaction.to, transaction.feePayer].contains(address)
  }

  /// The payments of a transaction itself: what it carries, and its fee.
  private func payments(_ transaction: RPCTransaction, _ receipt: Receipt, in block: Block) -> [Entry] {
    var found: [Entry] = []
    func add(_ kind: LedgerPayment.Kind, gain: Bool, _ units: UInt256, _ other: Address?) {
      guard units > 0 else { return }
      let payment = LedgerPayment(
        block: block.number, time: Int64(clamping: block.timestamp), kind: kind, isGain: gain, units: units,
        other: other, transaction: transaction.hash)
      found.append(Entry(payment: payment, order: (block.number, transaction.transactionIndex ?? 0, found.count)))
    }
    if receipt.status ?? true {
      let receiver = transaction.to ?? receipt.contractAddress
      switch (transaction.from == address, receiver == address) {
      case (true, false): add(.transfer, gain: false, transaction.value.wei, receiver)
      case (false, true): add(.transfer, gain: true, transaction.value.wei, transaction.from)
      default: break
      }
    }
    guard let fee = receipt.fee(of: transaction)?.wei else { return found }
    let payer = transaction.feePayer ?? transaction.from
    let split = FeeSplit(fee, percent: transaction.feePayer == nil ? 0 : transaction.feeRatio ?? 100)
    let own = (transaction.from == address ? split.sender : 0) + (payer == address ? split.feePayer : 0)
    add(.fee, gain: false, own, transaction.from == address ? nil : transaction.from)
    return found
  }

  /// A token's transfer to or from the account; nil for one of nothing, by which others make up histories, and for what is
  /// none, as of tokens that are counted one by one.
  private func entry(of log: Log, _ times: [UInt64: Int64]) -> Entry? {
    guard !log.removed, log.topics.count == 3, log.topics[0] == TokenCalls.transferTopic, log.data.count == 32,
      let block = log.blockNumber, let time = times[block], let units = try? UInt256(bigEndian: log.data), units > 0
    else { return nil }
    let (sender, receiver) = (Address(truncating: log.topics[1]), Address(truncating: log.topics[2]))
    guard sender != receiver, [sender, receiver].contains(address) else { return nil }
    let payment = LedgerPayment(
      block: block, time: time, kind: .token, isGain: receiver == address, units: units, token: log.address,
      other: receiver == address ? sender : receiver, transaction: log.transactionHash)
    return Entry(
      payment: payment, order: (block, log.transactionIndex ?? 0, 10 + Int(clamping: log.logIndex ?? 0)))
  }
}
