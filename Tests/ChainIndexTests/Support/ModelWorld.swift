import ContractABI
import FixtureSupport
import LectureKit
import Primitives

@testable import LectureIndex

/// The lectures of a model of the contract, which logs what the contract would.
struct ModelWorld: Sendable {
  struct Entry: Sendable {
    let id: Hash32
    let teacher: Address
    let title: String
    var run: UInt64 = 0
    var price: UInt64
    var isOpen = true
    var students: [Address] = []
    var leavers: Set<Address> = []
    var rated: [Address: Scores] = [:]
    /// The ratings of all runs that stand.
    var ratings: [Scores] = []
    var students0: UInt64 { UInt64(students.count) }
  }

  struct Logged: Sendable {
    let topics: [Hash32]
    let data: Bytes
  }

  var lectures: [Entry] = []
  /// All ratings, those too that were taken back.
  var everRated: [Seat: Scores] = [:]

  private static let coin: UInt256 = 1_000_000_000_000_000_000
  static let titles = ["Swift 입문", "수학의 정석", "Історія України", "C++ \"NEAR\" * 101", "a\u{0}b", "", "ÄÖÜ für alle"]

  static func account(_ number: UInt64) -> Address { Address(truncating: UInt256(0x1000 + number)) }

  /// Does something at random, and gives what is logged.
  mutating func act(_ random: inout Seeded, at time: UInt64) -> [Logged] {
    let choice = random.next() % 100
    if lectures.isEmpty || choice < 8 { return open(&random) }
    let number = Int(random.next() % UInt64(lectures.count))
    switch choice {
    case ..<50: return buy(number, &random)
    case ..<78: return rate(number, &random)
    case ..<86: return reclaim(number)
    case ..<92: return settle(number)
    default: return reopen(number, &random)
    }
  }

  private mutating func open(_ random: inout Seeded) -> [Logged] {
    let number = UInt64(lectures.count)
    let title = Self.titles[Int(random.next() % UInt64(Self.titles.count))]
    let entry = Entry(
      id: Hash32(UInt256(random.next())), teacher: Self.account(random.next() % 4), title: title,
      price: random.next() % 50 + 1)
    lectures.append(entry)
    return [opened(entry, number)]
  }

  private func opened(_ entry: Entry, _ number: UInt64) -> Logged {
    Logged(
      topics: [
        LectureMarket.CreatingLecture.event.topic0, entry.id, Hash32(UInt256(entry.teacher)), Hash32(UInt256(number)),
      ], data: Self.words(UInt256(entry.price)))
  }

  private mutating func buy(_ number: Int, _ random: inout Seeded) -> [Logged] {
    let student = Self.account(100 + random.next() % 12)
    let entry = lectures[number]
    guard entry.isOpen, !entry.students.contains(student), !entry.leavers.contains(student) else { return [] }
    lectures[number].students.append(student)
    return [
      Logged(
        topics: [
          LectureMarket.PurchasingLecture.event.topic0, Hash32(UInt256(UInt64(number))), Hash32(UInt256(student)),
          Hash32(UInt256(entry.run)),
        ], data: Self.words(UInt256(entry.price)))
    ]
  }

  private mutating func rate(_ number: Int, _ random: inout Seeded) -> [Logged] {
    let entry = lectures[number]
    guard entry.isOpen, let student = entry.students.first(where: { entry.rated[$0] == nil }),
      let scores = try? Scores((0..<5).map { _ in Int(random.next() % 101) })
    else { return [] }
    lectures[number].rated[student] = scores
    lectures[number].ratings.append(scores)
    everRated[Seat(lecture: UInt64(number), run: entry.run, student: student)] = scores
    return [
      Logged(
        topics: [LectureMarket.EvaluatingLecture.event.topic0, entry.id, Hash32(UInt256(student))],
        data: Self.words(UInt256(UInt64(lectures[number].ratings.count))))
    ]
  }

  private mutating func reclaim(_ number: Int) -> [Logged] {
    let entry = lectures[number]
    guard entry.isOpen, let student = entry.students.first else { return [] }
    lectures[number].students.removeFirst()
    lectures[number].leavers.insert(student)
    let rating = lectures[number].rated.removeValue(forKey: student)
    if let rating, let index = entry.ratings.firstIndex(of: rating) { lectures[number].ratings.remove(at: index) }
    return [
      Logged(
        topics: [
          LectureMarket.ReclaimingPayment.event.topic0, Hash32(UInt256(UInt64(number))), Hash32(UInt256(student)),
          Hash32(UInt256(entry.run)),
        ], data: Self.words(UInt256(entry.price) * Self.coin, rating == nil ? 0 : 1))
    ]
  }

  private mutating func settle(_ number: Int) -> [Logged] {
    let entry = lectures[number]
    guard entry.isOpen else { return [] }
    lectures[number].isOpen = false
    let total = UInt256(entry.students0) * UInt256(entry.price) * Self.coin
    let owner = total / 10
    return [
      Logged(
        topics: [
          LectureMarket.SettlingLecture.event.topic0, Hash32(UInt256(UInt64(number))), Hash32(UInt256(entry.teacher)),
          Hash32(UInt256(entry.run)),
        ],
        data: Self.words(UInt256(Self.account(99)), total, 0, total - owner, owner, 1, 1))
    ]
  }

  private mutating func reopen(_ number: Int, _ random: inout Seeded) -> [Logged] {
    guard !lectures[number].isOpen, lectures[number].run < 4 else { return [] }
    lectures[number].run += 1
    lectures[number].price = random.next() % 50 + 1
    lectures[number].isOpen = true
    lectures[number].students = []
    lectures[number].leavers = []
    lectures[number].rated = [:]
    return [opened(lectures[number], UInt64(number))]
  }

  private static func words(_ words: UInt256...) -> Bytes { words.flatMap { $0.bigEndianBytes } }
}
