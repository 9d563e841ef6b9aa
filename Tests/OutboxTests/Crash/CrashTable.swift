import CrashSupport
import FixtureSupport
import Sending
import Testing

@testable import CrashWorker
@testable import Outbox

/// What dead processes left and the next ones made of it, as a page of the docs.
struct CrashTable {
  /// A line of the table, without its counts: these depend on how often a process asked for its receipt.
  typealias Line = String

  private var counts: [Life.Outcome: [KillPlan.Manner: Int]] = [:]
  private var kills: [CrashJob.Kind: Int] = [:]
  private(set) var lines: Set<Line> = []

  init() {}

  mutating func add(_ outcome: Life.Outcome, _ kind: CrashJob.Kind, _ manner: KillPlan.Manner) {
    counts[outcome, default: [:]][manner, default: 0] += 1
    kills[kind, default: 0] += 1
    lines.insert(outcome.line)
  }

  var markdown: String {
    let manners = KillPlan.Manner.allCases
    let rows = counts.sorted { $0.key.rank < $1.key.rank }.map { outcome, counts in
      outcome.line + manners.map { " \(counts[$0] ?? 0) |" }.joined()
    }
    let all = CrashJob.Kind.single.map { "\(kills[$0] ?? 0) \($0.words)" }.joined(separator: ", ")
    return """
      # When a process dies over a send

      One payment in a process of its own, which is killed (SIGKILL) before or in the middle of a step, loses what was not
      synced with the power, or finds its disk full or broken from a step on: at every write, sync, truncation and deletion
      of the outbox's file and its log, before every request and before every answer. Then the same command runs in another
      process. `make crash-test` does all of them and compares this page with what it finds; `WRITE_DOCS=1 make crash-test`
      writes it anew, with its counts; `make test` does some.

      The last time: \(all).
      In every case the chain showed the payment exactly once, the balance added up to the wei, no nonce was missing, and
      running the command a third time changed nothing.

      | left in the outbox | then the payment was | \(manners.map(\.words).joined(separator: " | ")) |
      |---|---|\(manners.map { _ in "---:" }.joined(separator: "|"))|
      \(rows.joined(separator: "\n"))

      """
  }

  /// - Parameter page: What ``markdown`` was.
  init(reading page: String) {
    for line in page.split(separator: "\n").drop(while: { !$0.hasPrefix("|---") }).dropFirst() {
      let cells = line.split(separator: "|", omittingEmptySubsequences: false)
      if cells.count > 3 { lines.insert("|\(cells[1])|\(cells[2])|") }
    }
  }
}

extension Life.Outcome {
  fileprivate var line: CrashTable.Line {
    "| \(left?.rawValue ?? "nothing") | \(recovery.rawValue) |"
  }

  fileprivate var rank: Int {
    (left.flatMap { IntentState.allCases.firstIndex(of: $0) } ?? -1) * 10
      + (recovery == .anew ? 0 : recovery == .again ? 1 : 2)
  }
}

extension CrashJob.Kind {
  static let single: [CrashJob.Kind] = [.transfer, .call, .purchase]

  fileprivate var words: String {
    switch self {
    case .transfer: "plain transfers"
    case .call: "calls to a contract that takes every repeat"
    case .purchase: "purchases of a lecture"
    case .mixed: "of all kinds"
    }
  }
}

extension KillPlan.Manner {
  fileprivate var words: String {
    switch self {
    case .before: "killed before a step"
    case .halfWay: "in the middle of a write"
    case .powerCut: "power cut"
    case .diskFull: "disk full"
    case .diskBroken: "disk broken"
    }
  }
}

extension DocsPage {
  /// Compares what does not depend on chance, or writes the page.
  func check(_ table: CrashTable) throws {
    try write(table.markdown)
    #expect(CrashTable(reading: try text()).lines == table.lines, "\(advice)")
  }
}
