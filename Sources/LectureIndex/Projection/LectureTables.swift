import ChainIndex
import Database
import Primitives

/// The tables of lectures, their runs, purchases, ratings and settlements.
///
/// Every row says with which block it came, and where it can end, with which it ended: what came above a height can be
/// undone. Titles are bytes, since a text of SQLite's ends at a zero.
enum LectureTables {
  /// The tables ("LIDX").
  static let tables = IndexTables(
    mark: 0x4c49_4458, name: "index", [.adding { try $0.execute(lectures) }, .changing(rebuild), .changing(addLooks)])

  /// Empties an index of the first version, which did not know the hashes of the blocks of its events: all is read anew from
  /// the block with which it began.
  private static let rebuild: @Sendable (Connection) throws -> Void = { db in
    guard try !db.hasTable("source") else { return }
    let first = try db.value("SELECT value FROM meta WHERE key = ?", ["first"], as: [UInt8].self)
    for table in [
      "lecture", "titleSearch", "run", "purchase", "rating", "settlement", "meta", "block", "event", "head", "lease",
    ] {
      try db.execute("DROP TABLE \(table)")
    }
    try IndexTables.common(db)
    try db.execute(lectures)
    if let first { try db.execute("INSERT INTO meta (key, value) VALUES (?, ?)", ["first", first]) }
  }

  /// Lets the titles of the second version be found by their look.
  private static let addLooks: @Sendable (Connection) throws -> Void = { db in
    for row in try db.rows("SELECT number, title FROM lecture") {
      let title = String(decoding: try row.value("title", as: Bytes.self), as: UTF8.self)
      guard let look = TitleWords.look(of: title) else { continue }
      try db.execute(
        "INSERT INTO titleWord (word, lecture) VALUES (?, ?)", [look, try row.value("number", as: UInt64.self)])
    }
  }

  private static let lectures = """
    CREATE TABLE lecture (
      number INTEGER PRIMARY KEY,
      id BLOB NOT NULL UNIQUE,
      teacher BLOB NOT NULL,
      title BLOB NOT NULL,
      run INTEGER NOT NULL,
      price INTEGER NOT NULL,
      isOpen INTEGER NOT NULL,
      students INTEGER NOT NULL,
      openedBlock INTEGER NOT NULL,
      openedTime INTEGER NOT NULL,
      settledTime INTEGER,
      ratings INTEGER NOT NULL,
      preparation INTEGER NOT NULL,
      content INTEGER NOT NULL,
      proceeding INTEGER NOT NULL,
      communication INTEGER NOT NULL,
      satisfaction INTEGER NOT NULL,
      block INTEGER NOT NULL,
      average INTEGER GENERATED ALWAYS AS (
        CASE WHEN ratings > 0
          THEN (preparation + content + proceeding + communication + satisfaction) / (ratings * 5) ELSE -1 END
      ) STORED
    ) STRICT;
    CREATE INDEX lectureOfTeacher ON lecture (teacher, number);
    CREATE INDEX lectureByPrice ON lecture (price, number, isOpen);
    CREATE INDEX lectureByRating ON lecture (average, ratings, number, isOpen);
    CREATE INDEX lectureByStudents ON lecture (students, number, isOpen);
    CREATE INDEX lectureByBlock ON lecture (block);
    CREATE INDEX lectureToSettle ON lecture (openedTime, number, students, price) WHERE isOpen = 1;

    CREATE TABLE titleWord (
      word BLOB NOT NULL,
      lecture INTEGER NOT NULL,
      PRIMARY KEY (word, lecture)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE run (
      lecture INTEGER NOT NULL,
      run INTEGER NOT NULL,
      price INTEGER NOT NULL,
      students INTEGER NOT NULL,
      block INTEGER NOT NULL,
      time INTEGER NOT NULL,
      settledBlock INTEGER,
      settledTime INTEGER,
      PRIMARY KEY (lecture, run)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX runByBlock ON run (block);
    CREATE INDEX runSettled ON run (settledBlock) WHERE settledBlock IS NOT NULL;

    CREATE TABLE purchase (
      lecture INTEGER NOT NULL,
      run INTEGER NOT NULL,
      student BLOB NOT NULL,
      block INTEGER NOT NULL,
      place INTEGER NOT NULL,
      time INTEGER NOT NULL,
      trx BLOB NOT NULL,
      reclaimedBlock INTEGER,
      reclaimedTime INTEGER,
      PRIMARY KEY (lecture, run, student)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX purchaseOfStudent ON purchase (student, block, place);
    CREATE INDEX purchaseByBlock ON purchase (block);
    CREATE INDEX purchaseReclaimed ON purchase (reclaimedBlock) WHERE reclaimedBlock IS NOT NULL;

    CREATE TABLE rating (
      lecture INTEGER NOT NULL,
      run INTEGER NOT NULL,
      student BLOB NOT NULL,
      block INTEGER NOT NULL,
      time INTEGER NOT NULL,
      preparation INTEGER,
      content INTEGER,
      proceeding INTEGER,
      communication INTEGER,
      satisfaction INTEGER,
      removedBlock INTEGER,
      PRIMARY KEY (lecture, run, student)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX ratingByBlock ON rating (block);
    CREATE INDEX ratingRemoved ON rating (removedBlock) WHERE removedBlock IS NOT NULL;

    CREATE TABLE settlement (
      lecture INTEGER NOT NULL,
      run INTEGER NOT NULL,
      teacher BLOB NOT NULL,
      owner BLOB NOT NULL,
      total BLOB NOT NULL,
      incentive BLOB NOT NULL,
      teacherShare BLOB NOT NULL,
      ownerShare BLOB NOT NULL,
      teacherPaid INTEGER NOT NULL,
      ownerPaid INTEGER NOT NULL,
      block INTEGER NOT NULL,
      time INTEGER NOT NULL,
      trx BLOB NOT NULL,
      PRIMARY KEY (lecture, run)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX settlementOfTeacher ON settlement (teacher, time);
    CREATE INDEX settlementByBlock ON settlement (block);

    CREATE INDEX eventOfCredit ON event (block) WHERE kind = 'WithdrawingCredit';
    """
}
