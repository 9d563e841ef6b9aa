import CrashSupport

@testable import TradeWorker

/// What dead relays had answered and the next lives had, as a part of a page of the docs.
struct RelayTable {
  private var counts: [RelayLife.Outcome: [KillPlan.Manner: Int]] = [:]
  private var lives = 0

  mutating func add(_ outcomes: [RelayLife.Outcome], _ manner: KillPlan.Manner) {
    for outcome in outcomes { counts[outcome, default: [:]][manner, default: 0] += 1 }
    lives += 1
  }

  /// The lines without their counts.
  var lines: Set<String> { Set(counts.keys.map(\.line)) }

  var markdown: String {
    let rows = counts.sorted { $0.key.line < $1.key.line }.map { outcome, counts in
      outcome.line + KillPlan.Manner.allCases.map { " \(counts[$0] ?? 0) |" }.joined()
    }
    return """
      ## Over the life of a relay

      A relay in a process of its own, to which a client posts six orders of both versions that can be filled and two that
      cannot, with a fill in between, and which ends as above at any step of its disk and of its way to the node. While it is
      down the chain goes on: an order is cancelled, another filled, and every other time a reorganisation takes the first
      fill away. Then it is begun again with the same file.

      The last time: \(lives) lives. The counts are orders. Whatever was there was in the state that the chain says, to the
      unit; what could be filled and was not there, or had not been answered, was taken when it was posted again, and no
      order was there twice. `X-Book-Sequence` never went back, over the restart as well.

      | the client heard | and the next life had the order | \(KillPlan.Manner.allCases.map(\.head).joined(separator: " | ")) |
      |---|---|\(KillPlan.Manner.allCases.map { _ in "---:" }.joined(separator: "|"))|
      \(rows.joined(separator: "\n"))

      """
  }
}

extension RelayLife.Outcome {
  fileprivate var line: String { "| \(heard.rawValue) | \(isThere ? "yes" : "no") |" }
}
