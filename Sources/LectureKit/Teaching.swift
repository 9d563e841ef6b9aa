import Primitives

/// The lectures of a teacher, with the students and the money of all their runs.
public struct Teaching: Sendable, Hashable {
  /// A run of a lecture, as its teacher sees it; what an old contract does not have is nil.
  public struct Run: Sendable, Hashable {
    /// From 0.
    public let number: UInt64?
    /// The price for a student of this run.
    public let price: Price?
    /// The students, those who reclaimed taken off.
    public let studentCount: UInt256?
    /// Whether it is not settled yet.
    public let isOpen: Bool?
    /// The amount that the contract holds for it: nine tenths at least become the teacher's when it is settled.
    public let held: Amount?
    /// Seconds since 1970; nil while open.
    public let settledAt: UInt64?
    /// The payments of its settlement; nil while open, and where the logs that were read do not have it.
    public let settlement: Settlement?

    /// A run with the facts given; nothing is checked.
    public init(
      number: UInt64?, price: Price?, studentCount: UInt256?, isOpen: Bool?, held: Amount?, settledAt: UInt64? = nil,
      settlement: Settlement? = nil
    ) {
      (self.number, self.price, self.studentCount) = (number, price, studentCount)
      (self.isOpen, self.held, self.settledAt, self.settlement) = (isOpen, held, settledAt, settlement)
    }

    /// The teacher's share of its settlement, paid or credited; zero while open, nil where it is not known.
    public var income: Amount? { isOpen == true ? .zero : settlement?.teacherShare }
  }

  /// A lecture with its runs.
  public struct Entry: Sendable, Hashable {
    /// The lecture as it is now.
    public let lecture: Lecture
    /// Its runs, the first one first.
    public let runs: [Run]

    /// A lecture with the runs given; nothing is checked.
    public init(lecture: Lecture, runs: [Run]) { (self.lecture, self.runs) = (lecture, runs) }
  }

  /// The lectures, by number.
  public let entries: [Entry]

  /// Whether the contract logs what settlements paid; the old ones don't.
  public let tellsIncome: Bool

  /// The lectures given; nothing is checked.
  public init(_ entries: [Entry], tellsIncome: Bool = true) {
    (self.entries, self.tellsIncome) = (entries, tellsIncome)
  }

  /// The sum that the contract holds for all runs; nil where it does not tell that of one.
  public var held: Amount? { sum(\.held) }
  /// The sum of the teacher's shares of all settlements; nil where that of one is not known.
  public var income: Amount? { tellsIncome ? sum(\.income) : nil }

  private func sum(_ part: (Run) -> Amount?) -> Amount? {
    entries.flatMap(\.runs).reduce(Amount?.some(.zero)) { sum, run in
      guard let sum, let amount = part(run) else { return nil }
      return try? sum.adding(amount)
    }
  }
}
