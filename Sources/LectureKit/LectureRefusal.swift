import ContractABI
import ContractClient
import Primitives

/// The meaning of a contract's refusal for the user, and what to do about it: the contract's reasons, as a table.
enum LectureRefusal {
  private struct Row {
    let reason: String
    let code: LectureError.Code
    let message: String
    let advice: String
  }

  private static let rows: [Row] = [
    Row(
      reason: "no such lecture", code: .unknownLecture, message: "There is no such lecture.",
      advice: "`lectures list` shows which there are."),
    Row(
      reason: "lecture closed", code: .closed, message: "The lecture is closed.",
      advice: "Its run is settled: it can be bought, and rated, when its teacher reopens it."),
    Row(
      reason: "settled already", code: .closed, message: "The lecture is settled already.",
      advice: "A run is settled once. `lectures show` tells when."),
    Row(
      reason: "lecture still open", code: .stillOpen, message: "The lecture is still open.",
      advice: "It can be reopened after its present run is settled."),
    Row(
      reason: "own lecture", code: .ownLecture, message: "This is your own lecture.",
      advice: "A teacher can neither buy nor rate the own lecture; use a student's account (--from)."),
    Row(
      reason: "bought already", code: .boughtAlready, message: "You have bought this lecture already.",
      advice: "Rate it with `lectures evaluate`."),
    Row(
      reason: "not a student of this run", code: .notStudent, message: "You are not a student of this lecture.",
      advice: "Buy it first with `lectures purchase`, or choose the account that did (--from)."),
    Row(
      reason: "rated already", code: .ratedAlready, message: "You have rated this lecture already.",
      advice: "A run is rated once; `lectures mine` shows your rating."),
    Row(
      reason: "wrong payment", code: .priceChanged, message: "The price has changed.",
      advice: "Look at it with `lectures show` and buy again."),
    Row(
      reason: "reclaimed already", code: .refused, message: "You took the payment for this run back.",
      advice: "You can buy the lecture again when its teacher opens the next run."),
    Row(
      reason: "too early to reclaim", code: .refused, message: "The payment cannot be taken back yet.",
      advice: "That is possible 90 days after the purchase, if the run is not settled; `lectures mine` tells from when."
    ),
    Row(
      reason: "no more runs", code: .refused, message: "The lecture has had all its runs.",
      advice: "Open a new lecture with `lectures create`."),
    Row(
      reason: "cost is too high", code: .invalidPrice, message: "The price is above 10,000,000,000 KLAY.",
      advice: "Give a smaller price."),
    Row(
      reason: "not the teacher", code: .notTeacher, message: "Only the lecture's teacher can do this.",
      advice: "Choose the teacher's account (--from)."),
    Row(
      reason: "not the owner", code: .notOwner, message: "Only the owner of the contract can do this.",
      advice: "Choose the owner's account (--from)."),
  ]

  /// The refusal in the platform's words; an error that is none of its reasons stays as it is.
  static func explained(_ error: ContractError, lectureNumber: UInt256?) -> any Error {
    guard error.code == .reverted, case .message(let reason) = error.revert,
      let row = rows.first(where: { $0.reason == reason })
    else { return isSilent(error) ? unexplained(error) : error }
    let subject = lectureNumber.map { "Lecture \($0): the" } ?? "The"
    return LectureError(
      row.code, row.message, reason: "\(subject) contract says ‘\(reason)’; nothing was sent.", call: error.call,
      advice: row.advice, cause: error)
  }

  /// Whether it is a refusal without a word.
  static func isSilent(_ error: ContractError) -> Bool { error.code == .reverted && error.revert == .empty }

  /// The reason that was found for a refusal without one; where even the looking fails, the usual ones.
  static func told(_ error: ContractError, by search: (ContractError) async throws -> LectureError) async
    -> LectureError
  {
    do {
      return try await search(error)
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
      call: error.call, advice: "Check with `lectures show` and `lectures students --check`.", cause: error)
  }
}
