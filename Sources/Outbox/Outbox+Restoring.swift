import Foundation
import GRDB
import Keys
import Primitives

extension Outbox {
  /// Writes down what the chain shows and this outbox does not know: it was mined, so nothing is sent for it any more.
  ///
  /// - Parameters:
  ///   - draft: the intent's values; its label can only say what the chain does.
  ///   - time: of its block, in seconds since 1970.
  ///   - isLost: whether rows were lost, so that it may be one of them; nil for what is not looked up for a send.
  /// - Returns: false if it is there already, or another one has its key.
  package func restore(
    _ draft: IntentDraft, _ attempt: AttemptDraft, _ outcome: IntentOutcome, at time: UInt64?, isLost: Bool? = nil
  ) async throws -> Bool {
    try await write(.relaxed) { db, file in
      guard let nonce = Int64(exactly: attempt.nonce) else { return false }
      let known = try Row.fetchOne(
        db, sql: "SELECT 1 FROM attempt WHERE hash = ?", arguments: [Data(attempt.hash.bytes)])
      guard known == nil else { return false }
      let moment = Int64(clamping: time ?? file.clock())
      if let intent = try db.withoutBytes(draft, nonce) {
        try db.give(intent, attempt, outcome, at: moment)
        return true
      }
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
      let intent = db.lastInsertedRowID
      try db.add(attempt, to: intent, at: moment)
      if let isLost {
        try db.execute(sql: "INSERT INTO found (id, wasLost) VALUES (?, ?)", arguments: [intent, isLost ? 1 : 0])
      }
      return true
    }
  }
}

extension Database {
  /// One that was signed with a nonce, does what a draft does, and lost its bytes when the outbox was rebuilt.
  fileprivate func withoutBytes(_ draft: IntentDraft, _ nonce: Int64) throws -> Int64? {
    try Intent.fetch(
      self,
      """
      WHERE chain = ? AND account = ? AND nonce = ? AND state = 'unpublished' AND superseded = 0
        AND NOT EXISTS (SELECT 1 FROM attempt WHERE intent = intent.id)
      """, [draft.chain.description, Data(draft.account.bytes), nonce]
    ).first { $0.does(draft.to, draft.value, draft.data) }?.id
  }

  /// Gives one the bytes that it had, as the chain shows them.
  fileprivate func give(
    _ intent: Int64, _ attempt: AttemptDraft, _ outcome: IntentOutcome, at moment: Int64
  ) throws {
    try add(attempt, to: intent, at: moment)
    try execute(
      sql: """
        UPDATE intent SET state = ?, owner = NULL, block = ?, blockHash = ?, fee = ?, cost = coalesce(?, cost),
          reason = NULL, changed = ? WHERE id = ?
        """,
      arguments: [
        outcome.state.rawValue, outcome.block.map { Int64(clamping: $0) }, outcome.blockHash.map { Data($0.bytes) },
        outcome.fee.map { "\($0.wei)" }, outcome.cost.map { "\($0.wei)" }, moment, intent,
      ])
  }

  fileprivate func add(_ attempt: AttemptDraft, to intent: Int64, at moment: Int64) throws {
    try execute(
      sql: """
        INSERT INTO attempt (intent, hash, senderTxHash, raw, nonce, kind, maximumPerGas, signed, broadcast)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        intent, Data(attempt.hash.bytes), attempt.senderTxHash.map { Data($0.bytes) }, Data(attempt.raw),
        Int64(clamping: attempt.nonce), attempt.kind.rawValue, "\(attempt.maximumPerGas)", moment, moment,
      ])
  }
}
