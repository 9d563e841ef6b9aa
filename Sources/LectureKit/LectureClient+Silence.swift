import ContractClient
import NodeRPC
import Primitives

// The old contracts refuse without a word. Their answers to other questions show why, most of the time.
extension LectureClient {
  /// A teacher who opens two alike in one block gets one id for both, which v2 refuses.
  func reasonAgainstCreating(_ error: ContractError) -> LectureError {
    silent(
      error, "The contract refuses the new lecture",
      reason: "Usual reason: you opened one at the same price in the same block.", advice: "Try again in a moment.")
  }

  func reasonAgainstReopening(
    _ number: UInt256, by account: Address, _ error: ContractError
  ) async throws -> LectureError {
    let lecture = try await lecture(number)
    if let teacher = lecture.teacher, teacher != account {
      return LectureError(
        .notTeacher, "Only the lecture's teacher can do this.",
        reason: "The teacher of lecture \(number) is \(teacher).",
        call: error.call, cause: error)
    }
    if lecture.isOpen == true {
      return LectureError(
        .stillOpen, "Lecture \(number) is still open.", call: error.call,
        advice: "It can be reopened after its present run is settled.", cause: error)
    }
    return silent(
      error, "The contract does not reopen lecture \(number)",
      reason: "Usual reasons: \(lecture.isOpen == nil ? "it is still open, or " : "")it has had all its five runs.",
      facts: .refusal(.noMoreRuns))
  }

  func reasonAgainstBuying(_ lecture: Lecture, _ error: ContractError) -> LectureError {
    if lecture.isOpen == false { return closed(lecture.number, error) }
    return silent(
      error, "The contract does not sell lecture \(lecture.number)",
      reason: "Usual reasons: \(lecture.isOpen == nil ? "it is closed, or " : "")it was reopened at another price.",
      facts: .refusal(.wrongPayment))
  }

  func reasonAgainstRating(
    _ number: UInt256, by student: Address, _ error: ContractError
  ) async throws -> LectureError {
    guard try await isStudent(student, of: number) else {
      return LectureError(
        .notStudent, "You are not a student of lecture \(number).", call: error.call, cause: error)
    }
    // A student's rating is refused for one reason only.
    return closed(number, error)
  }

  func reasonAgainstSettling(
    _ number: UInt256, by account: Address, _ error: ContractError
  ) async throws -> LectureError {
    let owner = try await owner()
    guard owner == account else {
      return LectureError(
        .notOwner, "Only the owner of the contract can do this.", reason: "Its owner is \(owner).", call: error.call,
        cause: error)
    }
    if try await points(number).count == 0 {
      return LectureError(
        .refused, "Lecture \(number) cannot be settled: nobody has rated it yet.",
        reason: "The share of its teacher depends on the average, and this contract fails where there is none.",
        call: error.call, advice: "Settle it after its first rating.", cause: error)
    }
    let total = Amount(wei: try await market.getLectureTotalCost(lectureNumber: number).call())
    let held = try await connection.node.balance(of: market.address)
    if held < total {
      return LectureError(
        .refused, "The contract has not enough left to settle lecture \(number).",
        reason:
          "It holds \(held.formatted(in: session.unit)) of \(total.formatted(in: session.unit)) \(session.unit.symbol): anybody can make it pay early, by payBalance.",
        call: error.call, cause: error)
    }
    return silent(
      error, "The contract does not settle lecture \(number)",
      reason: "Usual reason: the address of its teacher or of the owner takes no money.")
  }

  /// Whether it is a lecture of an old contract that is known to be closed: one of v2.
  func isOldAndClosed(_ number: UInt256) async throws -> Bool {
    guard generation == .v2 else { return false }
    return try await areOpen([answer(about: number, market.getLectureID(lectureNumber: number))]) == [false]
  }

  func settledAlready(_ number: UInt256) -> LectureError {
    LectureError(
      .closed, "Lecture \(number) is settled already; nothing was sent.",
      reason: "This contract would settle it once more, and pay nobody.",
      advice: "A run is settled once; its teacher can reopen the lecture.")
  }

  func boughtAlready(_ number: UInt256) -> LectureError {
    LectureError(
      .boughtAlready, "You have bought lecture \(number) already; nothing was sent.",
      reason: "This contract would take the money once more. It does not tell which run you bought.")
  }

  func unknownPrice(of lecture: Lecture) -> LectureError {
    guard lecture.openedAtBlock == nil else {
      return LectureError(
        .priceUnknown, "Lecture \(lecture.number) cannot be bought: its price cannot be paid.",
        reason: "Its teacher opened it for nothing or for more than there is, which this contract lets pass.")
    }
    let first = session.deploymentBlock
    return LectureError(
      .priceUnknown, "The price of lecture \(lecture.number) is not known.",
      reason: "This contract tells prices only in its logs, and from block \(first) on the node has none of it.",
      facts: .logs(from: first))
  }

  private func closed(_ number: UInt256, _ error: ContractError) -> LectureError {
    LectureError(
      .closed, "Lecture \(number) is closed.", call: error.call,
      advice: "Its run is settled; it can be bought again when its teacher reopens it.", cause: error)
  }

  private func silent(
    _ error: ContractError, _ what: String, reason: String, advice: String? = nil, facts: LectureError.Facts? = nil
  ) -> LectureError {
    LectureError(
      .refused, "\(what) and gives no reason; nothing was sent.", reason: reason, call: error.call, advice: advice,
      facts: facts, cause: error)
  }
}
