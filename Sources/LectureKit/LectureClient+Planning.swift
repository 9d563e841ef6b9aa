import ContractClient
import Primitives
import Sending

extension LectureClient {
  /// Plans to open a new lecture.
  ///
  /// - Parameter title: At most 100 bytes of UTF-8; only LectureMarket keeps titles.
  /// - Throws: `LectureError` `.invalidTitle`, `.notSupported`; what
  ///   ``ContractClient/ContractCall/prepare(from:options:)`` throws.
  public func planCreate(
    price: Price, title: String = "", from teacher: Address, options: SendOptions = SendOptions()
  ) async throws -> PlannedCall {
    try LectureTitle.check(title)
    guard title.isEmpty || generation.hasRecords else { throw notSupported("a title") }
    return try await plan(
      "open a lecture at \(price.text(in: session.unit))", creation(price: price, title: title), nil, teacher, options
    ) { $0.ofCreating() }
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
    try await planReopen(number, price: price, from: teacher, options: options, reading: nil)
  }

  /// Plans to open the next run of a settled lecture, as ``planReopen(_:price:from:options:)``.
  ///
  /// - Parameter reading: Reads the lecture, now and before the transaction is signed; nil asks the node.
  package func planReopen(
    _ number: UInt256, price: Price, from teacher: Address, options: SendOptions,
    reading: (@Sendable () async throws -> Lecture)?
  ) async throws -> PlannedCall {
    async let lecture = lectureIfReported(number, by: reading)
    let planned = try await plan(
      "reopen lecture \(number) at \(price.text(in: session.unit))",
      market.recreateLecture(lectureNumber: number, lectureCost: price.klay), number, teacher, options
    ) { try await $0.ofReopening(number, by: teacher) }
    return bound(planned, to: .reopening(number), try await lecture, reading)
  }

  /// Plans to buy a lecture at the price that the chain has now.
  ///
  /// The old contracts take a student's money a second time. There, a student is refused unless the options say
  /// `again`, which a run that was opened since needs as well: those contracts do not say which run was bought.
  ///
  /// - Parameter agreed: The most the student agreed to pay; a higher price on the chain is refused.
  /// - Throws: `LectureError` `.priceChanged`, `.priceUnknown`, `.closed`, `.ownLecture`, `.boughtAlready`, `.paidBack`
  ///   after a reclaim, `.unknownLecture`; what ``ContractClient/ContractCall/prepare(from:options:)`` throws.
  public func planPurchase(
    _ number: UInt256, agreed: Price? = nil, from student: Address, options: SendOptions = SendOptions()
  ) async throws -> PlannedCall {
    let lecture = try await lecture(number)
    do {
      return try await planPurchase(of: lecture, agreed: agreed, from: student, options: options)
    } catch let error as LectureError where error.code == .refused && !generation.hasRecords {
      // Perhaps it was reopened at another price, and a node kept that from us.
      guard try await legacy?.openings.readAgain() != nil, case let fresh = try await self.lecture(number),
        fresh.price != lecture.price
      else { throw error }
      return try await planPurchase(of: fresh, agreed: agreed, from: student, options: options)
    }
  }

  /// Plans to buy a lecture as it was read: at that price and no other.
  ///
  /// - Parameter readAgain: Reads it once more before the transaction is signed; nil asks the node.
  /// - Throws: As ``planPurchase(_:agreed:from:options:)``.
  package func planPurchase(
    of lecture: Lecture, agreed: Price?, from student: Address, options: SendOptions,
    readAgain: (@Sendable () async throws -> Lecture)? = nil
  ) async throws -> PlannedCall {
    let number = lecture.number
    if !generation.hasRecords, !options.intent.again, try await isStudent(student, of: number) {
      throw LectureError.paidAlready(number)
    }
    guard let price = lecture.price else { throw LectureError.unknownPrice(of: lecture, from: session.deploymentBlock) }
    if let agreed, price > agreed {
      throw LectureError(
        .priceChanged,
        "Lecture \(number) costs \(price.text(in: session.unit)), not \(agreed.text(in: session.unit)); nothing was sent.",
        reason: "The price on the chain is above what you agreed to.",
        facts: .price(price))
    }
    let planned: PlannedCall
    do {
      planned = try await plan(
        "buy lecture \(number) for \(price.text(in: session.unit))",
        market.purchaseLecture(lectureNumber: number, value: price.amount), number, student, options
      ) { $0.ofBuying(lecture) }
    } catch let error as LectureError where error.code == .paidBack {
      throw LectureError.reclaimed(.purchase(number), refusal: error)
    }
    let bound = bound(planned, to: .purchase(number), lecture, readAgain)
    guard !generation.hasRecords, !options.intent.again else { return bound }
    return bound.holding { [bound] in
      guard try await !isStudent(student, of: number) else { throw LectureError.paidAlready(number) }
      try await bound.tryAgain()
    }
  }

