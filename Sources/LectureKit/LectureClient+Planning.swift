import ContractClient
import Keys
import Outbox
import Primitives
import Sending

/// A call that was checked and priced, to be shown to the user and then sent.
public struct PlannedCall: Sendable {
  /// The readable form for people: `buy lecture 0 for 10 KLAY`.
  public let title: String
  let call: ContractCall<Void>
  /// The transaction with its price, neither signed nor sent.
  public let prepared: PreparedTransaction
  /// The idempotency key, so that it is not sent twice; nil for what may be.
  public private(set) var key: IntentKey?
  private let lectureNumber: UInt256?
  /// Makes sure that what it was planned for still holds; nil where trying the call again shows that.
  private var holds: (@Sendable () async throws -> Void)?

  init(title: String, call: ContractCall<Void>, prepared: PreparedTransaction, lectureNumber: UInt256?) {
    self.title = title
    self.call = call
    self.prepared = prepared
    self.lectureNumber = lectureNumber
  }

  /// This plan, of which an account sends only one with this key.
  public func once(_ key: IntentKey?) -> PlannedCall {
    var plan = self
    plan.key = key
    return plan
  }

  /// This plan with a check of its own for ``checkAgain()``.
  func holding(_ check: @escaping @Sendable () async throws -> Void) -> PlannedCall {
    var plan = self
    plan.holds = check
    return plan
  }

  /// The call as the contract sees it: `purchaseLecture(lectureNumber: 0)`.
  public var readable: String { call.readable }
  /// The value that goes to the contract with the call.
  public var value: Amount { call.value }
  /// The most that gas can cost on top.
  public var maximumFee: Amount { prepared.maximumFee }

  /// Makes sure that what it was planned for still holds: one reading of the chain, for right before it is signed.
  ///
  /// Between the plan and the signature somebody is asked and types a password, which may take long.
  ///
  /// - Throws: `LectureError` `.priceChanged`, `.runChanged`, `.closed`, with what changed, or a refusal of the contract;
  ///   a `NodeError`. Nothing is sent then.
  public func checkAgain() async throws {
    if let holds { try await holds() } else { try await tryAgain() }
  }

  /// Tries the call on the newest state.
  func tryAgain() async throws {
    do {
      try await call.call(from: prepared.request.from)
    } catch let error as ContractError {
      throw LectureRefusal.explained(error, lectureNumber: lectureNumber)
    }
  }

  /// Signs, sends and waits; see `ContractCall.send`. If it was done before, that is what is returned.
  public func send(from signer: any Signer, options: SendOptions = SendOptions()) async throws -> CallReceipt {
    var options = options
    // It may wait for its price, or be signed anew: what holds now need not hold then.
    options.events.beforeSigning = { try await checkAgain() }
    if let key {
      options.intent.key = key
      // It says all of what is done; the price of a lecture is what the chain has.
      options.intent.isSame = { _ in true }
    }
    do {
      return try await call.send(prepared, signer: signer, options: options)
    } catch let error as ContractError {
      throw LectureRefusal.explained(error, lectureNumber: lectureNumber)
    }
  }
}

extension LectureClient {
  /// Plans to open a new lecture.
  ///
  /// - Parameter title: At most 100 bytes of UTF-8; only LectureMarket keeps titles.
  /// - Throws: `LectureError` `.invalidTitle`, `.notSupported`; what
  ///   ``ContractClient/ContractCall/prepare(from:options:)`` throws.
  public func planCreate(
    price: Price, title: String = "", from teacher: Address, options: SendOptions = SendOptions()
  ) async throws -> PlannedCall {
    try Self.check(title: title)
    guard title.isEmpty || generation.hasRecords else { throw notSupported("a title") }
    return try await plan(
      "open a lecture at \(price.text(in: session.unit))", creation(price: price, title: title), nil, teacher, options
    ) { reasonAgainstCreating($0) }
  }

  /// The call that opens a new lecture, neither tried nor priced.
  public func creation(price: Price, title: String = "") -> ContractCall<Void> {
    title.isEmpty
      ? market.createLecture(lectureCost: price.klay) : market.createLecture(lectureCost: price.klay, title: title)
  }

  /// Plans to open the next run of a settled lecture.
  public func planReopen(
    _ number: UInt256, price: Price, from teacher: Address, options: SendOptions = SendOptions()
  ) async throws -> PlannedCall {
    async let lecture = lectureIfTold(number)
    let planned = try await plan(
      "reopen lecture \(number) at \(price.text(in: session.unit))",
      market.recreateLecture(lectureNumber: number, lectureCost: price.klay), number, teacher, options
    ) { try await reasonAgainstReopening(number, by: teacher, $0) }
    return bound(planned, to: .reopening(number), try await lecture)
  }

  /// Plans to buy a lecture at the price that the chain has now.
  ///
  /// The old contracts take a student's money a second time. There, a student is refused unless the options say
  /// `again`, which a run that was opened since needs as well: those contracts do not say which run was bought.
  ///
  /// - Parameter agreed: The most the student agreed to pay; a higher price on the chain is refused.
  /// - Throws: `LectureError` `.priceChanged`, `.priceUnknown`, `.closed`, `.ownLecture`, `.boughtAlready`,
  ///   `.unknownLecture`; what ``ContractClient/ContractCall/prepare(from:options:)`` throws.
  public func planPurchase(
    _ number: UInt256, agreed: Price? = nil, from student: Address, options: SendOptions = SendOptions()
  ) async throws -> PlannedCall {
    let lecture = try await lecture(number)
    if !generation.hasRecords, !options.intent.again, try await isStudent(student, of: number) {
      throw boughtAlready(number)
    }
    do {
      return try await planPurchase(of: lecture, agreed, student, options)
    } catch let error as LectureError where error.code == .refused && !generation.hasRecords {
      // Perhaps it was reopened at another price, and a node kept that from us.
      guard try await openings.readAgain() != nil, case let fresh = try await self.lecture(number),
        fresh.price != lecture.price
      else { throw error }
      return try await planPurchase(of: fresh, agreed, student, options)
    }
  }

