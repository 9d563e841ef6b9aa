import LectureKit
import Primitives

/// A purchase as the index has it.
package struct IndexedPurchase: Sendable, Hashable {
  /// The purchase, its lecture as it is now, and the rating.
  package let enrolment: Enrolment
  /// The number of the block in which it was bought.
  package let block: UInt64
  /// The transaction that bought it.
  package let transaction: Hash32
}

/// A price that a lecture had.
package struct PricePoint: Sendable, Hashable {
  /// The run, from 0.
  package let run: UInt64
  /// The price of the run.
  package let price: Price
  /// The time from which it was the price, in seconds since 1970.
  package let since: UInt64
  /// The number of the block that opened the run.
  package let block: UInt64
}

/// The income of a teacher in a week.
package struct IncomeWeek: Sendable, Hashable {
  /// The Monday with which it begins, at midnight UTC, in seconds since 1970.
  package let start: UInt64
  /// The teacher's shares of all settlements of the week.
  package let amount: Amount
  /// The number of settlements.
  package let settlements: Int

  /// The seconds of a week.
  private static let length: UInt64 = 7 * 86_400
  /// The first Monday that is not before 1970.
  private static let firstMonday: UInt64 = 4 * 86_400

  /// The Monday with which the week of a time begins.
  static func start(of time: UInt64) -> UInt64 {
    guard time >= firstMonday else { return 0 }
    return firstMonday + (time - firstMonday) / length * length
  }
}
