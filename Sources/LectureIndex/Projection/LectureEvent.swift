import ChainIndex
import ContractABI
import LectureKit
import Primitives

/// An event of the lecture contract, as far as it changes tables.
enum LectureEvent {
  /// A lecture, or the next run of one.
  case opened(id: Hash32, teacher: Address, price: UInt64, number: UInt64)
  case purchased(number: UInt64, student: Address, run: UInt64, price: UInt64)
  /// The count is that of all ratings of the lecture, with this one.
  case rated(id: Hash32, student: Address, count: UInt64)
  case settled(number: UInt64, Settlement)
  case reclaimed(number: UInt64, student: Address, run: UInt64, amount: UInt256, ratingRemoved: Bool)
  /// Anything else that the contract logs.
  case other

  /// All events that the contract logs.
  private static let interface = ContractABI(
    events: [
      LectureMarket.CreatingLecture.event, LectureMarket.PurchasingLecture.event,
      LectureMarket.EvaluatingLecture.event, LectureMarket.SettlingLecture.event,
      LectureMarket.ReclaimingPayment.event, LectureMarket.CreditingPayment.event,
      LectureMarket.WithdrawingCredit.event, LectureMarket.OwnershipTransferred.event,
      LectureMarket.OwnershipTransferStarted.event,
    ])

  /// The name of the event whose logs begin with a topic.
  static func name(of topic: Hash32) -> String? { interface.events.first { $0.topic0 == topic }?.name }

  /// The events of the contract at an address.
  static func source(at contract: Address) -> EventSource { EventSource(contract, interface) }

  /// - Throws: `badAnswer` for an event of another form than the contract gives it.
  init(_ event: IndexedEvent) throws {
    do {
      switch event.topics.first {
      case LectureMarket.CreatingLecture.event.topic0:
        let opened = try LectureMarket.CreatingLecture(topics: event.topics, data: event.data)
        let price = try Self.number(opened.lectureCost)
        guard (1...Self.highestPrice).contains(price) else {
          throw ChainIndexError.badAnswer("The price \(price) is none that the contract takes.")
        }
        self = .opened(
          id: opened.id, teacher: opened.teacher, price: price,
          number: try Self.number(opened.lectureNumber))
      case LectureMarket.PurchasingLecture.event.topic0:
        let bought = try LectureMarket.PurchasingLecture(topics: event.topics, data: event.data)
        self = .purchased(
          number: try Self.number(bought.lectureNumber), student: bought.student, run: try Self.number(bought.run),
          price: try Self.number(bought.lectureCost))
      case LectureMarket.EvaluatingLecture.event.topic0:
        let rated = try LectureMarket.EvaluatingLecture(topics: event.topics, data: event.data)
        self = .rated(id: rated.lectureID, student: rated.evaluater, count: try Self.number(rated.evaluatingCount))
      case LectureMarket.SettlingLecture.event.topic0:
        let settlement = try Settlement(LectureMarket.SettlingLecture(topics: event.topics, data: event.data))
        self = .settled(number: try Self.number(settlement.lectureNumber), settlement)
      case LectureMarket.ReclaimingPayment.event.topic0:
        let reclaimed = try LectureMarket.ReclaimingPayment(topics: event.topics, data: event.data)
        self = .reclaimed(
          number: try Self.number(reclaimed.lectureNumber), student: reclaimed.student,
          run: try Self.number(reclaimed.run), amount: reclaimed.amount, ratingRemoved: reclaimed.ratingRemoved)
      default: self = .other
      }
    } catch {
      throw ChainIndexError.badAnswer(
        "The log \(event.place) of block \(event.block) is none that the contract writes: \(error.inOneLine)")
    }
  }

  /// The contract's `MAXIMUM_COST`, in whole coins.
  private static let highestPrice: UInt64 = 10_000_000_000

  /// A number that the contract keeps far below 2^53.
  private static func number(_ value: UInt256) throws -> UInt64 {
    guard let number = UInt64(exactly: value), number < 1 << 53 else {
      throw ChainIndexError.badAnswer("The number \(value) is more than the contract has.")
    }
    return number
  }
}
