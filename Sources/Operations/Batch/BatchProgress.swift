import LectureKit
import Primitives

/// The progress of a batch for an account, as the chain shows it.
struct BatchProgress: Sendable {
  /// The work left for a row.
  enum Status: Sendable {
    /// The row is to be sent.
    case open
    /// The row was done before; its difference from the row, if there is one.
    case done(BatchDifference?)
    /// The row names a run for which it can't be done.
    case impossible(any Error)
  }

  private let lectures: [UInt256: Lecture]
  private let own: [String: Lecture]
  private let enrolments: [UInt256: [Enrolment]]

  private let unit: Amount.Unit

  init(client: LectureClient, account: Address) async throws {
    let all = try await client.lectures()
    self.init(
      lectures: all, enrolments: try await client.enrolments(of: account), account: account, unit: client.session.unit)
  }

  init(lectures: [Lecture], enrolments: [Enrolment], account: Address, unit: Amount.Unit) {
    self.unit = unit
    self.lectures = Dictionary(lectures.map { ($0.number, $0) }) { first, _ in first }
    own = Dictionary(lectures.filter { $0.teacher == account }.map { ($0.title, $0) }) { first, _ in first }
    self.enrolments = Dictionary(grouping: enrolments, by: \.lecture.number)
  }

  func status(of action: BatchAction) -> Status {
    switch action {
    case .create(let price, let title): creation(price, title)
    case .settle(let lecture): wrongRun(lecture) ?? settlement(lecture)
    case .evaluate(let lecture, let scores): wrongRun(lecture) ?? rating(lecture, scores, action.title(in: unit))
    }
  }

  private func creation(_ price: Price, _ title: String) -> Status {
    guard let lecture = own[title] else { return .open }
    guard let present = lecture.price, present != price else { return .done(nil) }
    return .done(.otherPrice(lecture.number, present))
  }

  /// A row without a run asks for one settlement, of whatever run: it is no reason to settle the next.
  private func settlement(_ row: LectureRun) -> Status {
    guard let lecture = lectures[row.number] else { return .open }
    let present = lecture.run ?? 0
    if row.run ?? 0 < present { return .done(row.run == nil ? Self.difference(row, lecture) : nil) }
    return lecture.isOpen == false ? .done(nil) : .open
  }

  /// A row without a run asks for one rating, of whatever run.
  private func rating(_ row: LectureRun, _ scores: Scores, _ call: String) -> Status {
    let present = lectures[row.number]?.run ?? 0
    let rated = (enrolments[row.number] ?? []).compactMap { rating in
      rating.run.flatMap { run in rating.scores.map { (run: run, scores: $0) } }
    }
    func status(of rating: (run: UInt64, scores: Scores)) -> Status {
      guard rating.scores != scores else { return .done(nil) }
      return .impossible(LectureError.ratedOtherwise(rating.scores, call: call))
    }
    guard let run = row.run else {
      guard let last = rated.max(by: { $0.run < $1.run }) else { return .open }
      return last.run < present ? .done(lectures[row.number].flatMap { Self.difference(row, $0) }) : status(of: last)
    }
    if let rating = rated.first(where: { $0.run == run }) { return status(of: rating) }
    guard run < present else { return .open }
    return .impossible(
      OperationError(
        .otherRun, "Run \(run) of lecture \(row.number) can't be rated any more.",
        reason: "The lecture is in its run \(present).", facts: .runIsOver))
  }

  /// The mistake in the run that a row names, if it names one.
  private func wrongRun(_ row: LectureRun) -> Status? {
    guard let run = row.run, let lecture = lectures[row.number] else { return nil }
    guard let present = lecture.run else {
      return .impossible(
        OperationError(
          .otherRun, "This contract does not tell which run a lecture is in.", facts: .runsUnknown(row.number)))
    }
    guard run > present else { return nil }
    return .impossible(
      OperationError(
        .otherRun, "Lecture \(row.number) has no run \(run) yet.",
        reason: "It is in its run \(present); runs count from 0.", facts: .presentRun(row.number, present)))
  }

  /// The present run, which the row does not ask for; nil once that is settled as well, and nothing is left to do for it.
  private static func difference(_ row: LectureRun, _ lecture: Lecture) -> BatchDifference? {
    guard let present = lecture.run, lecture.isOpen != false else { return nil }
    return .presentRun(row.number, present)
  }

  /// The number of the lecture that a row would open, where it is open already.
  func opened(by action: BatchAction) -> UInt256? {
    guard case .create(_, let title) = action else { return nil }
    return own[title]?.number
  }

  /// The sum that settlements pay out of the escrow, that of a lecture once; nil if none of the actions is one.
  func payout(of actions: [BatchAction]) -> Amount? {
    let settled = Set(
      actions.compactMap { action -> UInt256? in
        guard case .settle(let lecture) = action else { return nil }
        return lecture.number
      })
    guard !settled.isEmpty else { return nil }
    return settled.compactMap { lectures[$0]?.escrow }.reduce(Amount.zero) { (try? $0.adding($1)) ?? $0 }
  }
}

/// The difference between a row that counts as done and the chain.
public enum BatchDifference: Sendable, Hashable {
  /// The lecture of this number has another price.
  case otherPrice(UInt256, Price)
  /// The lecture of this number was reopened since, and is in this run.
  case presentRun(UInt256, UInt64)
}
