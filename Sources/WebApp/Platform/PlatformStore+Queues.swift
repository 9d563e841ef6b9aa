import Database
import Primitives
import StrictJSON

// The queues of actions that wallets are asked for one after the other.
extension PlatformStore {
  /// For so many seconds a queue is kept.
  private static let queueLifetime: Int64 = 30 * 86_400

  /// Keeps a new queue; old ones are forgotten, and what was sent for them stands by itself.
  func add(_ queue: WalletQueue) async throws {
    try await database.write(turn: "proposals") { db in
      try db.execute("DELETE FROM queue WHERE made < ?", [queue.made - Self.queueLifetime])
      try db.execute(
        "INSERT INTO queue (id, account, actions, back, next, made) VALUES (?, ?, ?, ?, ?, ?)",
        [
          queue.id, queue.account.checksummed, JSON.array(queue.actions.map(\.json)).serialized(), queue.back.text,
          queue.next.text, queue.made,
        ])
    }
  }

  /// The queue of an account by its name; nil for another's, and for none.
  func queue(_ id: String, of account: Address) async throws -> WalletQueue? {
    try await database.read { db in
      try db.row("SELECT * FROM queue WHERE id = ? AND account = ?", [id, account.checksummed]).map {
        try WalletQueue($0)
      }
    }
  }

  /// The newest proposal for each place of a queue.
  func parts(of queue: WalletQueue) async throws -> [WalletProposal?] {
    let all = try await database.read { db in
      try db.rows("SELECT * FROM proposal WHERE queue = ? ORDER BY number", [queue.id]).map { try WalletProposal($0) }
    }
    return queue.actions.indices.map { index in all.last { $0.place?.index == index } }
  }
}
