import Database
import Operations

extension DatabaseSchema {
  /// The tables of a platform: all that a second process of it needs to go on in the place of a first one.
  static let platform = DatabaseSchema(
    // "lwpf"
    applicationID: 0x6c77_7066,
    steps: [
      .adding { db in
        try db.execute(
          """
          CREATE TABLE secret (id INTEGER PRIMARY KEY CHECK (id = 1), form BLOB NOT NULL);

          -- Those who signed in; others have a cookie and no row. The key is the hash of the cookie.
          CREATE TABLE session (
            key BLOB PRIMARY KEY, account TEXT NOT NULL, begun INTEGER NOT NULL, seen INTEGER NOT NULL,
            checked INTEGER, message TEXT, signature BLOB
          ) WITHOUT ROWID;
          CREATE INDEX session_seen ON session (seen);

          CREATE TABLE nonce (
            key BLOB PRIMARY KEY, account TEXT NOT NULL, message TEXT NOT NULL, ends INTEGER NOT NULL
          ) WITHOUT ROWID;

          CREATE TABLE counter (
            name TEXT NOT NULL, minute INTEGER NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (name, minute)
          ) WITHOUT ROWID;
          CREATE INDEX counter_minute ON counter (minute);

          CREATE TABLE proposal (
            number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, account TEXT NOT NULL,
            chain TEXT NOT NULL, contract TEXT NOT NULL, action TEXT NOT NULL, value TEXT NOT NULL,
            data BLOB NOT NULL, gas INTEGER NOT NULL, showing INTEGER NOT NULL, state TEXT NOT NULL, hash TEXT,
            is_delegated INTEGER NOT NULL DEFAULT 0, problem TEXT, back TEXT NOT NULL, next TEXT NOT NULL,
            made INTEGER NOT NULL, changed INTEGER NOT NULL
          );
          CREATE INDEX proposal_account ON proposal (account, number);

          CREATE TABLE fact (
            number INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, subject TEXT NOT NULL, time INTEGER NOT NULL
          );
          """)
        try DelegationBook.makeTables(in: db)
      },
      // By whose word a proposal came to its end.
      .adding { try $0.execute("ALTER TABLE proposal ADD COLUMN evidence TEXT") },
      // The account's next nonce when its wallet was asked first.
      .adding { try $0.execute("ALTER TABLE proposal ADD COLUMN nonce INTEGER") },
      // A limit order as its maker's wallet signed it, and the words of a relay that did not take it: no action that programs
      // before can read.
      .changing {
        try $0.execute("ALTER TABLE proposal ADD COLUMN signed TEXT")
        try $0.execute("ALTER TABLE proposal ADD COLUMN note TEXT")
      },
      // Several actions one after the other.
      .adding { db in
        try db.execute(
          """
          CREATE TABLE queue (
            id TEXT PRIMARY KEY, account TEXT NOT NULL, actions TEXT NOT NULL, back TEXT NOT NULL, next TEXT NOT NULL,
            made INTEGER NOT NULL
          ) WITHOUT ROWID;
          ALTER TABLE proposal ADD COLUMN queue TEXT;
          ALTER TABLE proposal ADD COLUMN place INTEGER;
          CREATE INDEX proposal_queue ON proposal (queue, number) WHERE queue IS NOT NULL;
          """)
      },
      .adding { db in
        try db.execute(
          """
          -- The newest description of a lecture's runs that its teacher signed; the link in it is for buyers alone.
          CREATE TABLE description (
            place TEXT NOT NULL, runs TEXT NOT NULL, hash TEXT NOT NULL, issued BIGINT NOT NULL, document TEXT NOT NULL,
            link TEXT, salt TEXT, PRIMARY KEY (place, runs)
          );

          -- The requests for links that were answered, while they would count.
          CREATE TABLE link_request (hash TEXT NOT NULL PRIMARY KEY, ends BIGINT NOT NULL);
          """)
      },
    ])
}
