import Primitives

/// The shares in which a settlement pays out what a lecture's present run holds, by the contract's rule and the ratings as
/// they are now: the owner has a tenth, of which good ratings give a part back to the teacher.
public struct SettlementShares: Sendable, Hashable {
  /// The teacher, who gets ``teacherShare``.
  public let teacher: Address
  /// Nine tenths, and the incentive.
  public let teacherShare: Amount
  /// The teacher's part of the owner's tenth, for good ratings.
  public let incentive: Amount
  /// The rest, which goes to the contract's owner.
  public let ownerShare: Amount

  /// The averages from which on so many per cent of the tenth go back.
  private static let steps: [(average: UInt256, percent: UInt256)] = [(100, 15), (80, 10), (60, 5)]

  /// The shares of a lecture; nil of an old contract's, which does not tell what it holds.
  public init?(of lecture: Lecture) {
    guard let held = lecture.escrow?.wei, let teacher = lecture.teacher else { return nil }
    let fee = held / 10
    let percent = lecture.points.average.flatMap { mean in Self.steps.first { mean >= $0.average }?.percent } ?? 0
    // A tenth of 256 bits times fifteen may be more than they hold; no chain has that much.
    let (product, overflow) = fee.multipliedReportingOverflow(by: percent)
    guard !overflow, product <= .max - 50 else { return nil }
    let back = (product + 50) / 100
    self.teacher = teacher
    (incentive, teacherShare) = (Amount(wei: back), Amount(wei: held - fee + back))
    ownerShare = Amount(wei: fee - back)
  }
}
