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
  /// - Parameter run: From 0; nil is the newest that the account bought.
  /// - Throws: `LectureError` `.notSupported` for the contracts of 2018, `.unknownLecture`, `.unknownRun`, `.notStudent`
  ///   where the events show no purchase; a `NodeError`.
  public func receipt(
    _ number: UInt256, run: UInt64? = nil, of student: Address
  ) async throws -> PurchaseReceipt {
    guard client.generation.hasRecords else { throw client.notSupported("which run an account bought") }
    let lecture = try await client.lecture(number)
    let begin = client.session.deploymentBlock
    let chosen = try lecture.chosenRun(run)
    var bought = try await purchases(
      of: chosen, number, by: student, from: chosen == lecture.run ?? 0 ? lecture.openedAtBlock ?? begin : begin)
    if bought.isEmpty, run == nil, chosen > 0 {
      bought = try await purchases(of: nil, number, by: student, from: begin)
    }
    guard let record = bought.last, let hash = record.log.transactionHash, let block = record.log.blockNumber else {
      throw LectureError(
        .notStudent, "\(student) has not bought \(run.map { "run \($0) of " } ?? "")lecture \(number).",
        reason: "The contract's events show no such purchase.")
    }
    return PurchaseReceipt(
      chainID: client.session.chainID, contract: client.market.address, lecture: number,
      run: try record.event.run.asUInt64("run"), student: student, price: try Price(klay: record.event.lectureCost),
      transaction: hash, block: block)
  }

  /// An account's purchases of a run, or of any run where it is nil.
  private func purchases(
    of run: UInt64?, _ number: UInt256, by student: Address, from block: UInt64
  ) async throws -> [EventRecord<LectureMarket.PurchasingLecture>] {
    try await client.market.events(
      LectureMarket.PurchasingLecture.self,
      indexed: [[Hash32(number)], [Hash32(UInt256(student))], run.map { [Hash32(UInt256($0))] }], from: block)
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
