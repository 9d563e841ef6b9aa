import ContractClient
import Primitives

// The contract's records as the values of this target.

extension EvaluationPoints {
  init(_ output: LectureMarket.GetLectureEvaluationPointOutput) {
    self.init(
      count: output.evaluationCount,
      sums: [
        output.preparationPoint, output.contentPoint, output.proceedPoint, output.communicationPoint,
        output.satisfactionPoint,
      ])
  }
}

extension Lecture {
  /// A lecture as the contract's record has it.
  ///
  /// - Throws: `LectureError` `.unknownContract` for numbers that cannot be.
  package init(_ record: LectureMarket.LectureRecord) throws {
    self.init(
      number: record.lectureNumber, id: record.lectureID, teacher: record.teacher, title: record.title,
      run: try record.run.asUInt64("run"), isOpen: record.isOpen, price: try Price(klay: record.lectureCost),
      studentCount: record.studentCount, escrow: Amount(wei: record.totalLectureCost),
      openedAt: try record.openedAt.asUInt64("openedAt"),
      openedAtBlock: try record.openedAtBlock.asUInt64("openedAtBlock"),
      settledAt: record.settledAt == 0 ? nil : try record.settledAt.asUInt64("settledAt"),
      points: EvaluationPoints(
        count: record.evaluationCount,
        sums: [
          record.preparationPoint, record.contentPoint, record.proceedPoint, record.communicationPoint,
          record.satisfactionPoint,
        ]))
  }
}

extension Enrolment {
  init(lecture: Lecture, run: UInt64, price: Price?, _ record: LectureMarket.PurchaseRecord) throws {
    self.init(
      lecture: lecture, run: run, price: price, bought: record.purchased,
      boughtAt: record.purchasedAt == 0 ? nil : try record.purchasedAt.asUInt64("purchasedAt"),
      scores: try record.scores, reclaimed: record.reclaimed, reclaimable: record.reclaimable,
      reclaimableFrom: record.reclaimableFrom == 0 ? nil : try record.reclaimableFrom.asUInt64("reclaimableFrom"))
  }
}

extension LectureMarket.PurchaseRecord {
  /// Whether the account bought the run and did not take the payment back.
  var isStudent: Bool { purchased && !reclaimed }

  /// The account's rating of the run; nil where it gave none.
  var scores: Scores? {
    get throws {
      let points = [preparationPoint, contentPoint, proceedPoint, communicationPoint, satisfactionPoint]
      return rated ? try Scores(points.map { Int(clamping: $0) }) : nil
    }
  }
}

extension Teaching.Run {
  init(_ number: UInt64, _ record: LectureMarket.RunRecord, _ settlement: Settlement?) throws {
    self.init(
      number: number, price: try? Price(klay: record.lectureCost), studentCount: record.studentCount,
      isOpen: record.isOpen, held: Amount(wei: record.totalLectureCost),
      settledAt: record.settledAt == 0 ? nil : try record.settledAt.asUInt64("settledAt"), settlement: settlement)
  }
}

extension Settlement {
  /// The payments of an event.
  ///
  /// - Throws: `LectureError` `.unknownContract` for a run that none is.
  package init(_ event: LectureMarket.SettlingLecture) throws {
    self.init(
      lectureNumber: event.lectureNumber, run: try event.run.asUInt64("run"), teacher: event.teacher,
      owner: event.owner, total: Amount(wei: event.totalLectureCost), incentive: Amount(wei: event.incentiveCost),
      teacherShare: Amount(wei: event.teacherShare), ownerShare: Amount(wei: event.ownerShare),
      teacherPaid: event.teacherPaid, ownerPaid: event.ownerPaid)
  }
}

extension ReclaimedPayment {
  /// The payment of an event.
  ///
  /// - Throws: `LectureError` `.unknownContract` for a run that none is.
  init(_ event: LectureMarket.ReclaimingPayment) throws {
    self.init(run: try event.run.asUInt64("run"), amount: Amount(wei: event.amount))
  }
}

extension LectureError {
  /// A count that no chain can mean.
  static func absurdCount(_ count: UInt256) -> LectureError {
    LectureError(
      .unknownContract, "The contract claims to have \(count) lectures or more.",
      reason: "That is more than can be read.")
  }
}

extension UInt256 {
  /// A number of the contract that fits 64 bits, or the contract is not what it claims to be.
  func asUInt64(_ field: String) throws(LectureError) -> UInt64 {
    guard let value = UInt64(exactly: self) else {
      throw LectureError(
        .unknownContract, "The contract says \(field) is \(self), which cannot be.")
    }
    return value
  }
}