  private func planPurchase(
    of lecture: Lecture, _ agreed: Price?, _ student: Address, _ options: SendOptions
  ) async throws -> PlannedCall {
    let number = lecture.number
    guard let price = lecture.price else { throw unknownPrice(of: lecture) }
    if let agreed, price > agreed {
      throw LectureError(
        .priceChanged,
        "Lecture \(number) costs \(price.text(in: session.unit)), not \(agreed.text(in: session.unit)); nothing was sent.",
        reason: "The price on the chain is above what you agreed to.",
        facts: .price(price))
    }
    let planned = try await plan(
      "buy lecture \(number) for \(price.text(in: session.unit))",
      market.purchaseLecture(lectureNumber: number, value: price.amount), number, student, options
    ) { reasonAgainstBuying(lecture, $0) }
    let bound = bound(planned, to: .purchase(number), lecture)
    guard !generation.hasRecords, !options.intent.again else { return bound }
    return bound.holding {
      guard try await !isStudent(student, of: number) else { throw boughtAlready(number) }
      try await bound.tryAgain()
    }
  }

  /// Plans to rate a lecture.
  ///
  /// - Throws: `LectureError` `.notStudent`, `.ratedAlready`, `.closed`, `.refused` after a reclaim; what
  ///   ``ContractClient/ContractCall/prepare(from:options:)`` throws.
  public func planEvaluation(
    _ number: UInt256, scores: Scores, from student: Address, options: SendOptions = SendOptions()
  ) async throws -> PlannedCall {
    async let lecture = lectureIfTold(number)
    do {
      let planned = try await plan(
        "rate lecture \(number) with \(scores.values.map(String.init).joined(separator: ", "))",
        evaluation(number, scores: scores), number, student, options
      ) { try await reasonAgainstRating(number, by: student, $0) }
      return bound(planned, to: .evaluation(number), try await lecture)
    } catch let error as LectureError where error.code == .notStudent && generation.hasRecords {
      // A student who took the payment back learns that, and not to buy the run first.
      guard let run = try await lecture?.run, try await record(number, run, student).reclaimed else { throw error }
      throw LectureError.reclaimed(.evaluation(number), cause: error)
    }
  }

  /// The call that rates a lecture, neither tried nor priced.
  public func evaluation(_ number: UInt256, scores: Scores) -> ContractCall<Void> {
    let values = scores.values.map { UInt256($0) }
    return market.evaluateLecture(
      lectureNumber: number, preparationPoint: values[0], contentPoint: values[1], proceedPoint: values[2],
      communicationPoint: values[3], satisfactionPoint: values[4])
  }

  /// Plans to settle a lecture's present run: teacher and owner are paid, the run is closed.
  ///
  /// - Throws: `LectureError` `.closed` for a lecture of v2 that is settled, which would be settled again and pay nothing;
  ///   what ``ContractClient/ContractCall/prepare(from:options:)`` throws.
  public func planSettlement(
    _ number: UInt256, from owner: Address, options: SendOptions = SendOptions()
  ) async throws -> PlannedCall {
    if try await isOldAndClosed(number) { throw settledAlready(number) }
    async let lecture = lectureIfTold(number)
    let planned = try await plan(
      "settle lecture \(number)", market.acceptAdmin(lectureNumber: number), number, owner, options
    ) { try await reasonAgainstSettling(number, by: owner, $0) }
    return bound(planned, to: .settlement(number), try await lecture)
  }

  /// Plans to take back a payment for a run that was never settled.
  public func planReclaim(
    _ number: UInt256, from student: Address, options: SendOptions = SendOptions()
  ) async throws -> PlannedCall {
    guard generation.hasRecords else { throw notSupported("a payment back") }
    return try await plan(
      "reclaim the payment for lecture \(number)", market.reclaimPayment(lectureNumber: number), number, student,
      options)
  }

  /// Plans to withdraw what waits for the account.
  public func planWithdrawal(from account: Address, options: SendOptions = SendOptions()) async throws -> PlannedCall {
    guard generation.hasRecords else { throw notSupported("a credit") }
    return try await plan("withdraw what waits for \(account)", market.withdraw(), nil, account, options)
  }

  /// The plan with what makes it the same as another, and with the lecture that it was made for.
  private func bound(_ planned: PlannedCall, to deed: LectureAction, _ lecture: Lecture?) -> PlannedCall {
    guard let lecture else { return planned }
    let once = planned.once(key(deed, in: lecture))
    // The contracts of 2018 have no runs, and their prices only in logs.
    guard generation.hasRecords else { return once }
    return once.holding { try await check(that: lecture, isUnchangedFor: deed) }
  }

  /// - Parameter silence: what an old contract, which gives no reason, most likely refuses the call for.
  private func plan(
    _ title: String, _ call: ContractCall<Void>, _ number: UInt256?, _ account: Address, _ options: SendOptions,
    silence: ((ContractError) async throws -> LectureError)? = nil
  ) async throws -> PlannedCall {
    do {
      return PlannedCall(
        title: title, call: call, prepared: try await call.prepare(from: account, options: options),
        lectureNumber: number)
    } catch let error as ContractError {
      if let silence, !generation.hasRecords, LectureRefusal.isSilent(error) {
        throw await LectureRefusal.told(error, by: silence)
      }
      throw LectureRefusal.explained(error, lectureNumber: number)
    }
  }
}
