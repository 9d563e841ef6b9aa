import Foundation
import GRDB
import Keys
import Primitives

extension Outbox {
  /// Writes down what the chain shows and this outbox does not know: it was mined, so nothing is sent for it any more.
  ///
  /// - Parameters:
  ///   - draft: what it did; its label can only tell what the chain does.
  ///   - time: of its block, in seconds since 1970.
  /// - Returns: false if it is there already, or another one has its key.
  package func restore(
    _ draft: IntentDraft, _ attempt: AttemptDraft, _ outcome: IntentOutcome, at time: UInt64?
  ) async throws -> Bool {
    try await write(.relaxed) { db, file in
      guard let nonce = Int64(exactly: attempt.nonce) else { return false }
      let known = try Row.fetchOne(
        db, sql: "SELECT 1 FROM attempt WHERE hash = ?", arguments: [Data(attempt.hash.bytes)])
      guard known == nil else { return false }
      let moment = Int64(clamping: time ?? file.clock())
      try db.execute(
        sql: """
          INSERT OR IGNORE INTO intent (
            chain, account, key, label, receiver, value, data, digest, cost, maximum, state, nonce, chosen, run, created,
            changed, block, blockHash, fee)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, '', ?, ?, ?, ?, ?)
          """,
        arguments: [
          draft.chain.description, Data(draft.account.bytes), draft.key?.description, draft.label,
          draft.to.map { Data($0.bytes) }, "\(draft.value.wei)", Data(draft.data), Data(draft.digest),
          "\((outcome.cost ?? draft.cost).wei)", "\((outcome.cost ?? draft.cost).wei)", outcome.state.rawValue, nonce,
          moment, moment,
          outcome.block.map { Int64(clamping: $0) }, outcome.blockHash.map { Data($0.bytes) },
          outcome.fee.map { "\($0.wei)" },
        ])
      guard db.changesCount == 1 else { return false }
      try db.execute(
        sql: """
          INSERT INTO attempt (intent, hash, senderTxHash, raw, nonce, kind, maximumPerGas, signed, broadcast)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          db.lastInsertedRowID, Data(attempt.hash.bytes), attempt.senderTxHash.map { Data($0.bytes) },
          Data(attempt.raw), nonce, attempt.kind.rawValue, "\(attempt.maximumPerGas)", moment, moment,
        ])
      return true
    }
  }
}
