import ContractABI
import ContractClient
import NodeRPC
import Primitives
import Sending
import Transactions

/// Receipts of purchases, made of a contract's events and checked against the chain.
public struct PurchaseReceipts: Sendable {
  let client: LectureClient

  /// The receipt of an account's purchase of a run.
  ///
  /// - Parameter run: From 0; nil is the newest that the account bought and whose payment it did not take back.
  /// - Throws: `LectureError` `.notSupported` for the contracts of 2018, `.unknownLecture`, `.unknownRun`, `.paidBack` for a
  ///   run whose payment was taken back, `.otherRunBought` where the account bought others alone, `.notStudent` where it
  ///   bought none; `ContractError` `.logsUnavailable` where the node does not have the event; a `NodeError`.
  public func receipt(
    _ number: UInt256, run: UInt64? = nil, of student: Address
  ) async throws -> PurchaseReceipt {
    guard client.generation.hasRecords else { throw client.notSupported("which run an account bought") }
    let lecture = try await client.lecture(number)
    let wanted = try run.map { try lecture.chosenRun($0) }
    let own = try await client.enrolments(of: student, in: [lecture])
    let bought = LectureErrors.BoughtRuns(
      wanted: wanted, paid: own.filter { !$0.reclaimed }.compactMap(\.run),
      paidBack: own.filter(\.reclaimed).compactMap(\.run))
    guard let chosen = wanted ?? bought.paid.last ?? bought.paidBack.last, bought.paid.contains(chosen) else {
      throw await refusal(of: lecture, wanted ?? bought.paidBack.last, to: student, bought)
    }
    let purchases = try await events(LectureMarket.PurchasingLecture.self, of: lecture, chosen, by: student)
    guard let record = purchases.last, let hash = record.log.transactionHash, let block = record.log.blockNumber else {
      throw ContractError(
        .logsUnavailable, "The node does not show the purchase of run \(chosen) of lecture \(number).",
        reason: "The contract has it, and the node's logs do not.")
    }
    return PurchaseReceipt(
      chainID: client.session.chainID, contract: client.market.address, lecture: number, run: chosen, student: student,
      price: try Price(klay: record.event.lectureCost), transaction: hash, block: block)
  }

  /// The refusal of a receipt that no check would find good.
  ///
  /// - Parameter run: The run that is asked for; nil for any, where none was bought.
  private func refusal(
    of lecture: Lecture, _ run: UInt64?, to student: Address, _ bought: LectureErrors.BoughtRuns
  ) async -> LectureError {
    let number = lecture.number
    guard let run else { return .notBought("lecture \(number)", by: student, bought) }
    guard bought.paidBack.contains(run) else {
      return .notBought("run \(run) of lecture \(number)", by: student, bought)
    }
    let returns = try? await events(LectureMarket.ReclaimingPayment.self, of: lecture, run, by: student)
    let block = returns?.last?.log.blockNumber
    let place = block.map { " in block \($0)" } ?? ""
    let others = bought.paid.isEmpty ? "" : " \(student) bought \(bought.paid.runWords) as well."
    return LectureError(
      .paidBack, "The payment for run \(run) of lecture \(number) was taken back\(place): there is nothing to prove.",
      reason: "Every check of such a receipt would say so." + others,
      facts: .paidBack(run: run, block: block, others: bought.paid))
  }

  /// The events of a type about an account's purchase of a run.
  private func events<Event: ContractEvent>(
    _ type: Event.Type, of lecture: Lecture, _ run: UInt64, by student: Address
  ) async throws -> [EventRecord<Event>] {
    let begin = client.session.deploymentBlock
    return try await client.market.events(
      type, indexed: [[Hash32(lecture.number)], [Hash32(UInt256(student))], [Hash32(UInt256(run))]],
      from: run == lecture.run ? lecture.openedAtBlock ?? begin : begin)
  }

  /// The title of a receipt's lecture, as the node tells it; empty without one, and where the receipt is of another chain
  /// or contract.
  ///
  /// - Throws: `LectureError` `.unknownLecture`; a `NodeError`.
  public func title(of receipt: PurchaseReceipt) async throws -> String {
    guard receipt.chainID == client.session.chainID, receipt.contract == client.market.address else { return "" }
    return try await client.lecture(receipt.lecture).title
  }

