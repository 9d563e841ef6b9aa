import ContractABI
import ContractClient
import NodeRPC
import Primitives
import Sending
import Transactions

/// Something that an account did with the lecture contract, as its events have it.
public struct HistoryEntry: Sendable, Hashable {
  /// The kinds of actions in the events.
  public enum Deed: String, Sendable, Hashable, CaseIterable {
    /// A run opened, bought or rated; its price taken back; a credit withdrawn.
    case opened, bought, rated, reclaimed, withdrew
  }

  /// The account's action.
  public let deed: Deed
  /// Nil for what is about no lecture.
  public let lecture: UInt256?
  /// From 0; nil where the event does not have it.
  public let run: UInt64?
  /// The amount that was paid to the contract, or came back from it.
  public let amount: Amount?
  /// The hash of the transaction that did it.
  public let transaction: Hash32
  /// The number of that transaction's block.
  public let block: UInt64
  /// Of the block, in seconds since 1970; nil where the node does not give it.
  public let time: UInt64?
  /// The account's own part of the transaction's fee; nil where the node does not give the price.
  public let fee: Amount?
  /// The part of the fee that somebody else paid; nil if nobody did.
  public let feePayerPaid: Amount?
}

extension LectureClient {
  /// The actions of an account, oldest first, out of the contract's events alone: nothing that was kept is needed.
  ///
  /// - Parameter progress: called after each range of blocks with the blocks done and all blocks, once for each kind.
  /// - Throws: `LectureError` `.notSupported` for the contracts of 2018, whose events do not name lectures;
  ///   `ContractError` `.logsUnavailable`; a `NodeError`.
  /// - Complexity: Five searches of the logs since the contract's deployment, and two answers for each entry; on Kaia three.
  public func history(
    of account: Address, progress: (@Sendable (_ done: UInt64, _ all: UInt64) -> Void)? = nil
  ) async throws -> [HistoryEntry] {
    guard generation.hasRecords else { throw notSupported("what an account did") }
    let (own, first) = ([Hash32(UInt256(account))], session.deploymentBlock)
    let opened = try await market.events(
      LectureMarket.CreatingLecture.self, indexed: [nil, own], from: first, progress: progress)
    let bought = try await market.events(
      LectureMarket.PurchasingLecture.self, indexed: [nil, own], from: first, progress: progress)
    let rated = try await market.events(
      LectureMarket.EvaluatingLecture.self, indexed: [nil, own], from: first, progress: progress)
    let reclaimed = try await market.events(
      LectureMarket.ReclaimingPayment.self, indexed: [nil, own], from: first, progress: progress)
    let withdrew = try await market.events(
      LectureMarket.WithdrawingCredit.self, indexed: [own], from: first, progress: progress)
    // A rating names its lecture by its identifier.
    var numbers: [Hash32: UInt256] = [:]
    if !rated.isEmpty { for lecture in try await lectures() { numbers[lecture.id] = lecture.number } }

    var found: [Finding] = []
    for record in opened {
      found.append(Finding(record.log, .opened, record.event.lectureNumber, nil, nil))
    }
    for record in bought {
      found.append(
        Finding(
          record.log, .bought, record.event.lectureNumber, UInt64(exactly: record.event.run),
          (try? Price(klay: record.event.lectureCost))?.amount))
    }
    for record in rated { found.append(Finding(record.log, .rated, numbers[record.event.lectureID], nil, nil)) }
    for record in reclaimed {
      found.append(
        Finding(
          record.log, .reclaimed, record.event.lectureNumber, UInt64(exactly: record.event.run),
          Amount(wei: record.event.amount)))
    }
    for record in withdrew { found.append(Finding(record.log, .withdrew, nil, nil, Amount(wei: record.event.amount))) }
    return try await described(found.sorted { $0.place < $1.place }, of: account)
  }

  private struct Finding {
    let log: Log
    let deed: HistoryEntry.Deed
    let lecture: UInt256?
    let run: UInt64?
    let amount: Amount?

    init(_ log: Log, _ deed: HistoryEntry.Deed, _ lecture: UInt256?, _ run: UInt64?, _ amount: Amount?) {
      (self.log, self.deed, self.lecture, self.run, self.amount) = (log, deed, lecture, run, amount)
    }

    var place: (UInt64, UInt64) { (log.blockNumber ?? 0, log.logIndex ?? 0) }
  }

  /// With the times of the blocks and the fees of the transactions.
  private func described(_ found: [Finding], of account: Address) async throws -> [HistoryEntry] {
    let node = connection.node
    let hashes = Set(found.compactMap(\.log.transactionHash)).sorted()
    let blocks = Set(found.compactMap(\.log.blockNumber)).sorted()
    let heads = try await node.batch(blocks.map { .block(.number($0), full: false) })
    let fees = try await fees(of: hashes, sentBy: account)
    var times: [UInt64: UInt64] = [:]
    for (number, answer) in zip(blocks, heads) { times[number] = try answer.get()?.timestamp }
    return found.compactMap { finding in
      guard let hash = finding.log.transactionHash, let block = finding.log.blockNumber else { return nil }
      let fee = fees[hash]
      return HistoryEntry(
        deed: finding.deed, lecture: finding.lecture, run: finding.run, amount: finding.amount, transaction: hash,
        block: block, time: times[block], fee: fee.map { Amount(wei: $0.sender) },
        feePayerPaid: fee.flatMap { $0.feePayer > 0 ? Amount(wei: $0.feePayer) : nil })
    }
  }

  /// The parts of its transactions' fees that an account and others paid, as far as the node gives the price.
  private func fees(of hashes: [Hash32], sentBy account: Address) async throws -> [Hash32: FeeSplit] {
    let node = connection.node
    let receipts = try await node.batch(hashes.map { .transactionReceipt($0) }).map { try $0.get() }
    var fees: [Hash32: Amount] = [:]
    for receipt in receipts { if let receipt { fees[receipt.transactionHash] = receipt.fee } }
    // Nodes from before London give no price with a receipt.
    let priceless = receipts.compactMap { $0 }.filter { $0.effectiveGasPrice == nil }
    let transactions = try await node.batch(priceless.map { .transaction($0.transactionHash) })
    for (receipt, answer) in zip(priceless, transactions) {
      fees[receipt.transactionHash] = receipt.fee(of: try answer.get())
    }
    let shares = try await feePayerShares(of: hashes, sentBy: account)
    var splits: [Hash32: FeeSplit] = [:]
    for (hash, fee) in fees { splits[hash] = FeeSplit(fee.wei, percent: shares[hash] ?? 0) }
    return splits
  }

  /// The per cent of its fee that somebody else paid, of each transaction of which somebody did: only on Kaia.
  private func feePayerShares(of hashes: [Hash32], sentBy account: Address) async throws -> [Hash32: UInt8] {
    guard !hashes.isEmpty, try await connection.sender.accounts.accountKey(of: account) != nil else { return [:] }
    let node = connection.node
    var answers = try await node.batch(hashes.map { .transactionReceipt($0, namespace: .kaia) })
    // Before version 1.0 of Kaia's node the methods had other names.
    if case .failure(let error)? = answers.first, error.code == .rpc {
      answers = try await node.batch(hashes.map { .transactionReceipt($0, namespace: .klay) })
    }
    var shares: [Hash32: UInt8] = [:]
    for (hash, answer) in zip(hashes, answers) {
      guard let receipt = try answer.get(), let payer = receipt.feePayer, payer != account else { continue }
      shares[hash] = receipt.feeRatio ?? 100
    }
    return shares
  }
}
