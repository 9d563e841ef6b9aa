import ContractABI
import ContractClient
import Primitives

/// The contract's reasons to refuse and what they mean for the user, as a table.
enum LectureRefusal {
  private struct Row {
    let refusal: LectureErrors.Refusal
    let code: LectureError.Code
    let message: String
    /// The next step, where that is the same for whoever calls this library.
    let advice: String?

    init(_ refusal: LectureErrors.Refusal, _ code: LectureError.Code, _ message: String, advice: String? = nil) {
      self.refusal = refusal
      self.code = code
      self.message = message
      self.advice = advice
    }
  }

  /// The next step after the payment for a run was taken back.
  static let otherRunAdvice = "You can buy the lecture again if its teacher opens another run: ask the teacher."

  private static let rows: [Row] = [
    Row(.unknownLecture, .unknownLecture, "There is no such lecture."),
    Row(
      .closed, .closed, "The lecture is closed.",
      advice: "Its run is settled: it can be bought, and rated, when its teacher reopens it."),
    Row(.settled, .closed, "The lecture is settled already."),
    Row(
      .stillOpen, .stillOpen, "The lecture is still open.",
      advice: "It can be reopened after its present run is settled."),
    Row(.ownLecture, .ownLecture, "This is your own lecture."),
    Row(.bought, .boughtAlready, "You have bought this lecture already."),
    Row(.notStudent, .notStudent, "You are not a student of this lecture."),
    Row(.rated, .ratedAlready, "You have rated this lecture already."),
    Row(.wrongPayment, .priceChanged, "The price has changed."),
    Row(.reclaimed, .paidBack, "You took the payment for this run back.", advice: otherRunAdvice),
    Row(.reclaimedTooEarly, .refused, "The payment cannot be taken back yet."),
    Row(.noMoreRuns, .refused, "The lecture has had all its runs."),
    Row(
      .costTooHigh, .invalidPrice, "The price is above 10,000,000,000 coins.",
      advice: "Give a smaller price."),
    Row(.notTeacher, .notTeacher, "Only the lecture's teacher can do this."),
    Row(.notOwner, .notOwner, "Only the owner of the contract can do this."),
  ]

  /// The refusal in the platform's words; an error that is none of its reasons stays as it is.
  static func explained(_ error: ContractError, lectureNumber: UInt256?) -> any Error {
    guard error.code == .reverted, case .message(let reason) = error.revert,
      let row = rows.first(where: { $0.refusal.rawValue == reason })
    else { return isSilent(error) ? unexplained(error) : error }
    let subject = lectureNumber.map { "Lecture \($0): the" } ?? "The"
    return LectureError(
      row.code, row.message, reason: "\(subject) contract says ‘\(reason)’; nothing was sent.", call: error.call,
      advice: row.advice, facts: .refusal(row.refusal), cause: error)
  }

  /// The refusal that the contract's records show, where it was not called.
  fileprivate static func shown(_ refusal: LectureErrors.Refusal) -> LectureError {
    let row = rows.first { $0.refusal == refusal }!
    return LectureError(row.code, row.message, advice: row.advice, facts: .refusal(refusal))
  }

  /// Whether it is a refusal without a word.
  static func isSilent(_ error: ContractError) -> Bool { error.code == .reverted && error.revert == .empty }

  /// The reason that was found for a refusal without one; where even the looking fails, the usual ones.
  static func told(_ error: ContractError, by search: () async throws -> LectureError) async
    -> LectureError
  {
    do {
      return try await search()
    } catch let found as LectureError {
      return found
    } catch _ {
      return unexplained(error)
    }
  }

  /// The error where an old contract fails without a word: only the usual reasons can be given.
  private static func unexplained(_ error: ContractError) -> LectureError {
    LectureError(
      .refused, "The contract refuses this call and gives no reason; nothing was sent.",
      reason: "Usual reasons: no such lecture, it is closed, the price is another, or the account may not do this.",
      call: error.call, facts: .noReason, cause: error)
  }
}

extension LectureError {
  /// The refusal that the contract's records show to come, before it is called.
  package static func shown(_ refusal: LectureErrors.Refusal) -> LectureError { LectureRefusal.shown(refusal) }
}
