import Testing

@Suite("A send on a bad way to the node", .timeLimit(.minutes(20)))
struct FaultTableTests {
  @Test("pays once whatever goes wrong, and the table in the docs says what people see")
  func table() async throws {
    let page = DocsPage("faults.md")
    let cells = LongRun.isOn ? Cell.all : Array(Cell.all.filter(\.isQuick).shuffled().prefix(8))
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
      for (cell, outcome) in found {
        #expect(
          told[cell] == outcome,
          "\(FaultCase.all[cell.row].name) at \(cell.step.rawValue), \(cell.lasts ? "each time" : "once"): \(page.advice)"
        )
      }
    }
  }

  private typealias Cell = FaultTable.Cell
}
