import Foundation
import Outbox
import Primitives

/// A transfer that is begun at once and signed when a file says so: in between its process may stand still for as long as
/// somebody likes.
struct LateSignature: Codable, Sendable {
  /// The address of the outbox's server.
  var outbox: String
  /// Where the process writes its number when it has begun.
  var begun: String
  /// The file that says so.
  var go: String

  /// The status of a process whose work is another's by then.
  static let takenForDead: Int32 = 17

  /// The transfer.
  static var draft: IntentDraft {
    IntentDraft(
      chain: ChainMark(chainID: 1337), account: Address(truncating: 7), key: IntentKey("once"), label: "a transfer",
      to: Address(truncating: 8), value: Amount(wei: 1), cost: Amount(wei: 21_001))
  }

  /// Bytes that are told apart by a number.
  static func signed(_ number: Int) -> AttemptDraft {
    AttemptDraft(
      hash: Keccak256.hash(Array("\(number)".utf8)), raw: [1, 2, 3], nonce: 0, kind: .first, maximumPerGas: 5)
  }

  /// Begins it and signs it.
  func follow() async throws {
    let outbox = CrashJob.open(outbox)
    guard case .begun(let intent, _) = try await outbox.begin(Self.draft, count: 0) else { exit(2) }
    try "\(getpid())".write(toFile: begun, atomically: true, encoding: .utf8)
    while access(go, F_OK) != 0 { usleep(20_000) }
    do {
      try await outbox.record(Self.signed(1), of: intent.id, label: "")
    } catch let error as OutboxError where error.code == .takenForDead {
      exit(Self.takenForDead)
    }
  }
}
