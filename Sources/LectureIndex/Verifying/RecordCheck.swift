import ChainIndex
import ContractClient
import Database
import LectureKit
import NodeRPC
import Primitives

/// The comparison of runs, purchases and ratings with the contract, and of settlements with the events that tell them.
struct RecordCheck: Sendable {
  let store: IndexStore
  let market: LectureMarket

  /// The number of lectures whose records are compared at once.
  private static let part = 25

  /// The numbers of lectures, in parts that are compared at once.
  ///
  /// - Parameter count: The number of lectures at random; nil for all.
  func parts(_ count: Int?) async throws -> [[UInt64]] {
    let all = UInt64(try await store.read { try IndexView(db: $0, now: 0).lectureCount() })
    guard all > 0 else { return [] }
    let numbers =
      count.map { count in
        all <= count ? Array(0..<all) : Set((0..<count).map { _ in UInt64.random(in: 0..<all) }).sorted()
      } ?? Array(0..<all)
    return stride(from: 0, to: numbers.count, by: Self.part).map { Array(numbers[$0...].prefix(Self.part)) }
  }

  /// The differences of the records of lectures, as of the block that the index has now, and the number of records.
  func differences(of lectures: [UInt64]) async throws -> (found: [IndexDifference], compared: Int) {
    let (head, rows) = try await store.read { db in
      (try BlockTable(database: db).head(), try lectures.map { try LectureRecords($0, in: db) })
    }
    guard let head else { return ([], 0) }
    let block = BlockTag.hash(head.hash)
    let (runs, purchases) = (rows.flatMap(\.runs), rows.flatMap(\.purchases))
    let runRecords = try await market.connection.results(
      of: runs.map { market.getRun(lectureNumber: UInt256($0.lecture), run: UInt256($0.run)) }, at: block)
    let purchaseRecords = try await market.connection.results(
      of: purchases.map {
        market.getPurchase(
          lectureNumber: UInt256($0.seat.lecture), run: UInt256($0.seat.run), studentAddress: $0.seat.student)
      }, at: block)
    var found: [IndexDifference] = []
    for (run, record) in zip(runs, runRecords) { found += run.differences(try record.get()) }
    for (purchase, record) in zip(purchases, purchaseRecords) { found += purchase.differences(try record.get()) }
    found += rows.flatMap(\.settlementDifferences)
    return (found, runs.count + purchases.count + rows.map(\.settlements).reduce(0, +))
  }
}

/// The records of a lecture as the index has them.
private struct LectureRecords: Sendable {
  struct Run: Sendable {
    let lecture, run, price, students, block, time: UInt64
    let settledTime: UInt64?

    func differences(_ record: LectureMarket.RunRecord) -> [IndexDifference] {
      compared(
        "run", of: lecture, "\(run)",
        [
          ("price", "\(price)", "\(record.lectureCost)"), ("students", "\(students)", "\(record.studentCount)"),
          ("open", "\(settledTime == nil)", "\(record.isOpen)"), ("openedAt", "\(time)", "\(record.openedAt)"),
          ("openedAtBlock", "\(block)", "\(record.openedAtBlock)"),
          ("settledAt", "\(settledTime ?? 0)", "\(record.settledAt)"),
        ])
    }
  }

  struct Purchase: Sendable {
    let seat: Seat
    let time: UInt64
    let isReclaimed: Bool
    let isRated: Bool
    let scores: Scores?

    func differences(_ record: LectureMarket.PurchaseRecord) -> [IndexDifference] {
      let points = [
        record.preparationPoint, record.contentPoint, record.proceedPoint, record.communicationPoint,
        record.satisfactionPoint,
      ]
      return compared(
        "purchase", of: seat.lecture, "\(seat.run) \(seat.student.checksummed)",
        [
          ("bought", "true", "\(record.purchased || record.reclaimed)"),
          ("boughtAt", "\(isReclaimed ? 0 : time)", "\(record.purchasedAt)"),
          ("reclaimed", "\(isReclaimed)", "\(record.reclaimed)"), ("rated", "\(isRated)", "\(record.rated)"),
          (
            "scores", scores.map { $0.values.map { "\($0)" }.joined(separator: ",") } ?? "",
            record.rated ? points.map { "\($0)" }.joined(separator: ",") : ""
          ),
        ])
    }
  }

  let runs: [Run]
  let purchases: [Purchase]
  let settlements: Int
  /// The settlements that are others than their events tell.
  let settlementDifferences: [IndexDifference]

  init(_ lecture: UInt64, in db: Connection) throws {
    runs = try db.rows(
      "SELECT run, price, students, block, time, settledTime FROM run WHERE lecture = ? ORDER BY run", [lecture]
    ).map { row in
      Run(
        lecture: lecture, run: try row.value("run"), price: try row.value("price"), students: try row.value("students"),
        block: try row.value("block"), time: try row.value("time"), settledTime: try row.optional("settledTime"))
    }
    purchases = try db.rows(
      """
      SELECT purchase.run AS run, purchase.student AS student, purchase.time AS time, reclaimedBlock,
        rating.block AS ratedBlock, \(LectureRow.questions.map { "rating.\($0) AS \($0)" }.joined(separator: ", "))
      FROM purchase
      LEFT JOIN rating ON rating.lecture = purchase.lecture AND rating.run = purchase.run
        AND rating.student = purchase.student AND rating.removedBlock IS NULL
      WHERE purchase.lecture = ? ORDER BY purchase.run, purchase.student
      """, [lecture]
    ).map { row in
      Purchase(
        seat: Seat(lecture: lecture, run: try row.value("run"), student: try row.address("student")),
        time: try row.value("time"), isReclaimed: try row.optional("reclaimedBlock", as: UInt64.self) != nil,
        isRated: try row.optional("ratedBlock", as: UInt64.self) != nil, scores: try Scores(optional: row))
    }
    let rows = try db.rows("SELECT \(IndexView.settlement), block, trx FROM settlement WHERE lecture = ?", [lecture])
    settlements = rows.count
    var found: [IndexDifference] = []
    for row in rows {
      let (kept, transaction) = (try Settlement(row), try row.hash("trx"))
      let block: UInt64 = try row.value("block")
      let logged = try EventTable(database: db).events(in: block...block).compactMap { event in
        event.transaction == transaction ? try? Settlement(LectureMarket.SettlingLecture(event)) : nil
      }
      guard !logged.contains(kept) else { continue }
      let other = logged.first { $0.lectureNumber == kept.lectureNumber && $0.run == kept.run }
      found.append(
        IndexDifference(
          .record("settlement", of: lecture, "\(kept.run)"), "payments", index: "\(kept)",
          chain: other.map { "\($0)" }))
    }
    settlementDifferences = found
  }
}

extension LectureMarket.SettlingLecture {
  /// - Throws: `ContractABIError` for another event.
  fileprivate init(_ event: StoredEvent) throws { try self.init(topics: event.words(), data: event.data) }
}

/// The facts of a record that an index has otherwise than the contract.
private func compared(
  _ kind: String, of lecture: UInt64, _ key: String, _ facts: [(field: String, index: String, chain: String)]
) -> [IndexDifference] {
  facts.compactMap { field, index, chain in
    index == chain ? nil : IndexDifference(.record(kind, of: lecture, key), field, index: index, chain: chain)
  }
}
