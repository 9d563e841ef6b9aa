import ChainIndex
import Database
import LectureKit
import Primitives

extension IndexView {
  // MARK: Students

  /// The purchases of an account, the newest first.
  package func purchases(of student: Address, limit: Int = 50, offset: Int = 0) throws -> IndexPage<IndexedPurchase> {
    let total = try db.value(
      "SELECT count(1) FROM purchase WHERE student = ?", [student.bytes], as: Int.self)
    let bounds = IndexPage<IndexedPurchase>.bounds(limit, offset)
    let rows = try db.rows(
      "\(Self.purchases) WHERE purchase.student = ? ORDER BY purchase.block DESC, purchase.place DESC LIMIT ? OFFSET ?",
      [student.bytes, bounds.limit, bounds.offset])
    let time = try head()?.time ?? 0
    return IndexPage(
      try rows.compactMap { row in
        try lecture(UInt256(try row.value("lecture", as: UInt64.self))).map { try purchase(row, $0, at: time) }
      }, of: total ?? 0)
  }

  /// All purchases of an account, by lecture and run.
  package func enrolments(of student: Address) throws -> [Enrolment] {
    let lectures = try lectures(
      where: "number IN (SELECT lecture FROM purchase WHERE student = ?)", [student.bytes])
    let known = Dictionary(lectures.map { ($0.number, $0) }) { first, _ in first }
    let time = try head()?.time ?? 0
    return try db.rows(
      "\(Self.purchases) WHERE purchase.student = ? ORDER BY purchase.lecture, purchase.run", [student.bytes]
    ).compactMap { row in
      try known[UInt256(try row.value("lecture", as: UInt64.self))].map { try purchase(row, $0, at: time).enrolment }
    }
  }

  /// The lectures among some whose present run an account bought, and did not give back.
  package func owned(_ lectures: [Lecture], by student: Address) throws -> Set<UInt256> {
    let numbers = lectures.compactMap { UInt64(exactly: $0.number) }
    guard !numbers.isEmpty else { return [] }
    let places = [String](repeating: "?", count: numbers.count).joined(separator: ", ")
    let owned = try db.values(
      """
      SELECT purchase.lecture FROM purchase
      JOIN lecture ON lecture.number = purchase.lecture AND lecture.run = purchase.run
      WHERE purchase.student = ? AND purchase.reclaimedBlock IS NULL AND purchase.lecture IN (\(places))
      """, [student.bytes] + numbers.map { $0 as (any Storable)? }, as: UInt64.self)
    return Set(owned.map { UInt256($0) })
  }

  /// The purchase of a run by an account; nil where it did not buy it.
  package func purchase(of number: UInt256, run: UInt64, by student: Address) throws -> IndexedPurchase? {
    guard let key = UInt64(exactly: number), let lecture = try lecture(number) else { return nil }
    let time = try head()?.time ?? 0
    return try db.row(
      "\(Self.purchases) WHERE purchase.lecture = ? AND purchase.run = ? AND purchase.student = ?",
      [key, run, student.bytes]
    ).map { try purchase($0, lecture, at: time) }
  }

  /// The students of a lecture's run, in the order they bought; those who reclaimed left out.
  package func students(of number: UInt256, run: UInt64) throws -> [Student] {
    guard let key = UInt64(exactly: number) else { return [] }
    return try db.rows(
      """
      \(Self.purchases) WHERE purchase.lecture = ? AND purchase.run = ? AND reclaimedBlock IS NULL
      ORDER BY purchase.block, purchase.place
      """, [key, run]
    ).map { row in
      Student(
        address: try row.address("student"), run: run,
        price: try Price(klay: UInt256(try row.value("price", as: UInt64.self))), block: try row.value("block"),
        scores: try Scores(optional: row))
    }
  }

  private static let purchases = """
    SELECT purchase.lecture AS lecture, purchase.run AS run, purchase.student AS student, purchase.block AS block,
      purchase.time AS time, trx, reclaimedBlock, run.price AS price, run.settledBlock AS settledBlock,
      \(LectureRow.questions.map { "rating.\($0) AS \($0)" }.joined(separator: ", "))
    FROM purchase JOIN run ON run.lecture = purchase.lecture AND run.run = purchase.run
    LEFT JOIN rating ON rating.lecture = purchase.lecture AND rating.run = purchase.run
      AND rating.student = purchase.student AND rating.removedBlock IS NULL
    """

