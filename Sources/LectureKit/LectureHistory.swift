import ContractABI
import ContractClient
import NodeRPC
import Outbox
import Primitives
import Sending
import Transactions

/// The actions of accounts, out of the contract's events.
public struct LectureHistory: Sendable {
  let client: LectureClient

  private struct Finding {
    let log: Log
    let kind: HistoryEntry.Kind
    let lecture: UInt256?
    var run: UInt64?
    let amount: Amount?
    var isCredited = false

    var place: (UInt64, UInt64) { (log.blockNumber ?? 0, log.logIndex ?? 0) }
  }

  /// The actions and the income of an account, oldest first, out of the contract's events alone: nothing that was kept is needed.
  ///
  /// - Parameter progress: called after each range of blocks with the blocks done and all blocks, once for each kind.
  /// - Throws: `LectureError` `.notSupported` for the contracts of 2018, whose events do not name lectures;
  ///   `ContractError` `.logsUnavailable`; a `NodeError`.
  /// - Complexity: Seven searches of the logs since the contract's deployment, of an owner eight, and three answers for each entry;
  ///   on Kaia four.
  public func entries(
    of account: Address, progress: (@Sendable (_ done: UInt64, _ all: UInt64) -> Void)? = nil
  ) async throws -> [HistoryEntry] {
    guard client.generation.hasRecords else { throw client.notSupported("what an account did") }
    return try await entries(of: account, in: HistorySearch(client: client).source(of: account, progress: progress))
  }

  /// The actions and the income of an account, oldest first, out of events that somebody found already; the node tells the
  /// fees, and the times that are not known.
  ///
  /// - Throws: a `NodeError`; `ContractABIError` for a log that is none of the contract's.
  package func entries(of account: Address, in source: HistorySource) async throws -> [HistoryEntry] {
    var found = try findings(of: account, in: source)
    found.sort { $0.place < $1.place }
    let entries = try await described(withOpenedRuns(found, source.lectures), of: account, times: source.times)
    return HistoryDeduplication.applied(to: entries)
  }

  /// Writes into the outbox what an account did, as far as the contract's events show it and the outbox has lost it.
  ///
  /// So a purchase is found as made again. Labels, and what leaves no event or was never sent, cannot be had.
  ///
  /// - Returns: how many were written.
  /// - Throws: the errors of ``entries(of:progress:)`` and the outbox.
  public func restore(of account: Address) async throws -> Int {
    var count = 0
    // Income may be of a transaction that somebody else sent.
    for entry in try await entries(of: account) where !entry.kind.isIncome {
      let lecture = entry.lecture.map { " lecture \($0)" } ?? ""
      // The idempotency key: only for a purchase do the events have the run.
      let key: IntentKey? =
        if entry.kind == .bought, let lecture = entry.lecture, let run = entry.run {
          LectureAction.purchase(lecture).key(run: run, at: client.market.address)
        } else { nil }
      let isRestored = try await client.connection.sender.restorer.restore(
        entry.transaction, key: key, label: "\(entry.kind.rawValue)\(lecture)", at: entry.time)
      if isRestored { count += 1 }
    }
    return count
  }

  /// The actions and the income of an account among logs; a run without students pays nothing.
  private func findings(of account: Address, in source: HistorySource) throws -> [Finding] {
    let (logs, contract) = (source.distinctLogs, client.market.address)
    let numbers = Dictionary(source.lectures.map { ($0.id, $0.number) }) { first, _ in first }
    func found<Event: ContractEvent>(
      _ kind: HistoryEntry.Kind, _ isOwn: (Event) -> Bool,
      _ facts: (Event) throws -> (lecture: UInt256?, run: UInt256?, amount: Amount?, isCredited: Bool)?
    ) throws -> [Finding] {
      try logs.events(Event.self, of: contract).filter { isOwn($0.event) }.compactMap { record in
        guard let (lecture, run, amount, isCredited) = try facts(record.event) else { return nil }
        return Finding(
          log: record.log, kind: kind, lecture: lecture, run: run.flatMap { UInt64(exactly: $0) }, amount: amount,
          isCredited: isCredited)
      }
    }
    return try found(.opened, { (event: LectureMarket.CreatingLecture) in event.teacher == account }) {
      ($0.lectureNumber, nil, nil, false)
    }
      + found(.bought, { (event: LectureMarket.PurchasingLecture) in event.student == account }) {
        ($0.lectureNumber, $0.run, (try? Price(klay: $0.lectureCost))?.amount, false)
      }
      + found(.reclaimed, { (event: LectureMarket.ReclaimingPayment) in event.student == account }) {
        ($0.lectureNumber, $0.run, Amount(wei: $0.amount), false)
      }
      + found(.withdrew, { (event: LectureMarket.WithdrawingCredit) in event.account == account }) {
        (nil, nil, Amount(wei: $0.amount), false)
      }
      // A rating names its lecture by its identifier.
      + found(.rated, { (event: LectureMarket.EvaluatingLecture) in event.evaluater == account }) {
        (numbers[$0.lectureID], nil, nil, false)
      }
      + found(.received, { (event: LectureMarket.SettlingLecture) in event.teacher == account }) {
        let payments = try Settlement($0)
        guard payments.teacherShare > .zero else { return nil }
        return ($0.lectureNumber, $0.run, payments.teacherShare, !payments.teacherPaid)
      }
      + found(.collected, { (event: LectureMarket.SettlingLecture) in event.owner == account }) {
        let payments = try Settlement($0)
        guard payments.ownerShare > .zero else { return nil }
        return ($0.lectureNumber, $0.run, payments.ownerShare, !payments.ownerPaid)
      }
  }

