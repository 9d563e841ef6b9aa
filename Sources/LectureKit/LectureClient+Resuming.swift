import Outbox
import Primitives
import Sending

/// The action, lecture and run that a key of the outbox stands for.
struct AgreedAction: Sendable {
  let deed: LectureAction
  let contract: Address
  /// The run, of a contract that has runs.
  let run: UInt64?
  /// The block in which the run was opened, of one that does not.
  let openedAtBlock: UInt64?

  /// - Returns: nil for a key that is about no lecture.
  init?(_ key: IntentKey?) {
    let words = key?.description.split(separator: " ", omittingEmptySubsequences: false) ?? []
    guard words.count == 5, let contract = try? Address(String(words[1])),
      let lecture = try? UInt256(parsing: String(words[2])), let deed = LectureAction(words[0], of: lecture),
      let number = UInt64(words[4]), words[3] == "run" || words[3] == "opened"
    else { return nil }
    self.deed = deed
    self.contract = contract
    (run, openedAtBlock) = words[3] == "run" ? (number, nil) : (nil, number)
  }
}

extension LectureClient {
  /// The contract of the lecture that something in the outbox is about; nil if it is about none.
  public static func contract(of intent: Intent) -> Address? { AgreedAction(intent.key)?.contract }

  /// Makes sure that what an earlier run wrote down and did not sign still holds: it may have waited for days. One
  /// that is about no lecture of this contract holds.
  ///
  /// - Throws: `LectureError` `.priceChanged`, `.runChanged`, `.closed`, `.boughtAlready`, with what changed; a
  ///   `NodeError`.
  public func checkAgain(_ intent: Intent) async throws {
    guard let agreed = AgreedAction(intent.key), agreed.contract == market.address else { return }
    let (deed, number) = (agreed.deed, agreed.deed.lecture)
    let now = try await lecture(number)
    let wasOpen: Bool? = if case .reopening = deed { nil } else { true }
    try check(now, for: deed, against: AgreedLecture(price: intent.value, run: agreed.run, isOpen: wasOpen))
    if let opened = now.openedAtBlock, let planned = agreed.openedAtBlock, opened != planned {
      throw LectureError(
        .runChanged, "Lecture \(number) was reopened in block \(opened); nothing was sent.",
        reason: "You agreed to its run of block \(planned).", advice: "Look at it, and begin anew.")
    }
    if case .purchase = deed, !generation.hasRecords, try await isStudent(intent.account, of: number) {
      throw boughtAlready(number)
    }
  }
}
