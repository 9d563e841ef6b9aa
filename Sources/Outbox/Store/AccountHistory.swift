import Database
import Primitives

/// The nonces of an account on a chain that are accounted for: each is one of the outbox's own transactions, was found
/// on the chain, or was used before the outbox knew the account.
struct AccountHistory: Sendable, Hashable {
  /// The count of the account when it was used from here first; nil as long as no node gave it.
  var first: UInt64?
  /// All nonces below are accounted for; nil as ``first``.
  var known: UInt64?
  /// The one above the highest that was ever reserved here.
  var next: UInt64
  /// Set where rows were lost: nonces below were signed, and perhaps others.
  var lost: UInt64?
  /// The time when it was last written, by the wall clock in seconds since 1970.
  var changed: UInt64

  init(first: UInt64? = nil, known: UInt64? = nil, next: UInt64 = 0, lost: UInt64? = nil, changed: UInt64) {
    (self.first, self.known, self.next, self.lost, self.changed) = (first, known, next, lost, changed)
  }

  fileprivate init(_ row: Row) throws {
    try RowChecksum.verify(row)
    self.init(
      first: try row.optional("first"), known: try row.optional("known"), next: try row.value("next"),
      lost: try row.optional("lost"), changed: try row.value("changed"))
  }
}

/// An account on a chain, as a file has it.
struct AccountQueue: Sendable, Hashable {
  let chain: String
  let account: Address

  init(chain: String, account: Address) { (self.chain, self.account) = (chain, account) }

  init(_ row: Row) throws { self.init(chain: try row.value("chain"), account: try row.value("account")) }
}

extension Connection {
  /// The history of an account on a chain; nil if the file has none yet.
  func history(of queue: AccountQueue) throws -> AccountHistory? {
    try row(
      "SELECT * FROM accountQueue WHERE chain = ? AND account = ?",
      [queue.chain, queue.account]
    ).map { try AccountHistory($0) }
  }

  /// The histories of all accounts.
  func histories() throws -> [AccountQueue: AccountHistory] {
    var found: [AccountQueue: AccountHistory] = [:]
    for row in try rows("SELECT * FROM accountQueue") {
      found[try AccountQueue(row)] = try AccountHistory(row)
    }
    return found
  }

  func keep(_ history: AccountHistory, of queue: AccountQueue) throws {
    try insert(
      "accountQueue",
      """
      (chain, account, first, known, next, lost, changed) VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (chain, account) DO UPDATE SET first = excluded.first, known = excluded.known,
        next = excluded.next, lost = excluded.lost, changed = excluded.changed
      """, [queue.chain, queue.account, history.first, history.known, history.next, history.lost, history.changed])
  }

  /// Whether the file was made of what could be read of another.
  var isRebuilt: Bool {
    get throws { try value("SELECT isRebuilt FROM store") ?? true }
  }
}