  /// With the runs that were opened, which no event names: all openings of a lecture are its teacher's, and the last one
  /// is of its present run, if that was opened in the same block.
  private func withOpenedRuns(_ found: [Finding], _ lectures: [Lecture]) -> [Finding] {
    let places = Dictionary(grouping: found.indices.filter { found[$0].kind == .opened }) { found[$0].lecture }
    var found = found
    for lecture in lectures {
      guard let indices = places[lecture.number], let last = indices.last, var run = lecture.run,
        found[last].log.blockNumber == lecture.openedAtBlock
      else { continue }
      for index in indices.reversed() {
        found[index].run = run
        guard run > 0 else { break }
        run -= 1
      }
    }
    return found
  }

  /// With the times of the blocks and the fees of the transactions.
  ///
  /// - Parameter known: The times of blocks that the node need not be asked for.
  private func described(
    _ found: [Finding], of account: Address, times known: [UInt64: UInt64]
  ) async throws -> [HistoryEntry] {
    let node = client.connection.node
    let hashes = Set(found.compactMap(\.log.transactionHash)).sorted()
    let numbers = Set(found.compactMap(\.log.blockNumber)).filter { known[$0] == nil }.sorted()
    let heads = try await node.batch(numbers.map { .block(.number($0), full: false) })
    var (times, baseFees) = (known, [UInt64: UInt256]())
    for (number, answer) in zip(numbers, heads) {
      let head = try answer.get()
      (times[number], baseFees[number]) = (head?.timestamp, head?.baseFeePerGas)
    }
    let receipts = try await receipts(of: hashes)
    let shares = try await feePayerShares(of: hashes, sentBy: account)
    return found.compactMap { finding in
      guard let hash = finding.log.transactionHash, let block = finding.log.blockNumber else { return nil }
      let (receipt, transaction) = receipts[hash] ?? (nil, nil)
      // Its teacher pays nothing for a settlement that the owner sends.
      let percent = shares[hash] ?? 0
      let fee = receipt?.fee(of: transaction, baseFee: baseFees[block]).map { fee in
        receipt?.from == account ? FeeSplit(fee.wei, percent: percent) : FeeSplit(0, percent: 0)
      }
      var entry = HistoryEntry(
        kind: finding.kind, lecture: finding.lecture, run: finding.run, amount: finding.amount,
        isCredited: finding.isCredited, transaction: hash, block: block, time: times[block],
        fee: fee.map { Amount(wei: $0.sender) },
        feePayerPaid: fee.flatMap { $0.feePayer > 0 ? Amount(wei: $0.feePayer) : nil })
      if receipt?.logs.contains(where: finding.log.hasContents) != true { entry.objections.insert(.noReceipt) }
      if let receipt, !receipt.hasPossibleGas(of: transaction, baseFee: baseFees[block]) {
        entry.objections.insert(.impossibleGas)
      }
      return entry
    }
  }

  /// The receipts of transactions, and the transactions, as far as the node shows them.
  private func receipts(of hashes: [Hash32]) async throws -> [Hash32: (Receipt?, RPCTransaction?)] {
    let node = client.connection.node
    let receipts = try await node.batch(hashes.map { .transactionReceipt($0) })
    let transactions = try await node.batch(hashes.map { .transaction($0) })
    var found: [Hash32: (Receipt?, RPCTransaction?)] = [:]
    for (index, hash) in hashes.enumerated() {
      let receipt = try receipts[index].get().flatMap { $0.transactionHash == hash ? $0 : nil }
      found[hash] = (receipt, try transactions[index].get())
    }
    return found
  }

  /// The per cent of its fee that somebody else paid, of each transaction of which somebody did: only on Kaia.
  private func feePayerShares(of hashes: [Hash32], sentBy account: Address) async throws -> [Hash32: UInt8] {
    let (node, accounts) = (client.connection.node, client.connection.sender.accounts)
    guard !hashes.isEmpty, try await accounts.accountKey(of: account) != nil else { return [:] }
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

extension Log {
  /// Whether another log says the same of the same contract.
  fileprivate func hasContents(_ other: Log) -> Bool {
    address == other.address && topics == other.topics && data == other.data
  }
}
