import ContractABI
import LectureKit
import Primitives

/// The life of one lecture of a generated chain.
struct LectureScript {
  let lecture: UInt64
  let market: GeneratedMarket

  /// The lectures that live side by side.
  private static let group: UInt64 = 50
  /// The events of a lecture's life.
  private static let steps: UInt64 = 40

  private static let (buyers, raters): (UInt64, UInt64) = (20, 10)
  private static let (firstRating, leaving, settling, reopening): (UInt64, UInt64, UInt64, UInt64) = (21, 31, 33, 34)
  private static let (secondBuying, lastRating): (UInt64, UInt64) = (35, 39)
  /// The student of the first run who leaves without a rating.
  private static let silentLeaver: UInt64 = 15
  private static let coin: UInt256 = 1_000_000_000_000_000_000

  /// The event at a place among all of the chain.
  static func event(_ number: UInt64, in market: GeneratedMarket) -> (topics: [Hash32], data: Bytes) {
    let (epoch, rest) = (number / (steps * group), number % (steps * group))
    let script = LectureScript(lecture: epoch * group + rest % group, market: market)
    return script.event(at: rest / group)
  }

  var title: String { "Lecture \(lecture) \(String(market.mixed(7, salt(at: 0), lecture), radix: 36))" }

  /// The scores of a rating; nil for one that nobody gave.
  func scores(in run: UInt64, by student: Address) throws -> Scores? {
    let number = run == 0 ? (0..<Self.raters).first { self.student($0, run: 0) == student } : 0
    guard let number, self.student(number, run: run) == student else { return nil }
    let salt = salt(at: run == 0 ? Self.firstRating + number : Self.lastRating)
    return try Scores((0..<5).map { Int(market.mixed(6, salt, lecture, run, number, $0) % 101) })
  }

  // MARK: Parts

  private func salt(at step: UInt64) -> UInt64 {
    let (epoch, place) = (lecture / Self.group, lecture % Self.group)
    let event = epoch * Self.steps * Self.group + step * Self.group + place
    return market.salt(at: event / GeneratedMarket.eventsPerBlock + 1)
  }

  private var id: Hash32 { market.hash(3, salt(at: 0), lecture) }
  private var teacher: Address { Address(truncating: UInt256(0x1_0000 + market.mixed(4, salt(at: 0), lecture) % 300)) }

  private func price(of run: UInt64) -> UInt64 {
    market.mixed(5, salt(at: run == 0 ? 0 : Self.reopening), lecture, run) % 50 + 1
  }

  /// The student who is one of the first buyers of a run, by number.
  private func student(_ number: UInt64, run: UInt64) -> Address {
    let step = run == 0 ? 1 + number : Self.secondBuying + number
    let person = market.mixed(8, salt(at: step), lecture, run, number) % 5_000
    return Address(truncating: UInt256(0x100_0000 + person * Self.buyers + number))
  }

  private func event(at step: UInt64) -> (topics: [Hash32], data: Bytes) {
    switch step {
    case 0: opened(run: 0)
    case ..<Self.firstRating: bought(step - 1, run: 0)
    case ..<Self.leaving: rated(step - Self.firstRating, run: 0, count: step - Self.firstRating + 1)
    case Self.leaving: left(0, hadRated: true)
    case Self.leaving + 1: left(Self.silentLeaver, hadRated: false)
    case Self.settling: settled
    case Self.reopening: opened(run: 1)
    case ..<Self.lastRating: bought(step - Self.secondBuying, run: 1)
    default: rated(0, run: 1, count: Self.raters)
    }
  }

  private func opened(run: UInt64) -> (topics: [Hash32], data: Bytes) {
    (
      [LectureMarket.CreatingLecture.event.topic0, id, Hash32(UInt256(teacher)), Hash32(UInt256(lecture))],
      words(UInt256(price(of: run)))
    )
  }

  private func bought(_ number: UInt64, run: UInt64) -> (topics: [Hash32], data: Bytes) {
    (
      [
        LectureMarket.PurchasingLecture.event.topic0, Hash32(UInt256(lecture)),
        Hash32(UInt256(student(number, run: run))), Hash32(UInt256(run)),
      ], words(UInt256(price(of: run)))
    )
  }

  private func rated(_ number: UInt64, run: UInt64, count: UInt64) -> (topics: [Hash32], data: Bytes) {
    (
      [LectureMarket.EvaluatingLecture.event.topic0, id, Hash32(UInt256(student(number, run: run)))],
      words(UInt256(count))
    )
  }

  private func left(_ number: UInt64, hadRated: Bool) -> (topics: [Hash32], data: Bytes) {
    (
      [
        LectureMarket.ReclaimingPayment.event.topic0, Hash32(UInt256(lecture)),
        Hash32(UInt256(student(number, run: 0))), Hash32(0),
      ], words(UInt256(price(of: 0)) * Self.coin, hadRated ? 1 : 0)
    )
  }

  private var settled: (topics: [Hash32], data: Bytes) {
    let total = UInt256(Self.buyers - 2) * UInt256(price(of: 0)) * Self.coin
    let owner = total / 10
    return (
      [
        LectureMarket.SettlingLecture.event.topic0, Hash32(UInt256(lecture)), Hash32(UInt256(teacher)), Hash32(0),
      ], words(0x99, total, 0, total - owner, owner, 1, 1)
    )
  }

  private func words(_ words: UInt256...) -> Bytes { words.flatMap(\.bigEndianBytes) }
}
