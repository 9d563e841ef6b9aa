import ContractClient
import Primitives

// Whether what was done, or was agreed to, is still so: the contract's records decide. Those of 2018 keep none.
extension LectureClient {
  /// The contract's record of an account's purchase of a run.
  func record(_ number: UInt256, _ run: UInt64, _ student: Address) async throws -> LectureMarket.PurchaseRecord {
    try await market.getPurchase(lectureNumber: number, run: UInt256(run), studentAddress: student).call()
  }

  /// Makes sure that a purchase or a rating that was mined still stands.
  ///
  /// - Throws: `LectureError` `.refused` if the payment was taken back, `.notShown` if the contract shows neither.
  func check(
    that receipt: CallReceipt, stillStandsFor deed: LectureAction, in lecture: Lecture, by account: Address
  ) async throws {
    guard generation.hasRecords, let run = lecture.run else { return }
    let isShown: Bool
    switch deed {
    case .settlement, .reopening: return
    case .purchase, .evaluation:
      let record = try await record(lecture.number, run, account)
      guard !record.reclaimed else { throw LectureError.reclaimed(deed, call: receipt.call) }
      if case .purchase = deed { isShown = record.purchased } else { isShown = record.rated }
    }
    guard isShown else {
      throw LectureError(
        .notShown, "An earlier transaction did this for lecture \(lecture.number), and the contract does not show it.",
        reason: "The node is behind the chain or contradicts itself; the transaction is \(receipt.hash).",
        call: receipt.call, advice: "Nothing was sent now. Ask again in a moment, or ask another node.")
    }
  }

  /// Makes sure that a lecture is what it was when something about it was planned.
  ///
  /// - Throws: `LectureError` `.priceChanged`, `.runChanged`, `.closed`.
  func check(that lecture: Lecture, isUnchangedFor deed: LectureAction) async throws {
    let now = try await self.lecture(deed.lecture)
    try check(
      now, for: deed, against: AgreedLecture(price: lecture.price?.amount, run: lecture.run, isOpen: lecture.isOpen))
  }

  /// Makes sure that a lecture is as it was agreed to.
  ///
  /// - Throws: `LectureError` `.priceChanged`, `.runChanged`, `.closed`.
  func check(_ now: Lecture, for deed: LectureAction, against agreed: AgreedLecture) throws(LectureError) {
    let number = deed.lecture
    if case .purchase = deed, let price = now.price, let paid = agreed.price, price.amount != paid {
      let text = "\(paid.formatted(in: session.unit)) \(session.unit.symbol)"
      throw LectureError(
        .priceChanged,
        "Lecture \(number) costs \(price.text(in: session.unit)) now, not \(text); nothing was sent.",
        reason: "Its teacher reopened it since you were shown the price.", advice: "If that is all right, buy it anew.")
    }
    if let run = now.run, let planned = agreed.run, run != planned {
      throw LectureError(
        .runChanged, "Lecture \(number) is in its run \(run) now, not in run \(planned); nothing was sent.",
        reason: "It was settled and reopened since you were asked.", advice: "Look at it, and begin anew.")
    }
    if agreed.isOpen == true, now.isOpen == false {
      let isSettlement = if case .settlement = deed { true } else { false }
      throw LectureError(
        .closed, "Lecture \(number) was settled since you were asked; nothing was sent.",
        advice: isSettlement ? nil : "It can be bought, and rated, when its teacher opens the next run.")
    }
  }
}

/// A lecture as somebody agreed to do something with it; what is nil is not held against it.
struct AgreedLecture: Sendable {
  /// The value of a purchase.
  var price: Amount?
  var run: UInt64?
  var isOpen: Bool?
}

extension LectureError {
  /// The account took back what it paid for the run: that neither counts as bought, nor can it be rated.
  static func reclaimed(_ deed: LectureAction, call: String? = nil, cause: LectureError? = nil) -> LectureError {
    let isRating = if case .evaluation = deed { true } else { false }
    return LectureError(
      .refused,
      "You took the payment for this run of lecture \(deed.lecture) back\(isRating ? ": you can’t rate it" : "").",
      reason: isRating
        ? "The contract takes who reclaimed for no student any more, and a rating goes with the payment; nothing was sent."
        : "The contract sells a run only once to each student; nothing was sent.",
      call: call ?? cause?.call, advice: "You can buy the lecture again when its teacher opens the next run.",
      cause: cause)
  }
}