  /// Plans to rate a lecture.
  ///
  /// - Throws: `LectureError` `.notStudent`, `.ratedAlready`, `.closed`, `.paidBack` after a reclaim; what
  ///   ``ContractClient/ContractCall/prepare(from:options:)`` throws.
  public func planEvaluation(
    _ number: UInt256, scores: Scores, from student: Address, options: SendOptions = SendOptions()
  ) async throws -> PlannedCall {
    try await planEvaluation(number, scores: scores, from: student, options: options, reading: nil)
  }

  /// Plans to rate a lecture, as ``planEvaluation(_:scores:from:options:)``.
  ///
  /// - Parameter reading: Reads the lecture, now and before the transaction is signed; nil asks the node.
  package func planEvaluation(
    _ number: UInt256, scores: Scores, from student: Address, options: SendOptions,
    reading: (@Sendable () async throws -> Lecture)?
  ) async throws -> PlannedCall {
    async let lecture = lectureIfReported(number, by: reading)
    do {
      let planned = try await plan(
        "rate lecture \(number) with \(scores.values.map(String.init).joined(separator: ", "))",
        evaluation(number, scores: scores), number, student, options
      ) { try await $0.ofRating(number, by: student) }
      return bound(planned, to: .evaluation(number), try await lecture, reading)
    } catch let error as LectureError where error.code == .notStudent && generation.hasRecords {
      // A student who took the payment back learns that, and not to buy the run first.
      guard let run = try await lecture?.run, try await record(number, run, student).reclaimed else { throw error }
      throw LectureError.reclaimed(.evaluation(number), refusal: error)
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
  /// - Throws: `LectureError` `.closed` for a lecture of v2 that is settled, which would be settled again and pay
  ///   nothing; what ``ContractClient/ContractCall/prepare(from:options:)`` throws.
  public func planSettlement(
    _ number: UInt256, from owner: Address, options: SendOptions = SendOptions()
  ) async throws -> PlannedCall {
    try await planSettlement(number, from: owner, options: options, reading: nil)
  }

  /// Plans to settle a lecture's present run, as ``planSettlement(_:from:options:)``.
  ///
  /// - Parameter reading: Reads the lecture, now and before the transaction is signed; nil asks the node.
  package func planSettlement(
    _ number: UInt256, from owner: Address, options: SendOptions, reading: (@Sendable () async throws -> Lecture)?
  ) async throws -> PlannedCall {
    if try await legacy?.isClosed(number) == true { throw LectureError.settledAlready(number) }
    async let lecture = lectureIfReported(number, by: reading)
    let planned = try await plan(
      "settle lecture \(number)", market.acceptAdmin(lectureNumber: number), number, owner, options
    ) { try await $0.ofSettling(number, by: owner) }
    return bound(planned, to: .settlement(number), try await lecture, reading)
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
  private func bound(
    _ planned: PlannedCall, to action: LectureAction, _ lecture: Lecture?,
    _ readAgain: (@Sendable () async throws -> Lecture)? = nil
  ) -> PlannedCall {
    guard let lecture else { return planned }
    var once = planned.once(key(action, in: lecture))
    once.lecture = lecture
    // The contracts of 2018 have no runs, and their prices only in logs.
    guard generation.hasRecords else { return once }
    let agreed = AgreedLecture(price: lecture.price?.amount, run: lecture.run, isOpen: lecture.isOpen)
    let read = readAgain ?? { try await self.lecture(action.lecture) }
    return once.holding { try await agreed.check(read(), for: action, unit: session.unit) }
  }

  /// - Parameter silence: what an old contract, which gives no reason, most likely refuses the call for.
  private func plan(
    _ title: String, _ call: ContractCall<Void>, _ number: UInt256?, _ account: Address, _ options: SendOptions,
    silence: ((SilentRefusal) async throws -> LectureError)? = nil
  ) async throws -> PlannedCall {
    do {
      return PlannedCall(
        title: title, call: call, prepared: try await call.prepare(from: account, options: options),
        lectureNumber: number)
    } catch let error as ContractError {
      if let silence, !generation.hasRecords, LectureRefusal.isSilent(error) {
        throw await LectureRefusal.told(error) { try await silence(SilentRefusal(client: self, error: error)) }
      }
      throw LectureRefusal.explained(error, lectureNumber: number)
    }
  }
}
