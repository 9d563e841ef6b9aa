import ChainIndex
import Database
import LectureKit
import Primitives

/// A row of the table of lectures: a lecture in its present run.
struct LectureRow: Sendable, Hashable {
  let number: UInt64
  let id: Hash32
  let teacher: Address
  var title = ""
  var run: UInt64 = 0
  var price: UInt64
  var isOpen = true
  var students: UInt64 = 0
  var openedBlock: UInt64
  var openedTime: UInt64
  var settledTime: UInt64?
  var ratings: UInt64 = 0
  /// The sums of the scores, in the order of `Scores.questions`.
  var sums = [UInt64](repeating: 0, count: 5)
  /// The block with which the lecture came.
  let block: UInt64

  /// All columns, in the order of ``init(_:)`` and ``save(in:)``.
  static let columns = """
    number, id, teacher, title, run, price, isOpen, students, openedBlock, openedTime, settledTime, ratings, \
    preparation, content, proceeding, communication, satisfaction, block
    """

  /// The columns of the five questions.
  static let questions = ["preparation", "content", "proceeding", "communication", "satisfaction"]

  /// A lecture that was just opened.
  init(number: UInt64, id: Hash32, teacher: Address, price: UInt64, block: UInt64, time: UInt64) {
    (self.number, self.id, self.teacher, self.price) = (number, id, teacher, price)
    (openedBlock, openedTime, self.block) = (block, time, block)
  }

  /// A row of the table.
  init(_ row: Row) throws {
    number = try row.value("number")
    id = try row.hash("id")
    teacher = try row.address("teacher")
    title = String(decoding: try row.value("title", as: Bytes.self), as: UTF8.self)
    run = try row.value("run")
    price = try row.value("price")
    isOpen = try row.value("isOpen")
    students = try row.value("students")
    openedBlock = try row.value("openedBlock")
    openedTime = try row.value("openedTime")
    settledTime = try row.optional("settledTime")
    ratings = try row.value("ratings")
    sums = try Self.questions.map { try row.value($0) }
    block = try row.value("block")
  }

  /// The price of a run as an amount.
  var amount: UInt256 { UInt256(price) * Self.coin }

  /// The amount that the contract holds for the present run.
  var held: UInt256 { isOpen ? UInt256(students) * amount : 0 }

  private static let coin: UInt256 = 1_000_000_000_000_000_000

  /// The lecture for those who ask.
  var lecture: Lecture {
    Lecture(
      number: UInt256(number), id: id, teacher: teacher, title: title, run: run, isOpen: isOpen,
      price: try? Price(klay: UInt256(price)), studentCount: UInt256(students), escrow: Amount(wei: held),
      openedAt: openedTime, openedAtBlock: openedBlock, settledAt: settledTime,
      points: EvaluationPoints(count: UInt256(ratings), sums: sums.map { UInt256($0) }))
  }

  /// Writes the row, in the place of an earlier one.
  func save(in db: Connection) throws {
    try db.execute(
      """
      INSERT INTO lecture (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (number) DO UPDATE SET run = excluded.run, price = excluded.price, isOpen = excluded.isOpen,
        students = excluded.students, openedBlock = excluded.openedBlock, openedTime = excluded.openedTime,
        settledTime = excluded.settledTime, ratings = excluded.ratings, preparation = excluded.preparation,
        content = excluded.content, proceeding = excluded.proceeding, communication = excluded.communication,
        satisfaction = excluded.satisfaction
      """,
      [
        number, id.bytes, teacher.bytes, Bytes(title.utf8), run, price, isOpen, students, openedBlock, openedTime,
        settledTime, ratings,
      ] + sums.map { $0 as (any Storable)? } + [block])
  }

  /// Lets searches find the title, and titles that look like it.
  func addTitle(in db: Connection) throws {
    try db.add(words.map { [$0, number] }, to: "titleWord", ["word", "lecture"])
  }

  /// The parts of the title, and its look.
  private var words: Set<Bytes> { TitleWords.parts(of: title).union([TitleWords.look(of: title)].compactMap { $0 }) }

  /// Takes the title out of what searches find.
  func removeTitle(in db: Connection) throws {
    for word in words {
      try db.execute("DELETE FROM titleWord WHERE word = ? AND lecture = ?", [word, number])
    }
  }
}