  /// A purchase as it was at the time of the block that the index is as of: so the contract would tell it.
  private func purchase(_ row: Row, _ lecture: Lecture, at time: UInt64) throws -> IndexedPurchase {
    let boughtAt: UInt64 = try row.value("time")
    let isReclaimed = try row.optional("reclaimedBlock", as: UInt64.self) != nil
    let isSettled = try row.optional("settledBlock", as: UInt64.self) != nil
    let from = isReclaimed || isSettled ? nil : boughtAt + Enrolment.moneyBackAfter
    let enrolment = Enrolment(
      lecture: lecture, run: try row.value("run"),
      price: try? Price(klay: UInt256(try row.value("price", as: UInt64.self))), bought: true,
      boughtAt: isReclaimed ? nil : boughtAt, scores: try Scores(optional: row), reclaimed: isReclaimed,
      reclaimable: from.map { $0 <= time } ?? false, reclaimableFrom: from)
    return IndexedPurchase(
      enrolment: enrolment, block: try row.value("block"), transaction: try row.hash("trx"))
  }

  // MARK: Teachers

  /// The lectures of a teacher with their runs and settlements, by number; at most ``IndexSelection/longestPage``.
  package func lectures(of teacher: Address, limit: Int = 50, offset: Int = 0) throws -> IndexPage<Teaching.Entry> {
    var selection = IndexSelection()
    (selection.teacher, selection.limit, selection.offset) = (teacher, limit, offset)
    let page = try lectures(selection)
    let entries = try page.rows.map { Teaching.Entry(lecture: $0, runs: try runs(of: $0)) }
    return IndexPage(entries, of: page.total)
  }

  /// All lectures of a teacher, with the students and the money of all their runs.
  package func teaching(of teacher: Address) throws -> Teaching {
    let lectures = try lectures(where: "teacher = ?", [teacher.bytes])
    return Teaching(try lectures.map { Teaching.Entry(lecture: $0, runs: try runs(of: $0)) })
  }

  private func runs(of lecture: Lecture) throws -> [Teaching.Run] {
    let number = UInt64(clamping: lecture.number)
    var settlements: [UInt64: Settlement] = [:]
    for row in try db.rows("SELECT \(Self.settlement) FROM settlement WHERE lecture = ?", [number]) {
      let settlement = try Settlement(row)
      settlements[settlement.run] = settlement
    }
    return try db.rows(
      "SELECT run, price, students, settledTime FROM run WHERE lecture = ? ORDER BY run", [number]
    ).map { row in
      let run: UInt64 = try row.value("run")
      let price = try Price(klay: UInt256(try row.value("price", as: UInt64.self)))
      let students: UInt64 = try row.value("students")
      let settledAt: UInt64? = try row.optional("settledTime")
      return Teaching.Run(
        number: run, price: price, studentCount: UInt256(students), isOpen: settledAt == nil,
        held: settledAt == nil ? Amount(wei: UInt256(students) * price.amount.wei) : .zero, settledAt: settledAt,
        settlement: settlements[run])
    }
  }

  /// The columns of ``Settlement/init(_:)``.
  static let settlement = """
    lecture, run, teacher, owner, total, incentive, teacherShare, ownerShare, teacherPaid, ownerPaid
    """

  /// The most weeks of an answer.
  private static let mostWeeks: UInt64 = 520

  /// The income of a teacher in each week with a settlement, the earliest first; of the last ten years at most.
  package func incomeByWeek(of teacher: Address) throws -> [IncomeWeek] {
    let earliest = now / 1_000 - min(now / 1_000, Self.mostWeeks * 7 * 86_400)
    var weeks: [UInt64: (amount: Amount, count: Int)] = [:]
    try db.forEachRow(
      "SELECT teacherShare, time FROM settlement WHERE teacher = ? AND time >= ?", [teacher.bytes, earliest]
    ) { row in
      let week = IncomeWeek.start(of: try row.value("time"))
      let sum = weeks[week] ?? (.zero, 0)
      weeks[week] = (try sum.amount.adding(try row.amount("teacherShare")), sum.count + 1)
    }
    return weeks.sorted { $0.key < $1.key }
      .map { IncomeWeek(start: $0.key, amount: $0.value.amount, settlements: $0.value.count) }
  }
}

extension Settlement {
  init(_ row: Row) throws {
    self.init(
      lectureNumber: UInt256(try row.value("lecture", as: UInt64.self)), run: try row.value("run"),
      teacher: try row.address("teacher"), owner: try row.address("owner"), total: try row.amount("total"),
      incentive: try row.amount("incentive"), teacherShare: try row.amount("teacherShare"),
      ownerShare: try row.amount("ownerShare"), teacherPaid: try row.value("teacherPaid"),
      ownerPaid: try row.value("ownerPaid"))
  }
}

extension Row {
  fileprivate func amount(_ column: String) throws -> Amount {
    guard let number = try? UInt256(bigEndian: try value(column, as: Bytes.self)) else {
      throw DatabaseError.unreadable(column)
    }
    return Amount(wei: number)
  }
}
