import Foundation
import GRDB
import Primitives

/// Whether a draft stays within its limits, computed in the change that writes it down: two processes cannot both slip
/// under one.
struct LimitCheck {
  private static let day: UInt64 = 86_400

  let db: Database
  let file: OutboxFile
  let draft: IntentDraft
  /// What is not counted: the draft is what becomes of it.
  let excepted: Int64?

  func run() throws {
    guard let limits = draft.limits, !limits.isEmpty else { return }
    let now = file.clock()
    let since = Int64(clamping: now > Self.day ? now - Self.day : 0)
    // Three questions that an index answers each: an old outbox does not slow a new send. What waits for its price is
    // spent when that is met, whenever it was wanted.
    let (columns, chain) = ("id, cost, run, receiver, created, state", draft.chain.description)
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT \(columns) FROM intent WHERE chain = ? AND created > ?
        UNION SELECT \(columns) FROM intent \(Lane.waiting) AND chain = ?
        UNION SELECT \(columns) FROM intent WHERE run = ? AND chain = ?
        """, arguments: [chain, since, chain, file.owner.id, chain])
    var (command, contract, day) = (draft.cost, draft.cost, draft.cost)
    let receiver = draft.to.map { Data($0.bytes) }
    while let row = try rows.next() {
      if let excepted, Int64.fromDatabaseValue(row["id"]) == excepted { continue }
      let text = String.fromDatabaseValue(row["cost"]) ?? ""
      guard let wei = try? UInt256(parsing: text) else {
        throw SendingError.damagedOutbox(at: file.path ?? "in memory", reason: "An amount in it is '\(text)'.")
      }
      let cost = Amount(wei: wei)
      if String.fromDatabaseValue(row["run"]) == file.owner.id { command = add(command, cost) }
      let isWaiting = String.fromDatabaseValue(row["state"]) == IntentState.waiting.rawValue
      guard isWaiting || Int64.fromDatabaseValue(row["created"]) ?? .min > since else { continue }
      day = add(day, cost)
      if let receiver, Data.fromDatabaseValue(row["receiver"]) == receiver { contract = add(contract, cost) }
    }
    try check(command, limits.perCommand, "in one command")
    try check(day, limits.perDay, "in a day")
    if receiver != nil { try check(contract, limits.perContract, "to one receiver in a day") }
  }

  private func add(_ left: Amount, _ right: Amount) -> Amount { (try? left.adding(right)) ?? Amount(wei: .max) }

  private func check(_ sum: Amount, _ limit: Amount?, _ what: String) throws {
    guard let limit, sum > limit else { return }
    throw SendingError.limitExceeded(sum: sum, limit: limit, what: what, draft: draft)
  }
}
