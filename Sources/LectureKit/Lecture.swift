import Primitives

/// A lecture as the chain has it now.
///
/// The old contracts do not tell everything; what one cannot tell is nil.
public struct Lecture: Sendable, Hashable {
  public let number: UInt256
  public let id: Hash32
  public let teacher: Address?
  /// Empty when the teacher gave none.
  public let title: String
  /// The present run, from 0; nil too where the first opening of an old contract's lecture is not among the logs read.
  public let run: UInt64?
  public let isOpen: Bool?
  /// The price of the present run; nil too where an old contract has one that nobody can pay.
  public let price: Price?
  public let studentCount: UInt256?
  /// What the contract holds for the present run.
  public let escrow: Amount?
  /// Seconds since 1970.
  public let openedAt: UInt64?
  public let openedAtBlock: UInt64?
  /// Seconds since 1970; nil while open.
  public let settledAt: UInt64?
  public let points: EvaluationPoints
}

/// What one account has to do with one run of a lecture.
public struct Enrolment: Sendable, Hashable {
  /// The lecture as it is now.
  public let lecture: Lecture
  /// The run that was bought, from 0; nil where an old contract doesn't tell which.
  public let run: UInt64?
  /// What the run cost; nil where an old contract doesn't tell.
  public let price: Price?
  public let bought: Bool
  /// Seconds since 1970.
  public let boughtAt: UInt64?
  /// The account's rating; nil when it gave none.
  public let scores: Scores?
  public let reclaimed: Bool
  /// Whether the payment can be taken back now.
  public let reclaimable: Bool
  /// Seconds since 1970.
  public let reclaimableFrom: UInt64?
  /// Whether the contract tells what was rated; the old ones don't.
  public internal(set) var tellsRating = true

  /// Whether it is good for the lecture's present run: an old contract takes whoever ever bought for its student.
  public var isPresent: Bool { run == nil || run == lecture.run ?? 0 }
  /// Whether the account can still rate the lecture; false where nobody tells whether it did.
  public var canRate: Bool {
    tellsRating && isPresent && bought && !reclaimed && scores == nil && lecture.isOpen == true
  }
}

/// A student of a run.
public struct Student: Sendable, Hashable {
  public let address: Address
  public let run: UInt64
  public let price: Price
  public let block: UInt64?
}

/// What a settlement paid.
public struct Settlement: Sendable, Hashable {
  public let lectureNumber: UInt256
  public let run: UInt64
  public let teacher: Address
  public let owner: Address
  public let total: Amount
  public let incentive: Amount
  public let teacherShare: Amount
  public let ownerShare: Amount
  /// False when the receiver refused the payment and was credited.
  public let teacherPaid: Bool
  public let ownerPaid: Bool
}
