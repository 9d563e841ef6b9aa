import ChainSupport
import CrashSupport
import FixtureSupport
import Foundation
import Testing

@testable import CrashWorker

@Suite(
  "A payment by way of a node that lies", .enabled(if: TestTools.areInstalled, "\(TestTools.advice)"),
  .timeLimit(.minutes(20)))
struct ByzantineTests {
  private enum Cell: Hashable, Sendable {
    case lie(Lie, ByzantineRun.Payment)
    case course(ByzantineScenario)

    func outcome() async throws -> ByzantineRun.Outcome {
      switch self {
      case .lie(let lie, let payment): try await ByzantineRun.outcome(of: lie, payment)
      case .course(let course): try await ByzantineRun.outcome(of: course)
      }
    }
  }

  private static let payments = ByzantineRun.Payment.allCases
  private static let lies = Lie.allCases.filter { !Lie.ofSeals.contains($0) }
  private static let cells =
    lies.flatMap { lie in payments.map { Cell.lie(lie, $0) } } + ByzantineScenario.all.map { .course($0) }

  @Test("is made once at most, and the table in the docs says what comes of it")
  func table() async throws {
    var found: [Cell: ByzantineRun.Outcome] = [:]
    try await withThrowingTaskGroup(of: (Cell, ByzantineRun.Outcome).self) { group in
      var waiting = Self.cells[...]
      func next() {
        guard let cell = waiting.popFirst() else { return }
        group.addTask { (cell, try await cell.outcome()) }
      }
      for _ in 0..<4 { next() }
      for try await (cell, outcome) in group {
        found[cell] = outcome
        next()
      }
    }
    for (cell, outcome) in found { #expect(outcome.payments.allSatisfy { $0 <= 1 }, "\(cell): \(outcome)") }
    try DocsPage("byzantine.md").check(Self.page(found))
  }

  @Test("is made once at most, whatever lies follow one another")
  func courses() async throws {
    let environment = ProcessInfo.processInfo.environment
    let wanted = environment["COURSES"].flatMap { Int($0) }
    let seed = environment["SEED"].flatMap { UInt64($0) } ?? (wanted == nil ? 1 : .random(in: 0...9_999_999))
    try await withThrowingTaskGroup(of: Void.self) { group in
      var waiting = (0..<UInt64(wanted ?? 16))[...]
      func next() {
        guard let number = waiting.popFirst() else { return }
        group.addTask {
          var chance = SplitMix(state: seed + number)
          let course = ByzantineScenario(using: &chance)
          let outcome = try await ByzantineRun.outcome(of: course)
          #expect(outcome.payments.allSatisfy { $0 <= 1 }, "SEED=\(seed + number): \(course.title): \(outcome)")
        }
      }
      for _ in 0..<4 { next() }
      while try await group.next() != nil { next() }
    }
    print("courses of lies: \(wanted ?? 16) from seed \(seed)")
  }

  private static func page(_ found: [Cell: ByzantineRun.Outcome]) -> String {
    func text(_ cell: Cell) -> String {
      guard let outcome = found[cell] else { return "–" }
      return outcome.words.joined(separator: ", ") + "; " + outcome.payments.map(String.init).joined(separator: " and ")
    }
    let rows = lies.map { lie in
      "| \(lie.rawValue) | " + payments.map { text(.lie(lie, $0)) }.joined(separator: " | ") + " |"
    }
    let courses = ByzantineScenario.all.map { "| \($0.title) | \(text(.course($0))) |" }
    return """
      # When the node lies

      A payment by way of a lone node that tells a lie and keeps what it is given: the command runs twice by way of it, then
      everything that was ever signed is published and mined, and the same command runs once more by way of an honest node,
      whose word is no proof either. Each cell says what the three commands said (`paid`, `failed`, or the error's code), and how
      often the chain shows the payment in the end. `WRITE_DOCS=1 make crash-test` writes this page anew; `make test` compares it.

      In no cell more is paid than was agreed. Where it is 0, the payment waits behind nonces that nothing has, which
      `lectures tx resume` closes, or another got its nonce. On Kaia a lone node can be held to proof:
      [byzantine-kaia.md](byzantine-kaia.md).

      | the node says that | \(payments.map(\.rawValue).joined(separator: " | ")) |
      |---|\(payments.map { _ in "---|" }.joined())
      \(rows.joined(separator: "\n"))

      ## Lie after lie

      Several commands, each by way of a node that tells another lie; then everything is published, and what was to be paid is
      paid once more by way of an honest node.

      | the commands, and what the node says meanwhile | what the commands said; how often each payment is on the chain |
      |---|---|
      \(courses.joined(separator: "\n"))

      """
  }
}
