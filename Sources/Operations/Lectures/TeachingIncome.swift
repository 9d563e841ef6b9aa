import LectureKit
import Primitives
import Rates

/// The income of a teacher by the weeks in which runs were settled; weeks begin on Mondays, in UTC.
public struct TeachingIncome: Sendable, Hashable {
  /// The income of a week.
  public struct Week: Sendable, Hashable {
    /// Its beginning, in seconds since 1970.
    public let start: Int64
    /// The teacher's shares of its settlements.
    public let amount: Amount

    /// Its first day, as in `2026-11-23`.
    public var day: String { "\(Zone.utc.day(at: start))" }
  }

  /// The weeks from the first settlement to the last, the latest 52 of them.
  public let weeks: [Week]

  private static let (length, most): (Int64, Int64) = (7 * 86_400, 52)

  /// Adds up the settlements of all runs; those whose time or payment is not known are left out.
  public init(_ teaching: Teaching) {
    var sums: [Int64: Amount] = [:]
    for run in teaching.entries.flatMap(\.runs) {
      guard teaching.tellsIncome, let time = run.settledAt.flatMap(Int64.init(exactly:)), let income = run.income else {
        continue
      }
      let week = Self.week(of: time)
      sums[week] = (try? sums[week, default: .zero].adding(income)) ?? .zero
    }
    guard let first = sums.keys.min(), let last = sums.keys.max() else {
      weeks = []
      return
    }
    weeks = (max(first, last - Self.most + 1)...last).map {
      Week(start: Self.start(of: $0), amount: sums[$0] ?? .zero)
    }
  }

  /// The number of a week; the first day of 1970 was a Thursday.
  private static func week(of time: Int64) -> Int64 { (time / 86_400 + 3) / 7 }

  private static func start(of week: Int64) -> Int64 { (week * 7 - 3) * 86_400 }
}

/// The runs of a teacher's lectures as a table for other programs.
public struct TeachingTable: Sendable {
  private let teaching: Teaching
  private let unit: Amount.Unit

  /// A table with amounts in a chain's own money.
  public init(_ teaching: Teaching, in unit: Amount.Unit) { (self.teaching, self.unit) = (teaching, unit) }

  /// The runs as comma-separated values, each by its lecture's number; times are seconds since 1970, and nothing stands
  /// for what is not known.
  ///
  /// No title is in it: spreadsheets carry texts out.
  public var csv: String {
    let lines = teaching.entries.flatMap { entry in entry.runs.map { line(of: $0, in: entry.lecture) } }
    let head = "lecture,run,price,students,state,held,income,incentive,payout,settledAt"
    return ([head] + lines).joined(separator: "\r\n") + "\r\n"
  }

  private func line(of run: Teaching.Run, in lecture: Lecture) -> String {
    let income = teaching.tellsIncome ? run.income : nil
    let state = run.isOpen.map { $0 ? "open" : "settled" }
    let payout = run.settlement.map { $0.teacherPaid ? "paid" : "credited" }
    let cells: [String?] = [
      "\(lecture.number)", run.number?.description, run.price?.klay.description, run.studentCount?.description, state,
      run.held?.formatted(in: unit), income?.formatted(in: unit), run.settlement?.incentive.formatted(in: unit), payout,
      run.settledAt?.description,
    ]
    return cells.map { $0 ?? "" }.joined(separator: ",")
  }
}