  /// The facts of a receipt that the chain does not bear out; none if it is good.
  ///
  /// - Throws: `LectureError` `.notSupported` for the contracts of 2018; a `NodeError`.
  public func mismatches(of receipt: PurchaseReceipt) async throws -> [ReceiptMismatch] {
    guard client.generation.hasRecords else { throw client.notSupported("which run an account bought") }
    guard receipt.chainID == client.session.chainID else { return [.otherChain(client.session.chainID)] }
    guard receipt.contract == client.market.address else { return [.otherContract(client.market.address)] }
    guard let mined = try await client.connection.node.transactionReceipt(receipt.transaction),
      mined.transactionHash == receipt.transaction, let block = mined.blockNumber
    else { return [.unknownTransaction] }
    guard mined.status != false else { return [.failed] }
    var found: [ReceiptMismatch] = block == receipt.block ? [] : [.otherBlock(block)]
    let purchases = try mined.logs.events(LectureMarket.PurchasingLecture.self, of: client.market.address).map(\.event)
    // A transaction may buy several, by a contract of the student's.
    guard let bought = purchases.first(where: { Self.differences(of: $0, from: receipt).isEmpty }) ?? purchases.first
    else { return found + [.noPurchase] }
    found += Self.differences(of: bought, from: receipt)
    guard found.isEmpty else { return found }
    let signed = try await signedDifferences(from: receipt)
    guard signed.isEmpty else { return signed }
    let record = try await client.record(receipt.lecture, receipt.run, receipt.student)
    if record.reclaimed { return [.reclaimed] }
    return record.purchased ? [] : [.notShown]
  }

  /// The facts that the signed bytes of the transaction show otherwise: no node can change what the student signed. Where a
  /// contract of the student's bought they show neither price nor lecture.
  private func signedDifferences(from receipt: PurchaseReceipt) async throws -> [ReceiptMismatch] {
    guard let signed = try await client.connection.sender.signedTransaction(receipt.transaction) else {
      return [.unknownTransaction]
    }
    guard signed.transaction.to == receipt.contract else { return [] }
    var found: [ReceiptMismatch] = []
    let sender = try signed.sender()
    if sender != receipt.student { found.append(.otherStudent(sender)) }
    if signed.transaction.value != receipt.price.amount.wei {
      found.append(.otherPrice(signed.transaction.value / Amount.klay(1).wei))
    }
    return found
  }

  private static func differences(
    of event: LectureMarket.PurchasingLecture, from receipt: PurchaseReceipt
  ) -> [ReceiptMismatch] {
    var found: [ReceiptMismatch] = []
    if event.lectureNumber != receipt.lecture { found.append(.otherLecture(event.lectureNumber)) }
    if event.run != UInt256(receipt.run) { found.append(.otherRun(event.run)) }
    if event.student != receipt.student { found.append(.otherStudent(event.student)) }
    if event.lectureCost != receipt.price.klay { found.append(.otherPrice(event.lectureCost)) }
    return found
  }
}

extension LectureError {
  /// The account did not buy what a receipt is asked for, and perhaps other runs of the lecture.
  fileprivate static func notBought(
    _ what: String, by student: Address, _ bought: LectureErrors.BoughtRuns
  ) -> LectureError {
    let parts = [
      bought.paid.isEmpty ? nil : "bought \(bought.paid.runWords)",
      bought.paidBack.isEmpty ? nil : "took the payment for \(bought.paidBack.runWords) back",
    ].compactMap { $0 }
    return LectureError(
      parts.isEmpty ? .notStudent : .otherRunBought, "\(student) has not bought \(what).",
      reason: parts.isEmpty ? "The contract shows no such purchase." : "It \(parts.joined(separator: ", and ")).",
      facts: .bought(bought))
  }
}

extension [UInt64] {
  /// The runs of these numbers: `run 0 and run 2`.
  fileprivate var runWords: String { map { "run \($0)" }.joined(separator: " and ") }
}
