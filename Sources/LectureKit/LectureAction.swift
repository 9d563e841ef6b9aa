import Outbox
import Primitives

/// An action that an account does once only for each run of a lecture.
public struct LectureAction: Sendable, Hashable {
  /// The raw value is the word in the outbox's keys.
  enum Kind: String, Sendable {
    case purchase
    case evaluation = "evaluate"
    case settlement = "settle"
    case reopening = "reopen"
  }

  let kind: Kind
  /// The lecture's number.
  public let lecture: UInt256

  /// Buying the run, by the lecture's number.
  public static func purchase(_ lecture: UInt256) -> LectureAction { LectureAction(kind: .purchase, lecture: lecture) }
  /// Rating the run, by the lecture's number.
  public static func evaluation(_ lecture: UInt256) -> LectureAction {
    LectureAction(kind: .evaluation, lecture: lecture)
  }
  /// Settling the run, by the lecture's number; only the owner does.
  public static func settlement(_ lecture: UInt256) -> LectureAction {
    LectureAction(kind: .settlement, lecture: lecture)
  }
  /// Opening the run that follows the settled one, by the lecture's number; only its teacher does.
  public static func reopening(_ lecture: UInt256) -> LectureAction {
    LectureAction(kind: .reopening, lecture: lecture)
  }

  /// The calldata, whatever follows the lecture's number.
  var call: Bytes {
    switch kind {
    case .purchase: LectureMarket.Calldata.purchaseLecture(lectureNumber: lecture)
    case .evaluation:
      LectureMarket.Calldata.evaluateLecture(
        lectureNumber: lecture, preparationPoint: 0, contentPoint: 0, proceedPoint: 0, communicationPoint: 0,
        satisfactionPoint: 0)
    case .settlement: LectureMarket.Calldata.acceptAdmin(lectureNumber: lecture)
    case .reopening: LectureMarket.Calldata.recreateLecture(lectureNumber: lecture, lectureCost: 0)
    }
  }
}

// The idempotency keys: contract, lecture and run, beside the account and the chain.
extension LectureAction {
  /// The beginning of all keys of this action.
  func keyBeginning(at contract: Address) -> String { "\(kind.rawValue) \(contract.lowercaseHex) \(lecture) " }

  /// The key for a run, of a contract that has runs: each of these does an action once only for a run.
  func key(run: UInt64, at contract: Address) -> IntentKey {
    IntentKey("\(keyBeginning(at: contract))run \(run)", isGuarded: true)
  }

  /// The key of a contract of 2018, which has no runs: by the block of the last opening, as far as the logs show it.
  ///
  /// These contracts take the money of a student twice, so purchases of all openings are one family: a node that gives
  /// another opening, or none, has nothing paid twice.
  func key(openedAtBlock block: UInt64?, at contract: Address) -> IntentKey? {
    let start = keyBeginning(at: contract)
    let opening = "opened \(block.map { "\($0)" } ?? "unknown")"
    if kind == .purchase { return IntentKey(opening, in: start) }
    return block == nil ? nil : IntentKey(start + opening)
  }
}

/// The action, lecture and run that a key of the outbox stands for.
struct AgreedAction: Sendable {
  let action: LectureAction
  let contract: Address
  /// The run, of a contract that has runs.
  let run: UInt64?
  /// The block in which the run was opened, of one that does not.
  let openedAtBlock: UInt64?

  /// - Returns: nil for a key that is about no lecture.
  init?(_ key: IntentKey?) {
    let words = key?.description.split(separator: " ", omittingEmptySubsequences: false) ?? []
    guard words.count == 5, let contract = try? Address(String(words[1])),
      let lecture = try? UInt256(parsing: String(words[2])), let kind = LectureAction.Kind(rawValue: String(words[0])),
      let number = UInt64(words[4]), words[3] == "run" || words[3] == "opened"
    else { return nil }
    action = LectureAction(kind: kind, lecture: lecture)
    self.contract = contract
    (run, openedAtBlock) = words[3] == "run" ? (number, nil) : (nil, number)
  }
}
