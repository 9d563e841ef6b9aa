import ContractABI
import ContractClient
import Outbox
import Primitives
import Sending

// The actions that were done before, by whichever run of whichever program that shares the outbox. The contract's
// records decide whether it still stands; those of 2018 keep none.
extension LectureClient {
  /// The receipt of an action that was done before, by whichever run of whichever program that shares the outbox.
  ///
  /// Bytes that were signed and perhaps not sent are offered again, and waited for. The contract says whether a
  /// purchase or a rating still stands: a payment can be taken back, and the rating goes with it.
  ///
  /// - Returns: nil if it is still to be done.
  /// - Throws: The errors of `ContractCall.send`; `LectureError` `.paidBack` after a reclaim, `.notShown` where the
  ///   contract does not show what was mined.
  public func earlier(
    _ action: LectureAction, by account: Address, options: SendOptions = SendOptions()
  ) async throws -> CallReceipt? {
    // Most often there is none, and that costs no question to the node.
    guard try await connection.sender.hasKeys(beginning: action.keyBeginning(at: market.address), of: account),
      let lecture = try await lectureIfReported(action.lecture), let key = key(action, in: lecture)
    else { return nil }
    let receipt: CallReceipt?
    do {
      receipt = try await connection.earlier(key, of: account, errors: LectureMarket.abi.errors, options: options)
    } catch let error as ContractError {
      throw LectureRefusal.explained(error, lectureNumber: action.lecture)
    }
    if let receipt { try await check(that: receipt, stillStandsFor: action, in: lecture, by: account) }
    return receipt
  }

  /// The transaction of an account that does an action in the present run of a lecture, and is on its way; nil if there
  /// is none. It is a look into the outbox, and nothing is waited for.
  public func underWay(_ action: LectureAction, in lecture: Lecture, by account: Address) async throws -> Intent? {
    guard let key = key(action, in: lecture) else { return nil }
    return try await connection.sender.underWay(key, of: account)
  }

  /// The idempotency key of an action; nil where nothing tells the runs apart.
  func key(_ action: LectureAction, in lecture: Lecture) -> IntentKey? {
    guard generation.hasRecords else { return action.key(openedAtBlock: lecture.openedAtBlock, at: market.address) }
    return lecture.run.map { action.key(run: $0, at: market.address) }
  }

  /// A lecture, as far as the node shows it.
  func lectureIfReported(
    _ number: UInt256, by reading: (@Sendable () async throws -> Lecture)? = nil
  ) async throws -> Lecture? {
    if let reading { return try await reading() }
    do {
      return try await lecture(number)
    } catch {
      // Of the contracts of 2018 only the logs show it, and not every node has them.
      guard generation.hasRecords else { return nil }
      throw error
    }
  }

  /// The contract's record of an account's purchase of a run.
  func record(_ number: UInt256, _ run: UInt64, _ student: Address) async throws -> LectureMarket.PurchaseRecord {
    try await market.getPurchase(lectureNumber: number, run: UInt256(run), studentAddress: student).call()
  }

  /// The status of an account's purchase of a run.
  public enum PurchaseStatus: Sendable, Hashable {
    /// The account did not buy the run.
    case none
    /// The account bought the run.
    case bought
    /// The account took its payment for the run back.
    case reclaimed
  }

  /// The status of an account's purchase of a run, by the newest block.
  ///
  /// - Throws: `LectureError` `.notSupported` for the contracts of 2018, `.unknownRun`; a `NodeError`.
  public func purchaseStatus(
    of number: UInt256, run: UInt64, by student: Address
  ) async throws -> PurchaseStatus {
    guard generation.hasRecords else { throw notSupported("which run an account bought") }
    // The contract has no answer for a lecture and a run that never were.
    guard try await number < count() else { return .none }
    let run = try await lecture(number).chosenRun(run)
    let record = try await record(number, run, student)
    return record.reclaimed ? .reclaimed : record.purchased ? .bought : .none
  }

  /// Makes sure that a purchase or a rating that was mined still stands.
  ///
  /// - Throws: `LectureError` `.paidBack` if the payment was taken back, `.notShown` if the contract shows neither.
  private func check(
    that receipt: CallReceipt, stillStandsFor action: LectureAction, in lecture: Lecture, by account: Address
  ) async throws {
    guard generation.hasRecords, let run = lecture.run else { return }
    guard action.kind == .purchase || action.kind == .evaluation else { return }
    let record = try await record(lecture.number, run, account)
    guard !record.reclaimed else { throw LectureError.reclaimed(action, call: receipt.call) }
    guard action.kind == .purchase ? record.purchased : record.rated else {
      throw LectureError(
        .notShown, "An earlier transaction did this for lecture \(lecture.number), and the contract does not show it.",
        reason: "The node is behind the chain or contradicts itself; the transaction is \(receipt.hash).",
        call: receipt.call, advice: "Nothing was sent now. Ask again in a moment, or ask another node.")
    }
  }

  /// The contract of the lecture that something in the outbox is about; nil if it is about none.
  public static func contract(of intent: Intent) -> Address? { AgreedAction(intent.key)?.contract }

  /// Makes sure that what an earlier run wrote down and did not sign still holds: it may have waited for days. One
  /// that is about no lecture of this contract holds.
  ///
  /// - Throws: `LectureError` `.priceChanged`, `.runChanged`, `.closed`, `.boughtAlready`, with what changed; a
  ///   `NodeError`.
  public func checkAgain(_ intent: Intent) async throws {
    guard let agreed = AgreedAction(intent.key), agreed.contract == market.address else { return }
    let (action, number) = (agreed.action, agreed.action.lecture)
    let now = try await lecture(number)
    try AgreedLecture(price: intent.value, run: agreed.run, isOpen: action.kind == .reopening ? nil : true)
      .check(now, for: action, unit: session.unit)
    if let opened = now.openedAtBlock, let planned = agreed.openedAtBlock, opened != planned {
      throw LectureError(
        .runChanged, "Lecture \(number) was reopened in block \(opened); nothing was sent.",
        reason: "You agreed to its run of block \(planned).", advice: "Look at it, and begin anew.")
    }
    if action.kind == .purchase, !generation.hasRecords, try await isStudent(intent.account, of: number) {
      throw LectureError.paidAlready(number)
    }
  }

  /// Gives a transaction that is on the chain the key of something that an account does once only: it did just that.
  ///
  /// - Throws: `SendingError` `.notNamed`, `.otherWithID`; the errors of the outbox and the node.
  public func name(_ hash: Hash32, _ action: LectureAction, by account: Address) async throws {
    guard let lecture = try await lectureIfReported(action.lecture), let key = key(action, in: lecture) else {
      throw LectureError(
        .notShown, "Lecture \(action.lecture) has nothing by which its transactions are told apart.")
    }
    // All of these begin with the lecture's number; scores and values are not compared.
    let beginning = action.call.prefix(36)
    try await connection.sender.restorer.name(hash, key, of: account) { [market] intent in
      intent.to == market.address && intent.data.prefix(36) == beginning
    }
  }
}
