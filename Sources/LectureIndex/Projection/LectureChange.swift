import ChainIndex
import LectureKit
import Primitives

/// A purchase of one run of a lecture by one student.
struct Seat: Sendable, Hashable {
  let lecture: UInt64
  let run: UInt64
  let student: Address
}

/// A row of the table of purchases that is new.
struct PurchaseRow: Sendable {
  let seat: Seat
  let event: IndexedEvent
}

/// A row of the table of ratings that is new.
struct RatingRow: Sendable {
  let seat: Seat
  let event: IndexedEvent
  var scores: Scores?
}

/// A row of the table of settlements that is new.
struct SettlementRow: Sendable {
  let lecture: UInt64
  let settlement: Settlement
  let event: IndexedEvent
}

/// A purchase whose price was taken back.
struct Reclaim: Sendable {
  let seat: Seat
  let event: IndexedEvent
  let ratingRemoved: Bool
}

/// The block with which a run was settled.
struct RunEnd: Sendable {
  let lecture: UInt64
  let run: UInt64
  let event: IndexedEvent
}

/// A change of the tables that events make, worked out of the lectures as they were before.
///
/// The contract's rules are the proof that no event is missing: runs, counts and sums of money have to fit what came before.
package struct LectureChange: Sendable {
  /// The lectures that change, as they are afterwards.
  private(set) var lectures: [UInt64: LectureRow]
  /// The number of lectures.
  private(set) var count: UInt64
  /// The numbers of those that are new.
  let firstNew: UInt64
  /// The runs that change, present ones and those that were present before the events.
  private(set) var runs: [UInt64: [LectureRow]] = [:]
  private(set) var ends: [RunEnd] = []
  private(set) var purchases: [PurchaseRow] = []
  private(set) var ratings: [RatingRow] = []
  private(set) var reclaims: [Reclaim] = []
  private(set) var settlements: [SettlementRow] = []
  private var numbers: [Hash32: UInt64]

  /// A change of nothing.
  ///
  /// - Parameters:
  ///   - lectures: Those that events are about, as they are now.
  ///   - count: The number of lectures now.
  init(_ lectures: [LectureRow], count: UInt64) {
    self.lectures = Dictionary(lectures.map { ($0.number, $0) }) { first, _ in first }
    numbers = Dictionary(lectures.map { ($0.id, $0.number) }) { first, _ in first }
    (self.count, firstNew) = (count, count)
  }

  /// The numbers of the lectures that are new.
  var newNumbers: Range<UInt64> { firstNew..<count }

  /// Adds an event.
  ///
  /// - Throws: `badAnswer` where it does not fit those before.
  mutating func add(_ meaning: LectureEvent, _ event: IndexedEvent) throws {
    switch meaning {
    case .opened(let id, let teacher, let price, let number): try open(id, teacher, price, number, event)
    case .purchased(let number, let student, let run, let price):
      try change(number, event) { lecture in
        guard lecture.isOpen, lecture.run == run, lecture.price == price else { return false }
        lecture.students += 1
        return true
      }
      purchases.append(PurchaseRow(seat: Seat(lecture: number, run: run, student: student), event: event))
    case .rated(let id, let student, let count):
      guard let number = numbers[id] else { throw Self.unfit(event) }
      try change(number, event) { lecture in
        guard lecture.isOpen, lecture.ratings + 1 == count else { return false }
        lecture.ratings = count
        return true
      }
      let seat = Seat(lecture: number, run: lectures[number]?.run ?? 0, student: student)
      ratings.append(RatingRow(seat: seat, event: event))
    case .settled(let number, let settlement):
      try change(number, event) { lecture in
        guard lecture.isOpen, lecture.run == settlement.run, lecture.teacher == settlement.teacher,
          Amount(wei: lecture.held) == settlement.total
        else { return false }
        (lecture.isOpen, lecture.settledTime) = (false, event.time)
        return true
      }
      settlements.append(SettlementRow(lecture: number, settlement: settlement, event: event))
      ends.append(RunEnd(lecture: number, run: settlement.run, event: event))
    case .reclaimed(let number, let student, let run, let amount, let ratingRemoved):
      try change(number, event) { lecture in
        guard lecture.isOpen, lecture.run == run, lecture.students > 0, lecture.amount == amount,
          !ratingRemoved || lecture.ratings > 0
        else { return false }
        lecture.students -= 1
        if ratingRemoved { lecture.ratings -= 1 }
        return true
      }
      let seat = Seat(lecture: number, run: run, student: student)
      reclaims.append(Reclaim(seat: seat, event: event, ratingRemoved: ratingRemoved))
    case .other: break
    }
  }

  /// Takes in what the events do not tell.
  ///
  /// - Parameters:
  ///   - titles: Those of the new lectures.
  ///   - scores: Those of the new ratings.
  ///   - removed: The scores of ratings from before that went away.
  mutating func complete(titles: [String], scores: [Scores?], removed: [Seat: Scores]) throws {
    for (number, title) in zip(newNumbers, titles) { lectures[number]?.title = title }
    var known = removed
    for index in ratings.indices {
      guard let values = scores[index] else { continue }
      ratings[index].scores = values
      known[ratings[index].seat] = values
      try add(values, to: ratings[index].seat.lecture, +)
    }
    for reclaim in reclaims where reclaim.ratingRemoved {
      if let values = known[reclaim.seat] { try add(values, to: reclaim.seat.lecture, -) }
    }
  }

  private mutating func add(_ scores: Scores, to number: UInt64, _ change: (Int, Int) -> Int) throws {
    guard var lecture = lectures[number] else { return }
    lecture.sums = try zip(lecture.sums, scores.values).map { sum, score in
      guard let next = UInt64(exactly: change(Int(clamping: sum), score)) else {
        throw ChainIndexError.badAnswer("The ratings of lecture \(number) do not add up.")
      }
      return next
    }
    lectures[number] = lecture
  }

  private mutating func open(
    _ id: Hash32, _ teacher: Address, _ price: UInt64, _ number: UInt64, _ event: IndexedEvent
  ) throws {
    guard var lecture = lectures[number] else {
      guard number == count, numbers[id] == nil else { throw Self.unfit(event) }
      lectures[number] = LectureRow(
        number: number, id: id, teacher: teacher, price: price, block: event.block, time: event.time)
      numbers[id] = number
      count += 1
      return
    }
    guard !lecture.isOpen, lecture.id == id, lecture.teacher == teacher else { throw Self.unfit(event) }
    runs[number, default: []].append(lecture)
    (lecture.run, lecture.price, lecture.students, lecture.isOpen) = (lecture.run + 1, price, 0, true)
    (lecture.openedBlock, lecture.openedTime, lecture.settledTime) = (event.block, event.time, nil)
    lectures[number] = lecture
  }

  private mutating func change(
    _ number: UInt64, _ event: IndexedEvent, _ change: (inout LectureRow) -> Bool
  ) throws {
    guard var lecture = lectures[number], change(&lecture) else { throw Self.unfit(event) }
    lectures[number] = lecture
  }

  /// The error of an event that the contract cannot have logged after those before it.
  static func unfit(_ event: IndexedEvent) -> ChainIndexError {
    .badAnswer(
      "The log \(event.place) of block \(event.block), \(event.kind), does not fit those before it: events are missing"
        + " or made up.")
  }
}

extension IndexedEvent {
  /// The event's name.
  var kind: String { topics.first.flatMap { LectureEvent.name(of: $0) } ?? "unknown" }
}
