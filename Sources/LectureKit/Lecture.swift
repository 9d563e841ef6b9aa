import Primitives

/// A lecture as the chain has it now.
///
/// The old contracts do not have everything; what one does not have is nil.
public struct Lecture: Sendable, Hashable {
  /// Its place in the contract, from 0.
  public let number: UInt256
  /// By which ratings name the lecture; in v2 two of one teacher, block and price share it.
  public let id: Hash32
  /// The teacher who opened it; nil where an old contract's logs do not have the opening.
  public let teacher: Address?
  /// The title; empty when the teacher gave none, or one of which nothing can be seen.
  public let title: String
  /// The present run, from 0; nil too where the first opening of an old contract's lecture is not among the logs read.
  public let run: UInt64?
  /// Whether the present run is not settled; nil where an old contract doesn't say.
  public let isOpen: Bool?
  /// The price of the present run; nil too where an old contract has one that nobody can pay.
  public let price: Price?
  /// The students of the present run, those who reclaimed taken off.
  public let studentCount: UInt256?
  /// The amount that the contract holds for the present run.
  public let escrow: Amount?
  /// Seconds since 1970.
  public let openedAt: UInt64?
  /// The number of the block in which the present run was opened.
  public let openedAtBlock: UInt64?
  /// The time of the settlement, in seconds since 1970; nil while the run is open.
  public let settledAt: UInt64?
  /// The ratings of all its runs.
  public let points: EvaluationPoints

  /// A lecture with the facts given; nothing is checked.
  package init(
    number: UInt256, id: Hash32, teacher: Address?, title: String, run: UInt64?, isOpen: Bool?, price: Price?,
    studentCount: UInt256?, escrow: Amount?, openedAt: UInt64?, openedAtBlock: UInt64?, settledAt: UInt64?,
    points: EvaluationPoints
  ) {
    (self.number, self.id, self.teacher, self.run) = (number, id, teacher, run)
    self.title = LectureTitle.isBlank(title) ? "" : title
    (self.isOpen, self.price, self.studentCount, self.escrow) = (isOpen, price, studentCount, escrow)
    (self.openedAt, self.openedAtBlock, self.settledAt) = (openedAt, openedAtBlock, settledAt)
    self.points = points
  }

  /// The run that is meant: the present one where none is named.
  ///
  /// - Parameter isNextTaken: Whether the run that is opened next may be named as well.
  /// - Throws: `LectureError` `.unknownRun` for one that is not there yet.
  package func chosenRun(_ wanted: UInt64?, orNext isNextTaken: Bool = false) throws(LectureError) -> UInt64 {
    let present = run ?? 0
    guard let wanted, wanted > present, !isNextTaken || wanted > present + 1 else { return wanted ?? present }
    throw LectureError(
      .unknownRun, "Lecture \(number) has no run \(wanted) yet.",
      reason: present == 0 ? "Its only run is run 0." : "It has the runs 0 to \(present).", facts: .runs(last: present))
  }
}

/// The purchase and rating of one run of a lecture by one account.
public struct Enrolment: Sendable, Hashable {
  /// The lecture as it is now.
  public let lecture: Lecture
  /// The run that was bought, from 0; nil where an old contract doesn't say which.
  public let run: UInt64?
  /// The price of the run; nil where an old contract doesn't say.
  public let price: Price?
  /// Whether the account ever bought the run; it stays true after a reclaim.
  public let bought: Bool
  /// Seconds since 1970.
  public let boughtAt: UInt64?
  /// The account's rating; nil when it gave none.
  public let scores: Scores?
  /// Whether the account took its payment for the run back.
  public let reclaimed: Bool
  /// Whether the payment can be taken back now.
  public let reclaimable: Bool
  /// Seconds since 1970.
  public let reclaimableFrom: UInt64?
  /// Whether the contract shows ratings; the old ones don't.
  public internal(set) var tellsRating = true

  /// The seconds after a purchase from which the student can take the payment back, as the contract has them.
  public static let moneyBackAfter: UInt64 = 90 * 86_400

  /// A purchase with the facts given; nothing is checked.
  package init(
    lecture: Lecture, run: UInt64?, price: Price?, bought: Bool, boughtAt: UInt64?, scores: Scores?, reclaimed: Bool,
    reclaimable: Bool, reclaimableFrom: UInt64?, tellsRating: Bool = true
  ) {
    (self.lecture, self.run, self.price, self.bought, self.boughtAt) = (lecture, run, price, bought, boughtAt)
    (self.scores, self.reclaimed, self.reclaimable) = (scores, reclaimed, reclaimable)
    (self.reclaimableFrom, self.tellsRating) = (reclaimableFrom, tellsRating)
  }

  /// Whether it is good for the lecture's present run: an old contract takes whoever ever bought for its student.
  public var isPresent: Bool { run == nil || run == lecture.run ?? 0 }
  /// Whether the account can still rate the lecture; false where nobody knows whether it did.
  public var canRate: Bool {
    tellsRating && isPresent && bought && !reclaimed && scores == nil && lecture.isOpen == true
  }
}

/// A student of a run.
public struct Student: Sendable, Hashable {
  /// The account that bought the run.
  public let address: Address
  /// The run that was bought, from 0.
  public let run: UInt64
  /// The price of the run.
  public let price: Price
  /// The number of the block in which it was bought; nil where the node doesn't give it.
  public let block: UInt64?
  /// The student's rating of the run; nil where there is none.
  public let scores: Scores?

  /// A student with the facts given; nothing is checked.
  package init(address: Address, run: UInt64, price: Price, block: UInt64?, scores: Scores?) {
    (self.address, self.run, self.price) = (address, run, price)
    (self.block, self.scores) = (block, scores)
  }
}

/// A payment that a student took back.
public struct ReclaimedPayment: Sendable, Hashable {
  /// The run that it was for, from 0.
  public let run: UInt64
  /// The sum.
  public let amount: Amount
}

/// The payments of a settlement.
public struct Settlement: Sendable, Hashable {
  /// The lecture's number, from 0.
  public let lectureNumber: UInt256
  /// The run that was settled, from 0.
  public let run: UInt64
  /// The teacher, who was to get ``teacherShare``.
  public let teacher: Address
  /// The contract's owner, who settled it and was to get ``ownerShare``.
  public let owner: Address
  /// The sum paid for the run: both shares together.
  public let total: Amount
  /// The teacher's part of the owner's tenth, for good ratings; it is part of ``teacherShare``.
  public let incentive: Amount
  /// Nine tenths of the total, and the incentive.
  public let teacherShare: Amount
  /// The part of the total that is not the teacher's.
  public let ownerShare: Amount
  /// False when the receiver refused the payment and was credited.
  public let teacherPaid: Bool
  /// False when the receiver refused the payment and was credited.
  public let ownerPaid: Bool

  /// A settlement with the payments given; nothing is checked.
  package init(
    lectureNumber: UInt256, run: UInt64, teacher: Address, owner: Address, total: Amount, incentive: Amount,
    teacherShare: Amount, ownerShare: Amount, teacherPaid: Bool, ownerPaid: Bool
  ) {
    (self.lectureNumber, self.run, self.teacher, self.owner) = (lectureNumber, run, teacher, owner)
    (self.total, self.incentive, self.teacherShare, self.ownerShare) = (total, incentive, teacherShare, ownerShare)
    (self.teacherPaid, self.ownerPaid) = (teacherPaid, ownerPaid)
  }
}
