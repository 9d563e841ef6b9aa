import ChainIndex
import Database
import LectureKit
import Primitives

/// One state of an index, to be asked for as long as a reading runs.
package struct IndexView {
  let db: Connection
  /// The time of the reading, in milliseconds since 1970.
  package let now: UInt64

  /// The block that all answers are as of; nil before the first.
  package func head() throws -> IndexHead? { try BlockTable(database: db).head() }

  // MARK: Lectures

  /// The lectures of a selection, and the number of all that it fits; of a text that fits thousands of titles the newest
  /// ones are looked at.
  package func lectures(_ selection: IndexSelection) throws -> IndexPage<Lecture> {
    let query = SelectionQuery(selection)
    guard let total = try db.value(query.count, query.arguments, as: Int.self) else { return IndexPage([], of: 0) }
    let (limit, offset) = IndexPage<Lecture>.bounds(selection.limit, selection.offset)
    guard limit > 0, offset < total else { return IndexPage([], of: total) }
    let rows = try db.rows(query.rows, query.arguments + [limit, offset])
    return IndexPage(try rows.map { try LectureRow($0).lecture }, of: total, isCut: try query.isCut(in: db))
  }

  /// All lectures, by number.
  package func lectures() throws -> [Lecture] { try lectures(where: "? = 0", [0]) }

  /// The lectures that fit a condition, by number.
  func lectures(where condition: String, _ arguments: [(any Storable)?]) throws -> [Lecture] {
    try db.rows("SELECT \(LectureRow.columns) FROM lecture WHERE \(condition) ORDER BY number", arguments)
      .map { try LectureRow($0).lecture }
  }

  /// One lecture; nil where there is none with the number.
  package func lecture(_ number: UInt256) throws -> Lecture? {
    guard let number = UInt64(exactly: number) else { return nil }
    return try db.row("SELECT \(LectureRow.columns) FROM lecture WHERE number = ?", [number])
      .map { try LectureRow($0).lecture }
  }

  /// The lectures of a page whose titles look like that of an earlier one of another teacher, with the number of that one.
  ///
  /// Of all titles of one look the first counts.
  package func copies(among lectures: [Lecture]) throws -> [UInt256: UInt256] {
    let looks = Dictionary(grouping: lectures) { TitleWords.look(of: $0.title) }
    let known = looks.keys.compactMap { $0 }
    guard !known.isEmpty else { return [:] }
    let marks = [String](repeating: "?", count: known.count).joined(separator: ", ")
    let rows = try db.rows(
      """
      SELECT found.word AS word, lecture.number AS number, lecture.teacher AS teacher
      FROM (SELECT word, min(lecture) AS first FROM titleWord WHERE word IN (\(marks)) GROUP BY word) AS found
      JOIN lecture ON lecture.number = found.first
      """, known.map { $0 as (any Storable)? })
    var copies: [UInt256: UInt256] = [:]
    for row in rows {
      let (first, teacher) = (UInt256(try row.value("number", as: UInt64.self)), try row.address("teacher"))
      for lecture in looks[try row.value("word", as: Bytes.self)] ?? []
      where lecture.number > first && lecture.teacher != teacher {
        copies[lecture.number] = first
      }
    }
    return copies
  }

  /// The number of lectures.
  package func lectureCount() throws -> Int {
    try db.value("SELECT count(1) FROM lecture WHERE ? = 0", [0], as: Int.self) ?? 0
  }

  /// The prices that a lecture had, the first one first.
  package func priceHistory(_ number: UInt256) throws -> [PricePoint] {
    guard let number = UInt64(exactly: number) else { return [] }
    return try db.rows("SELECT run, price, time, block FROM run WHERE lecture = ? ORDER BY run", [number]).map { row in
      PricePoint(
        run: try row.value("run"), price: try Price(klay: UInt256(try row.value("price", as: UInt64.self))),
        since: try row.value("time"), block: try row.value("block"))
    }
  }

  /// The ratings of the present run of a lecture, in the order in which their students bought it; those who took their
  /// payment back are left out.
  package func ratings(of number: UInt256) throws -> [Scores] {
    guard let number = UInt64(exactly: number) else { return [] }
    return try db.rows(
      """
      SELECT \(LectureRow.questions.map { "rating.\($0) AS \($0)" }.joined(separator: ", ")) FROM lecture
      JOIN purchase ON purchase.lecture = lecture.number AND purchase.run = lecture.run
      JOIN rating ON rating.lecture = purchase.lecture AND rating.run = purchase.run
        AND rating.student = purchase.student
      WHERE lecture.number = ? AND purchase.reclaimedBlock IS NULL AND rating.removedBlock IS NULL
      ORDER BY purchase.block, purchase.place
      """, [number]
    ).compactMap { try Scores(optional: $0) }
  }

  // MARK: Events

  /// The number of events.
  package func eventCount() throws -> Int { try EventTable(database: db).count() }
}
