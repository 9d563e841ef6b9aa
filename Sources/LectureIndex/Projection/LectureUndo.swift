import Database

/// The undoing of blocks: rows that came with them go, rows that ended with them are good again, and the lectures that
/// they are of are made anew of what is left.
struct LectureUndo {
  let db: Connection

  /// Undoes all that came with blocks above a height.
  func undo(above height: UInt64) throws {
    let numbers = try db.values(
      """
      SELECT lecture FROM run WHERE block > ?1 UNION SELECT lecture FROM run WHERE settledBlock > ?1
      UNION SELECT lecture FROM purchase WHERE block > ?1 UNION SELECT lecture FROM purchase WHERE reclaimedBlock > ?1
      UNION SELECT lecture FROM rating WHERE block > ?1 UNION SELECT lecture FROM rating WHERE removedBlock > ?1
      """, [height], as: UInt64.self)
    for row in try db.rows("SELECT \(LectureRow.columns) FROM lecture WHERE block > ?", [height]) {
      try LectureRow(row).removeTitle(in: db)
    }
    for table in ["lecture", "run", "purchase", "rating", "settlement"] {
      try db.execute("DELETE FROM \(table) WHERE block > ?", [height])
    }
    try db.execute("UPDATE run SET settledBlock = NULL, settledTime = NULL WHERE settledBlock > ?", [height])
    try db.execute(
      "UPDATE purchase SET reclaimedBlock = NULL, reclaimedTime = NULL WHERE reclaimedBlock > ?", [height])
    try db.execute("UPDATE rating SET removedBlock = NULL WHERE removedBlock > ?", [height])
    for number in numbers {
      try db.execute(Self.students, [number])
      try db.execute(Self.lecture, [number])
    }
  }

  private static let students = """
    UPDATE run SET students = (
      SELECT count(1) FROM purchase
      WHERE purchase.lecture = run.lecture AND purchase.run = run.run AND reclaimedBlock IS NULL
    ) WHERE lecture = ?
    """

  private static let lecture = """
    UPDATE lecture SET (run, price, isOpen, students, openedBlock, openedTime, settledTime) = (
      SELECT run.run, run.price, CASE WHEN run.settledBlock IS NULL THEN 1 ELSE 0 END, run.students, run.block, run.time, run.settledTime FROM run
      WHERE run.lecture = lecture.number ORDER BY run.run DESC LIMIT 1
    ), (ratings, preparation, content, proceeding, communication, satisfaction) = (
      SELECT count(1), \(LectureRow.questions.map { "CAST(coalesce(sum(rating.\($0)), 0) AS INTEGER)" }.joined(separator: ", "))
      FROM rating WHERE rating.lecture = lecture.number AND removedBlock IS NULL
    ) WHERE number = ?
    """
}
