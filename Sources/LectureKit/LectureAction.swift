import ContractABI
import ContractClient
import Outbox
import Primitives
import Sending

/// An action that an account does once only for each run of a lecture.
public enum LectureAction: Sendable, Hashable {
  /// Buying the run, by the lecture's number.
  case purchase(UInt256)
  /// Rating the run, by the lecture's number.
  case evaluation(UInt256)
  /// Settling the run, by the lecture's number; only the owner does.
  case settlement(UInt256)
  /// Opening the run that follows the settled one, by the lecture's number; only its teacher does.
  case reopening(UInt256)

  /// The lecture's number.
  public var lecture: UInt256 {
    switch self {
    case .purchase(let number), .evaluation(let number), .settlement(let number), .reopening(let number): number
    }
  }

  /// - Parameter word: The text of ``word``.
  init?(_ word: Substring, of lecture: UInt256) {
    switch word {
    case "purchase": self = .purchase(lecture)
    case "evaluate": self = .evaluation(lecture)
    case "settle": self = .settlement(lecture)
    case "reopen": self = .reopening(lecture)
    default: return nil
    }
  }

  fileprivate var word: String {
    switch self {
    case .purchase: "purchase"
    case .evaluation: "evaluate"
    case .settlement: "settle"
    case .reopening: "reopen"
    }
  }
}

extension LectureClient {
  /// The receipt of an action that was done before, by whichever run of whichever program that shares the outbox.
  ///
  /// Bytes that were signed and perhaps not sent are offered again, and waited for. The contract says whether a
  /// purchase or a rating still stands: a payment can be taken back, and the rating goes with it.
  ///
  /// - Returns: nil if it is still to be done.
  /// - Throws: The errors of `ContractCall.send`; `LectureError` `.refused` after a reclaim, `.notShown` where the
  ///   contract does not show what was mined.
  public func earlier(
    _ deed: LectureAction, by account: Address, options: SendOptions = SendOptions()
  ) async throws -> CallReceipt? {
    // Most often there is none, and that costs no question to the node.
    guard try await connection.sender.hasKeys(beginning: beginning(of: deed), of: account),
      let lecture = try await lectureIfTold(deed.lecture), let key = key(deed, in: lecture)
    else { return nil }
    let receipt: CallReceipt?
    do {
      receipt = try await connection.earlier(key, of: account, errors: LectureMarket.abi.errors, options: options)
    } catch let error as ContractError {
      throw LectureRefusal.explained(error, lectureNumber: deed.lecture)
    }
    if let receipt { try await check(that: receipt, stillStandsFor: deed, in: lecture, by: account) }
    return receipt
  }

  /// The idempotency key of an action: contract, lecture and run, beside the account and the chain.
  ///
  /// The contracts of 2018 have no runs: there it is the block of the last opening, as far as the logs show it. They
  /// take the money of a student twice, so purchases of all openings are one family: a node that gives another opening,
  /// or none, has nothing paid twice.
  func key(_ deed: LectureAction, in lecture: Lecture) -> IntentKey? {
    let start = beginning(of: deed)
    if generation.hasRecords { return lecture.run.map { key(deed, run: UInt64($0)) } }
    let opening = "opened \(lecture.openedAtBlock.map { "\($0)" } ?? "unknown")"
    if case .purchase = deed { return IntentKey(opening, in: start) }
    return lecture.openedAtBlock == nil ? nil : IntentKey(start + opening)
  }

  /// The key for a run that is known, of a contract that has runs: each of these does an action once only for a run.
  func key(_ deed: LectureAction, run: UInt64) -> IntentKey {
    IntentKey("\(beginning(of: deed))run \(run)", isGuarded: true)
  }

  /// A lecture, as far as the node shows it.
  func lectureIfTold(_ number: UInt256) async throws -> Lecture? {
    do {
      return try await lecture(number)
    } catch {
      // Of the contracts of 2018 only the logs show it, and not every node has them.
      guard generation.hasRecords else { return nil }
      throw error
    }
  }

  private func beginning(of deed: LectureAction) -> String {
    "\(deed.word) \(market.address.lowercaseHex) \(deed.lecture) "
  }
}
