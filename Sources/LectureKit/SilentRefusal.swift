import ContractClient
import NodeRPC
import Primitives

/// A refusal of a contract of 2018, which gives no reason: its answers to other questions show one, most of the time.
struct SilentRefusal: Sendable {
  let client: LectureClient
  let error: ContractError

  /// A teacher who opens two alike in one block gets one id for both, which v2 refuses.
  func ofCreating() -> LectureError {
    silent(
      "The contract refuses the new lecture",
      reason: "Usual reason: you opened one at the same price in the same block.", advice: "Try again in a moment.")
  }

  func ofReopening(_ number: UInt256, by account: Address) async throws -> LectureError {
    let lecture = try await client.lecture(number)
    if let teacher = lecture.teacher, teacher != account {
      return refusal(
        .notTeacher, "Only the lecture's teacher can do this.",
        reason: "The teacher of lecture \(number) is \(teacher).")
    }
    if lecture.isOpen == true {
      return refusal(
        .stillOpen, "Lecture \(number) is still open.",
        advice: "It can be reopened after its present run is settled.")
    }
    return silent(
      "The contract does not reopen lecture \(number)",
      reason: "Usual reasons: \(lecture.isOpen == nil ? "it is still open, or " : "")it has had all its five runs.",
      facts: .refusal(.noMoreRuns))
  }

  func ofBuying(_ lecture: Lecture) -> LectureError {
    if lecture.isOpen == false { return closed(lecture.number) }
    return silent(
      "The contract does not sell lecture \(lecture.number)",
      reason: "Usual reasons: \(lecture.isOpen == nil ? "it is closed, or " : "")it was reopened at another price.",
      facts: .refusal(.wrongPayment))
  }

  func ofRating(_ number: UInt256, by student: Address) async throws -> LectureError {
    guard try await client.isStudent(student, of: number) else {
      return refusal(.notStudent, "You are not a student of lecture \(number).")
    }
    // A student's rating is refused for one reason only.
    return closed(number)
  }

  func ofSettling(_ number: UInt256, by account: Address) async throws -> LectureError {
    let owner = try await client.owner()
    guard owner == account else {
      return refusal(.notOwner, "Only the owner of the contract can do this.", reason: "Its owner is \(owner).")
    }
    if try await client.points(number).count == 0 {
      return refusal(
        .refused, "Lecture \(number) cannot be settled: nobody has rated it yet.",
        reason: "The share of its teacher depends on the average, and this contract fails where there is none.",
        advice: "Settle it after its first rating.")
    }
    let total = Amount(wei: try await client.market.getLectureTotalCost(lectureNumber: number).call())
    let held = try await client.connection.node.balance(of: client.market.address)
    if held < total {
      return refusal(
        .refused, "The contract has not enough left to settle lecture \(number).",
        reason:
          "It holds \(held.formatted(in: client.session.unit)) of \(total.formatted(in: client.session.unit)) \(client.session.unit.symbol): anybody can make it pay early, by payBalance."
      )
    }
    return silent(
      "The contract does not settle lecture \(number)",
      reason: "Usual reason: the address of its teacher or of the owner takes no money.")
  }

  private func closed(_ number: UInt256) -> LectureError {
    refusal(
      .closed, "Lecture \(number) is closed.",
      advice: "Its run is settled; it can be bought again when its teacher reopens it.")
  }

  private func silent(
    _ what: String, reason: String, advice: String? = nil, facts: LectureError.Facts? = nil
  ) -> LectureError {
    refusal(
      .refused, "\(what) and gives no reason; nothing was sent.", reason: reason, advice: advice,
      facts: facts)
  }

  private func refusal(
    _ code: LectureError.Code, _ message: String, reason: String? = nil, advice: String? = nil,
    facts: LectureError.Facts? = nil
  ) -> LectureError {
    LectureError(code, message, reason: reason, call: error.call, advice: advice, facts: facts, cause: error)
  }
}
