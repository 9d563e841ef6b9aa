import Database
import Primitives

/// One account on one chain, as an outbox has it: what was sent under which key, and with which nonce.
package struct OutboxAccount: Sendable {
  let outbox: Outbox
  let address: Address
  let chain: ChainMark

  /// The live or successful one with a key; nil if there is none.
  package func find(_ key: IntentKey) async throws -> Intent? {
    try await outbox.read { db, store in try rows(db, store).intent(key: key) }
  }

  /// The intents with a key that were signed and have ended without effect, as far as nodes said, the newest first.
  package func bound(_ key: IntentKey) async throws -> [Intent] {
    try await outbox.read { db, store in try rows(db, store).bound(key: key) }
  }

  /// The intent with another key of the same family that was mined, or may be; nil if there is none.
  package func sameFamily(as key: IntentKey) async throws -> Intent? {
    try await outbox.read { db, store in
      try rows(db, store).sameFamily(as: key)
    }
  }

  /// Whether there is one whose key begins so, unless it was never signed and has ended.
  package func hasKeys(beginning text: String) async throws -> Bool {
    try await outbox.read { db, _ in
      try db.row(
        """
        SELECT 1 FROM intent WHERE chain = ? AND account = ? AND key >= ? AND key < ? AND key IS NOT NULL
          AND superseded = 0 AND state <> 'expired' LIMIT 1
        """, [chain, address, text, text + "\u{10FFFF}"]) != nil
    }
  }

  /// The last nonce of an account that a mined transaction of ours had, with the block it was seen in.
  package func lastMined() async throws -> Intent? {
    try await outbox.read { db, store in try rows(db, store).lastMined() }
  }

  /// The intents of an account that were mined with a nonce from this on, the last first; a thousand at most.
  package func consumed(from nonce: UInt64) async throws -> [Intent] {
    try await outbox.read { db, store in
      try rows(db, store).consumed(from: nonce)
    }
  }

  func rows(_ db: Connection, _ store: any OutboxStore) -> AccountRows {
    AccountRows(db: db, store: store, chain: chain, account: address)
  }
}
