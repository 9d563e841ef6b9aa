import Database

/// The tables of an outbox, as steps from version to version; a file of version n has gone through n of them.
enum OutboxSchema {
  /// Says in the file's header whose it is: "lOut".
  static let applicationID: Int32 = 0x6c4f_7574

  static let current = DatabaseSchema(
    applicationID: applicationID,
    steps: [
      .adding(first),
      // Programs before do not go on with a send that waits for a price.
      .changing(priceWait), .adding(ended),
      // Programs before have no function for the triggers, and other states.
      .changing(proven), .adding(blockTime),
      // Programs before would not note how far an account's nonces are accounted for.
      .changing(history), .adding(request),
    ],
    serverSteps: [.adding(onServer), .adding(requestOnServer)])

  /// The version of a file whose rows are on a server now: no version of the program sends from one of a later version.
  static let movedVersion = 1_000_000

  static let first: @Sendable (Connection) throws -> Void = { db in
    let live = IntentState.list(\.isLive)
    let consumed = IntentState.list(\.isConsumed)
    // The file itself refuses two live intents with one nonce, and two that count with one key.
    try db.execute(
      """
      CREATE TABLE intent (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        chain TEXT NOT NULL,
        account BLOB NOT NULL,
        key TEXT,
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
        reason TEXT
      ) STRICT;
      CREATE UNIQUE INDEX intentKey ON intent (chain, account, key)
        WHERE key IS NOT NULL AND superseded = 0 AND state IN (\(live), 'final');
      CREATE UNIQUE INDEX intentNonce ON intent (chain, account, nonce)
        WHERE nonce IS NOT NULL AND chosen = 0 AND state IN (\(live));
      CREATE INDEX intentLive ON intent (chain, account) WHERE state IN (\(live));
      CREATE INDEX intentConsumed ON intent (chain, account, nonce) WHERE state IN (\(consumed));
      CREATE INDEX intentEqual ON intent (chain, account, digest, created);
      CREATE INDEX intentDay ON intent (chain, created);
      CREATE INDEX intentRun ON intent (run);
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
        broadcast INTEGER
      ) STRICT;
      CREATE INDEX attemptIntent ON attempt (intent);
      CREATE INDEX attemptSender ON attempt (senderTxHash) WHERE senderTxHash IS NOT NULL;
      CREATE TABLE opening (id INTEGER PRIMARY KEY, count INTEGER NOT NULL) STRICT;
      INSERT INTO opening (id, count) VALUES (1, 0);
      """)
  }

  /// The price that an intent in state `waiting` waits for, and whether its row holds all that it takes to go on.
  private static let priceWait: @Sendable (Connection) throws -> Void = { db in
    try db.execute(
      """
      ALTER TABLE intent ADD COLUMN waitLimit TEXT;
      ALTER TABLE intent ADD COLUMN waitSpeed TEXT;
      ALTER TABLE intent ADD COLUMN deadline INTEGER;
      ALTER TABLE intent ADD COLUMN isPlain INTEGER NOT NULL DEFAULT 0;
      """)
  }

  /// By their keys, those of which something may be mined although they have ended.
  private static let ended: @Sendable (Connection) throws -> Void = { db in
    try db.execute(
      """
      CREATE INDEX intentEnded ON intent (chain, account, key)
        WHERE key IS NOT NULL AND superseded = 0
          AND state IN ('reverted', 'replaced', 'cancelled', 'dropped', 'refused')
      """)
  }

  /// The evidence of how an intent ended; the dearest that was signed for it; a check sum of each row.
  ///
  /// Ends that earlier versions called replaced, dropped or refused were never proven.
  private static let proven: @Sendable (Connection) throws -> Void = { db in
    try db.execute(
      """
      DROP INDEX intentEnded;
      ALTER TABLE intent ADD COLUMN evidence TEXT;
      ALTER TABLE intent ADD COLUMN maximum TEXT;
      ALTER TABLE intent ADD COLUMN checksum BLOB;
      ALTER TABLE attempt ADD COLUMN refused INTEGER;
      ALTER TABLE attempt ADD COLUMN checksum BLOB;
      UPDATE intent SET maximum = cost;
      UPDATE intent SET state = CASE state WHEN 'replaced' THEN 'conflicting' ELSE 'unpublished' END
        WHERE state IN ('replaced', 'dropped', 'refused') AND id IN (SELECT intent FROM attempt);
      UPDATE intent SET state = 'expired' WHERE state IN ('replaced', 'dropped', 'refused');
      CREATE INDEX intentOpen ON intent (account, nonce)
        WHERE \(IntentState.openCondition);
      CREATE INDEX intentAnyChain ON intent (account, key) WHERE key IS NOT NULL AND superseded = 0;
      """)
    try RowChecksum.install(db, on: ["intent", "attempt"])
  }

  /// The time of the chain's newest block when an intent was written down, which no clock of this machine can shift.
  private static let blockTime: @Sendable (Connection) throws -> Void = { db in
    try RowChecksum.verify(db, "intent")
    try db.execute(
      """
      ALTER TABLE intent ADD COLUMN blockTime INTEGER;
      CREATE INDEX intentBlockTime ON intent (chain, blockTime) WHERE blockTime IS NOT NULL;
      """)
    try RowChecksum.install(db, on: ["intent"])
  }

  /// The name of the request over HTTP that an intent was for.
  private static let request: @Sendable (Connection) throws -> Void = { db in
    try RowChecksum.verify(db, "intent")
    try db.execute("ALTER TABLE intent ADD COLUMN request TEXT")
    try RowChecksum.install(db, on: ["intent"])
  }
}

extension IntentState {
  /// In SQL: the intent has ended as far as nodes said, and nothing proves that nothing of it can be mined.
  static let openCondition = "state IN (\(list(\.mayBeMined))) AND evidence IS NULL"
}
