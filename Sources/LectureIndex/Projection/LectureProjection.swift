import ChainIndex
import Database
import LectureKit
import NodeRPC
import Primitives

/// The tables of lectures, made of the events of the lecture contract.
package struct LectureProjection<Facts: LectureFacts>: IndexProjection {
  package let sources: [EventSource]
  private let facts: Facts

  /// The projection of a contract's events.
  ///
  /// - Parameter facts: Tells what no event tells.
  package init(contract: Address, facts: Facts) {
    (sources, self.facts) = ([LectureEvent.source(at: contract)], facts)
  }

  package static var tables: IndexTables { LectureTables.tables }

  /// Works out the change that events make; titles and scores are asked of the contract.
  package func change(
    for events: [IndexedEvent], at state: IndexedBlock, in store: IndexStore
  ) async throws -> LectureChange {
    let meanings = try events.map { try LectureEvent($0) }
    var change = try await store.read { try Self.start(of: meanings, in: $0) }
    for (event, meaning) in zip(events, meanings) { try change.add(meaning, event) }
    let titles = try await facts.titles(of: change.newNumbers, at: .hash(state.hash))
    let scores = try await facts.scores(
      of: change.ratings.map {
        RatingPlace(
          lecture: $0.seat.lecture, run: $0.seat.run, student: $0.seat.student, transaction: $0.event.transaction)
      }, at: .hash(state.hash))
    guard titles.count == change.newNumbers.count, scores.count == change.ratings.count else {
      throw ChainIndexError.badAnswer("The contract gives less than was asked for.")
    }
    let removed = change.reclaims.filter(\.ratingRemoved).map(\.seat)
    let known = removed.isEmpty ? [:] : try await store.read { try Self.scores(of: removed, in: $0) }
    try change.complete(titles: titles, scores: scores, removed: known)
    return change
  }

  package func apply(_ change: LectureChange, in db: Connection) throws { try LectureWriter(db: db).write(change) }

  package func undo(above height: UInt64, in db: Connection) throws { try LectureUndo(db: db).undo(above: height) }

  /// The lectures that events are about, as they are before them.
  private static func start(of events: [LectureEvent], in db: Connection) throws -> LectureChange {
    var (numbers, ids): (Set<UInt64>, Set<Hash32>) = ([], [])
    for event in events {
      switch event {
      case .opened(let id, _, _, let number):
        numbers.insert(number)
        ids.insert(id)
      case .purchased(let number, _, _, _), .settled(let number, _), .reclaimed(let number, _, _, _, _):
        numbers.insert(number)
      case .rated(let id, _, _): ids.insert(id)
      case .other: break
      }
    }
    var rows: [UInt64: LectureRow] = [:]
    for number in numbers {
      let row = try db.row("SELECT \(LectureRow.columns) FROM lecture WHERE number = ?", [number])
      if let row { rows[number] = try LectureRow(row) }
    }
    for id in ids {
      let row = try db.row("SELECT \(LectureRow.columns) FROM lecture WHERE id = ?", [id.bytes])
      if let row {
        let lecture = try LectureRow(row)
        rows[lecture.number] = lecture
      }
    }
    let last = try db.value("SELECT max(number) FROM lecture", as: UInt64.self)
    return LectureChange(Array(rows.values), count: last.map { $0 + 1 } ?? 0)
  }

  private static func scores(of seats: [Seat], in db: Connection) throws -> [Seat: Scores] {
    var scores: [Seat: Scores] = [:]
    for seat in seats {
      let row = try db.row(
        """
        SELECT preparation, content, proceeding, communication, satisfaction FROM rating
        WHERE lecture = ? AND run = ? AND student = ?
        """, [seat.lecture, seat.run, seat.student.bytes])
      if let row { scores[seat] = try Scores(optional: row) }
    }
    return scores
  }
}

extension Scores {
  /// The scores of a row; nil where they are not known.
  init?(optional row: Row) throws {
    let values = try LectureRow.questions.compactMap { try row.optional($0, as: Int.self) }
    guard values.count == LectureRow.questions.count else { return nil }
    try self.init(values)
  }
}
