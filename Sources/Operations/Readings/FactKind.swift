/// The kind of a fact that endpoints may disagree on, by the member of `--json` that has it.
package enum FactKind: String, Sendable, CaseIterable {
  // A lecture.
  case number, id, title, teacher, price, open, run, students, ratings, average, escrow, openedAt, openedAtBlock
  case settledAt
  // A purchase.
  case present, bought, boughtAt, canRate, reclaimed, reclaimable, reclaimableFrom
  case preparation, content, proceeding, communication, satisfaction
  // The money of an account.
  case credit, held, income, credited, balance, units, symbol, decimals, vouched
  // The reading itself.
  case contract, block, error

  /// Whether its number is a time, in seconds since 1970.
  package var isTime: Bool { [.openedAt, .settledAt, .boughtAt, .reclaimableFrom].contains(self) }
}
