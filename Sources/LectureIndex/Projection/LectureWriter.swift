import ChainIndex
import Database
import LectureKit
import Primitives

/// The writing of a change into the tables of lectures.
struct LectureWriter {
  let db: Connection

  /// Makes the change.
  func write(_ change: LectureChange) throws {
    for lecture in change.lectures.values {
      try lecture.save(in: db)
      if change.newNumbers.contains(lecture.number) { try lecture.addTitle(in: db) }
      for past in change.runs[lecture.number] ?? [] { try save(run: past) }
      try save(run: lecture)
    }
    try insert(change.purchases)
    try insert(change.ratings)
    for settlement in change.settlements { try insert(settlement) }
    for end in change.ends {
      try db.execute(
        "UPDATE run SET settledBlock = ?, settledTime = ? WHERE lecture = ? AND run = ?",
        [end.event.block, end.event.time, end.lecture, end.run])
    }
    for reclaim in change.reclaims { try end(reclaim) }
  }

  /// A lecture in one of its runs, as the run's row.
  private func save(run lecture: LectureRow) throws {
    try db.execute(
      """
      INSERT INTO run (lecture, run, price, students, block, time) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (lecture, run) DO UPDATE SET students = excluded.students
      """,
      [lecture.number, lecture.run, lecture.price, lecture.students, lecture.openedBlock, lecture.openedTime])
  }

  private func insert(_ purchases: [PurchaseRow]) throws {
    try add(
      purchases.map { ($0.seat, $0.event, [$0.event.place, $0.event.transaction.bytes] as [any Storable]) },
      to: "purchase", ["place", "trx"])
  }

  private func insert(_ ratings: [RatingRow]) throws {
    try add(
      ratings.compactMap { rating in rating.scores.map { (rating.seat, rating.event, $0.values as [any Storable]) } },
      to: "rating", LectureRow.questions)
    // Where no scores are known there are none.
    try add(ratings.filter { $0.scores == nil }.map { ($0.seat, $0.event, []) }, to: "rating", [])
  }

  /// Adds rows of seats, many by one statement.
  ///
  /// - Parameter others: The columns beside those of seats and blocks.
  /// - Throws: `badAnswer` where a seat has such a row already.
  private func add(_ rows: [(Seat, IndexedEvent, [any Storable])], to table: String, _ others: [String]) throws {
    guard let first = rows.first?.1, let last = rows.last?.1 else { return }
    let count = try db.add(
      rows.map { seat, event, values in
        [seat.lecture, seat.run, seat.student.bytes, event.block, event.time] as [any Storable] + values
      }, to: table, ["lecture", "run", "student", "block", "time"] + others, onlyNew: true)
    guard count == rows.count else {
      throw ChainIndexError.badAnswer(
        "Of the logs of blocks \(first.block) to \(last.block) one is a second \(table) of the same student: events are"
          + " missing or made up.")
    }
  }

  private func insert(_ row: SettlementRow) throws {
    let (payments, event) = (row.settlement, row.event)
    let count = try db.execute(
      """
      INSERT INTO settlement (lecture, run, teacher, owner, total, incentive, teacherShare, ownerShare, teacherPaid,
        ownerPaid, block, time, trx)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
      """,
      [
        row.lecture, payments.run, payments.teacher.bytes, payments.owner.bytes, payments.total.wei.bigEndianBytes,
        payments.incentive.wei.bigEndianBytes, payments.teacherShare.wei.bigEndianBytes,
        payments.ownerShare.wei.bigEndianBytes, payments.teacherPaid, payments.ownerPaid, event.block, event.time,
        event.transaction.bytes,
      ])
    try require(count, event)
  }

  private func end(_ reclaim: Reclaim) throws {
    let (seat, event) = (reclaim.seat, reclaim.event)
    let key: [(any Storable)?] = [seat.lecture, seat.run, seat.student.bytes]
    try require(
      try db.execute(
        """
        UPDATE purchase SET reclaimedBlock = ?, reclaimedTime = ?
        WHERE lecture = ? AND run = ? AND student = ? AND reclaimedBlock IS NULL
        """, [event.block, event.time] + key), event)
    guard reclaim.ratingRemoved else { return }
    try require(
      try db.execute(
        """
        UPDATE rating SET removedBlock = ?
        WHERE lecture = ? AND run = ? AND student = ? AND removedBlock IS NULL
        """, [event.block] + key), event)
  }

  /// Makes sure that an event changed a row: the contract logs no purchase twice, and nothing of one that there is not.
  ///
  /// - Throws: `badAnswer`, so that nothing of the change is written.
  private func require(_ count: Int, _ event: IndexedEvent) throws {
    guard count == 1 else { throw LectureChange.unfit(event) }
  }
}
