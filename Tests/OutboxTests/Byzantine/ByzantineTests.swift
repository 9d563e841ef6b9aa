import Testing

@testable import OutboxErrands

@Suite("A payment by way of a node that lies", .timeLimit(.minutes(20)))
struct ByzantineTests {
  private struct Cell: Hashable, Sendable {
    let lie: Lie
    let kind: Errand.Kind
  }

  private static let lies = Lie.allCases.filter { !Lie.ofSeals.contains($0) }
  private static let kinds: [Errand.Kind] = [.transfer, .call, .purchase]
  private static let cells = lies.flatMap { lie in kinds.map { Cell(lie: lie, kind: $0) } }

  @Test("is made once at most, and the table in the docs says what comes of it")
  func table() async throws {
    var found: [Cell: ByzantineRun.Outcome] = [:]
    try await withThrowingTaskGroup(of: (Cell, ByzantineRun.Outcome).self) { group in
      var waiting = Self.cells[...]
      func next() {
        guard let cell = waiting.popFirst() else { return }
        group.addTask { (cell, try await ByzantineRun.outcome(of: cell.lie, cell.kind)) }
      }
      for _ in 0..<4 { next() }
      for try await (cell, outcome) in group {
        found[cell] = outcome
        next()
      }
    }
    for (cell, outcome) in found {
      #expect(outcome.payments <= 1, "\(cell.lie.rawValue), \(cell.kind): \(outcome)")
    }
    try DocsPage("byzantine.md").check(Self.page(found))
  }

  private static func page(_ found: [Cell: ByzantineRun.Outcome]) -> String {
    let rows = lies.map { lie in
      let told = kinds.map { kind -> String in
        guard let outcome = found[Cell(lie: lie, kind: kind)] else { return "–" }
        return outcome.words.joined(separator: ", ") + "; \(outcome.payments)"
      }
      return "| \(lie.rawValue) | " + told.joined(separator: " | ") + " |"
    }
    return """
      # When the node lies

      A payment by way of a lone node that tells a lie and keeps what it is given: the command runs twice by way of it, then
      everything that was ever signed is published and mined, and the same command runs once more by way of an honest node,
      whose word is no proof either. Each cell says what the three commands said (`paid`, `failed`, or the error's code), and how
      often the chain shows the payment in the end. `WRITE_DOCS=1 make crash-test` writes this page anew; `make test` compares it.

      In no cell more is paid than was agreed. Where it is 0, the payment waits behind nonces that nothing has, which
      `lectures tx resume` closes. On Kaia a lone node can be held to proof: [byzantine-kaia.md](byzantine-kaia.md).

      | the node says that | a transfer | a call | a purchase |
      |---|---|---|---|
      \(rows.joined(separator: "\n"))

      """
  }
}
