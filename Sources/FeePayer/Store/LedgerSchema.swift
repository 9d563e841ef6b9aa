import Database

extension DatabaseSchema {
  /// The tables of a fee payer whose instances share a database. Amounts are numbers of 32 bytes, the highest first: so
  /// they sort as numbers, and no row can have spent more than it may.
  static let feePayer = DatabaseSchema(
    // "lfpy"
    applicationID: 0x6c66_7079,
    steps: [
      .adding(Lease.makeTable(in:)),
      .adding { db in
        try db.execute(
          """
          -- Whose it is, and up to which block the chain was compared with it.
          CREATE TABLE ledger (
            id INTEGER PRIMARY KEY CHECK (id = 1), chain TEXT NOT NULL, fee_payer BLOB NOT NULL, journal BLOB NOT NULL,
            compared INTEGER NOT NULL
          );

          -- An order that the rules allow, by the hash that the fee payer signs, and what became of it.
          CREATE TABLE approval (
            id BLOB NOT NULL, time INTEGER NOT NULL, sender BLOB NOT NULL, nonce INTEGER NOT NULL, cost BLOB NOT NULL,
            receiver BLOB, what TEXT NOT NULL, api_key TEXT, raw BLOB NOT NULL, hash BLOB, block INTEGER,
            succeeded INTEGER, paid BLOB, is_superseded INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (id)
          );
          CREATE INDEX approval_slot ON approval (sender, nonce);
          CREATE INDEX approval_time ON approval (time);
          CREATE INDEX approval_hash ON approval (hash);
          CREATE INDEX approval_open ON approval (time) WHERE block IS NULL AND is_superseded = 0;

          -- What counts of a sender's nonce, by day.
          CREATE TABLE slot (
            sender BLOB NOT NULL, nonce INTEGER NOT NULL, is_settled INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (sender, nonce)
          ) WITHOUT ROWID;
          CREATE TABLE share (
            sender BLOB NOT NULL, nonce INTEGER NOT NULL, day INTEGER NOT NULL, cost BLOB NOT NULL,
            PRIMARY KEY (sender, nonce, day)
          ) WITHOUT ROWID;
          CREATE TABLE sender_day (
            day INTEGER NOT NULL, sender BLOB NOT NULL, spent BLOB NOT NULL, PRIMARY KEY (day, sender)
          ) WITHOUT ROWID;

          -- A day's budget: what was spent outside of the allotments there are, what that is with these, and the highest
          -- limit under which something was allotted. What was paid beside the service has no limit.
          CREATE TABLE budget (
            day INTEGER NOT NULL, highest BLOB NOT NULL, spent BLOB NOT NULL, counted BLOB NOT NULL,
            elsewhere BLOB NOT NULL, PRIMARY KEY (day), CHECK (spent <= counted), CHECK (counted <= highest)
          ) WITHOUT ROWID;
          CREATE TABLE allotment (
            day INTEGER NOT NULL, instance TEXT NOT NULL, purse INTEGER NOT NULL, held BLOB NOT NULL, spent BLOB NOT NULL,
            PRIMARY KEY (day, instance, purse), CHECK (spent <= held)
          ) WITHOUT ROWID;

          CREATE TABLE elsewhere (
            hash BLOB NOT NULL, time INTEGER NOT NULL, block INTEGER NOT NULL, sender BLOB NOT NULL, cost BLOB NOT NULL,
            PRIMARY KEY (hash)
          ) WITHOUT ROWID;
          """)
      },
      // The name of the request over HTTP that brought an order first.
      .adding { try $0.execute("ALTER TABLE approval ADD COLUMN request TEXT") },
      // An instance that writes down none of its rules is not known to have others.
      .adding(RulesRows.makeTable(in:)),
    ])
}

extension DatabaseSchema {
  /// The name by which a server tells these tables from those of others.
  static let feePayerStore = "feepayer"
}
