import FixtureSupport
import Testing

@Suite("A send on a bad way to the node", .timeLimit(.minutes(20)))
struct FaultTableTests {
  @Test("pays once whatever goes wrong, and the table in the docs says what people see")
  func table() async throws {
    let page = DocsPage("faults.md")
    // The sample is the same each time, so that a change is judged by what it changes.
    let quick = Cell.all.filter(\.isQuick)
    let cells = LongRun.isOn ? Cell.all : stride(from: 0, to: quick.count, by: quick.count / 8).map { quick[$0] }
    var found: [Cell: FaultRun.Outcome] = [:]
    try await withThrowingTaskGroup(of: (Cell, FaultRun.Outcome).self) { group in
      // Some at once: most of the time is waiting.
      var waiting = cells[...]
      func next() {
        guard let cell = waiting.popFirst() else { return }
        group.addTask {
          (
            cell,
            try await FaultRun.outcome(
              of: FaultCase.all[cell.row], at: cell.step, lasts: cell.lasts)
          )
        }
      }
      for _ in 0..<4 { next() }
      for try await (cell, outcome) in group {
        found[cell] = outcome
        next()
      }
    }
    #expect(found.count == cells.count)
    if LongRun.isOn {
      try page.check(FaultTable(found).markdown)
    } else {
      let told = FaultTable(reading: try page.text()).outcomes
      #expect(Set(told.keys) == Set(Cell.all))
      // What a message says may turn on what was open when the way broke, and so on the machine: the whole table is
      // compared where the machine does nothing else.
      for outcome in found.values { #expect(outcome.text?.split(separator: "\n").count ?? 0 <= 4) }
    }
  }

  private typealias Cell = FaultTable.Cell
}
