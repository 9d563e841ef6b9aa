import Database
import Primitives

extension OutboxSchema {
  /// The tables of a server: those of a file, in the state of its newest version, and the leases of the owners.
  ///
  /// Texts that are compared by their order have that of their bytes, whatever the server's language is. A sum is written
  /// after its row, in the same change.
  static let onServer: @Sendable (Connection) throws -> Void = { db in
    let live = IntentState.list(\.isLive)
    let consumed = IntentState.list(\.isConsumed)
    try db.execute(
      """
      CREATE TABLE intent (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        chain TEXT COLLATE "C" NOT NULL,
        account BLOB NOT NULL,
        key TEXT COLLATE "C",
        superseded INTEGER NOT NULL DEFAULT 0,
        label TEXT NOT NULL,
        receiver BLOB,
        value TEXT NOT NULL,
        data BLOB NOT NULL,
        digest BLOB NOT NULL,
        cost TEXT NOT NULL,
        state TEXT NOT NULL,
        nonce INTEGER,
        chosen INTEGER NOT NULL DEFAULT 0,
        owner TEXT,
        run TEXT NOT NULL,
        created INTEGER NOT NULL,
        changed INTEGER NOT NULL,
        block INTEGER,
        blockHash BLOB,
        fee TEXT,
        reason TEXT,
        waitLimit TEXT,
        waitSpeed TEXT,
        deadline INTEGER,
        isPlain INTEGER NOT NULL DEFAULT 0,
        evidence TEXT,
        maximum TEXT,
        blockTime INTEGER,
        checksum BLOB
      );
      CREATE UNIQUE INDEX intentKey ON intent (chain, account, key)
        WHERE key IS NOT NULL AND superseded = 0 AND state IN (\(live), 'final');
      CREATE UNIQUE INDEX intentNonce ON intent (chain, account, nonce)
        WHERE nonce IS NOT NULL AND chosen = 0 AND state IN (\(live));
      CREATE INDEX intentLive ON intent (chain, account) WHERE state IN (\(live));
      CREATE INDEX intentConsumed ON intent (chain, account, nonce) WHERE state IN (\(consumed));
      CREATE INDEX intentEqual ON intent (chain, account, digest, created);
      CREATE INDEX intentDay ON intent (chain, created);
      CREATE INDEX intentRun ON intent (run);
      CREATE INDEX intentOpen ON intent (account, nonce) WHERE \(IntentState.openCondition);
      CREATE INDEX intentAnyChain ON intent (account, key) WHERE key IS NOT NULL AND superseded = 0;
      CREATE INDEX intentBlockTime ON intent (chain, blockTime) WHERE blockTime IS NOT NULL;
      CREATE TABLE attempt (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        intent INTEGER NOT NULL REFERENCES intent (id) ON DELETE CASCADE,
        hash BLOB NOT NULL UNIQUE,
        senderTxHash BLOB,
        raw BLOB NOT NULL,
        handedOver INTEGER NOT NULL DEFAULT 0,
        nonce INTEGER NOT NULL,
        kind TEXT NOT NULL,
        maximumPerGas TEXT NOT NULL,
        signed INTEGER NOT NULL,
        broadcast INTEGER,
        refused INTEGER,
        checksum BLOB
      );
      CREATE INDEX attemptIntent ON attempt (intent);
      CREATE INDEX attemptSender ON attempt (senderTxHash) WHERE senderTxHash IS NOT NULL;
      CREATE TABLE store (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        name TEXT NOT NULL,
        isRebuilt INTEGER NOT NULL,
        checksum BLOB
      );
      CREATE TABLE accountQueue (
        id INTEGER PRIMARY KEY,
        chain TEXT COLLATE "C" NOT NULL,
        account BLOB NOT NULL,
        first INTEGER,
        known INTEGER,
        next INTEGER NOT NULL,
        lost INTEGER,
        changed INTEGER NOT NULL,
        checksum BLOB,
        UNIQUE (chain, account)
      );
      CREATE TABLE found (
        id INTEGER PRIMARY KEY REFERENCES intent (id) ON DELETE CASCADE,
        wasLost INTEGER NOT NULL,
        checksum BLOB
      );
      """)
    try Lease.makeTable(in: db)
    try db.insert("store", "(id, name, isRebuilt) VALUES (1, ?, 0)", [StoreName.random()])
  }

  /// The name of the request over HTTP that an intent was for.
  static let requestOnServer: @Sendable (Connection) throws -> Void = { db in
    try db.execute("ALTER TABLE intent ADD COLUMN request TEXT")
    try RowChecksum.renew(db, on: "intent")
  }
}
