import LectureKit
import Primitives

/// The lectures whose present run is not settled, in the order in which an owner wants to see them.
public struct SettlementList: Sendable {
  /// An order of lectures.
  public enum Order: String, Sendable, CaseIterable {
    /// The most money held first.
    case held
    /// The longest open first.
    case age
  }

  /// The open lectures, in the order that was asked for.
  public let lectures: [Lecture]

  /// The seconds after a purchase from which the student can take the payment back, as the contract has them.
  public static let moneyBackAfter = Enrolment.moneyBackAfter

  /// The open ones of all lectures; those of which it is not told are among them.
  public init(_ all: [Lecture], by order: Order) {
    let open = all.filter { $0.isOpen != false }
    func age(_ lecture: Lecture) -> UInt64 { lecture.openedAt ?? .max }
    func held(_ lecture: Lecture) -> Amount { lecture.escrow ?? .zero }
    lectures = open.sorted { left, right in
      switch order {
      case .held where held(left) != held(right): held(left) > held(right)
      case .held, .age: (age(left), left.number) < (age(right), right.number)
      }
    }
  }

  /// The sum that the contract holds for them; nil where it does not tell that of one.
  public var held: Amount? {
    lectures.reduce(Amount?.some(.zero)) { sum, lecture in
      guard let sum, let escrow = lecture.escrow else { return nil }
      return try? sum.adding(escrow)
    }
  }

  /// The earliest time at which a payment for a lecture's present run may be taken back, in seconds since 1970: that of
  /// somebody who bought it as it was opened. Nil where nothing is held for it, or the time is not told.
  public static func firstMoneyBack(of lecture: Lecture) -> UInt64? {
    guard lecture.studentCount != 0 else { return nil }
    return lecture.openedAt.map { $0.addingReportingOverflow(moneyBackAfter) }.flatMap { $1 ? nil : $0 }
  }
}

extension Planner {
  /// Plans to settle lectures, each in a transaction of its own.
  ///
  /// - Parameter rows: The lectures with the runs that are meant; none of them twice.
  /// - Throws: `OperationError` `.otherRun` for a lecture that is in another run; the errors of ``settlement(_:of:)``.
  public func settlements(
    _ rows: [LectureRun], of client: LectureClient
  ) async throws -> [Planned<LectureSettlement>] {
    var plans: [Planned<LectureSettlement>] = []
    for row in rows { plans.append(try await settlement(row, of: client)) }
    return plans
  }

  /// Plans to settle a lecture, of which a run may be meant.
  ///
  /// - Throws: as ``settlements(_:of:)``.
  func settlement(_ row: LectureRun, of client: LectureClient) async throws -> Planned<LectureSettlement> {
    try await row.checkPresent(of: client)
    return try await settlement(row.number, of: client)
  }
}

extension LectureRun {
  /// Makes sure that the lecture is in the run that is meant.
  ///
  /// - Throws: `OperationError` `.otherRun` for one that is in another.
  func checkPresent(of client: LectureClient) async throws {
    guard let run, let present = try await client.lecture(number).run, present != run else { return }
    throw OperationError(
      .otherRun, "Lecture \(number) has no run \(run) to be settled.", reason: "It is in its run \(present).",
      facts: .presentRun(number, present))
  }
}
