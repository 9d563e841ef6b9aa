import GasPrices
import Operations
import Outbox
import Primitives
import Sending
import Terminal

/// The events of a run, shown to the person who waits for it.
struct RunEvents: Sendable {
  let settings: Settings
  let console: Console
  /// The transactions that this run has sent, reported to the person if the run ends early.
  let sent: SentTransactions

  /// Shows the progress of an operation.
  ///
  /// - Parameters:
  ///   - progress: the line that shows steps; nil where there is none.
  ///   - checking: the text of the command's own step.
  func tell(_ event: OperationEvent, on progress: Progress? = nil, checking: StyledText = "") {
    switch event {
    case .began(let step): progress?.update(step.text ?? checking)
    case .follows(let earlier):
      sent.record(earlier.hash.hex, label: earlier.label)
      progress?.update("Before \(earlier.hash)")
    case .disagreement(let disagreement): console.warn(StyledText(disagreement.description))
    case .obstacle(let intent, let error): console.warn(StyledText(intent.standsInTheWay(because: error)))
    case .gasDisagreement(let found):
      console.warn(
        "The node estimates \(found.estimate) units of gas. Tried here it needs \(found.measure.needed): that is what counts."
      )
    // The batch has words of its own for its rows.
    case .sendsRow: break
    case .assumesRules(let rules):
      console.warn("The rules of this chain are not known here: the rows are tried by \(rules.title)'s, the nearest.")
    case .waits(let number, let obstacle, let wait): tell(number, waitsFor: obstacle, wait)
    }
  }

  private func tell(_ number: Int64, waitsFor obstacle: PriceObstacle, _ wait: PriceWait) {
    let rest = "number \(number) waits. Stop with Ctrl-C; it stays written down."
    switch obstacle {
    case .price(let offer):
      let unit = (try? settings.network().gasUnit) ?? .gwei
      let (now, limit) = (Amount(wei: offer.price).formatted(in: unit), Amount(wei: wait.limit).formatted(in: unit))
      console.note("Gas costs \(now) \(unit.name), above \(limit): \(rest)")
    case .failure(let error): console.warn("\(CommandFailure(error).message) Until that is over \(rest)")
    }
  }

  /// Waits for a sent transaction and shows its hash meanwhile: on the status line, or once in a line of its own where
  /// there is no status line.
  func awaitReceipt<Value>(
    isolation: isolated (any Actor)? = #isolation, _ work: (Progress) async throws -> Value
  ) async rethrows -> Value {
    try await Progress.show("Waiting for the receipt", on: console) { progress in
      let watch = Task.detached { [sent, console] in
        var told: Set<String> = []
        while true {
          // A transaction that is mined at once is reported with the outcome.
          try await Task.sleep(for: .milliseconds(500))
          for entry in sent.entries where entry.state == .pending && told.insert(entry.hash).inserted {
            // A terminal of 80 columns fits the whole hash.
            if console.showsStatus {
              progress.update("Sent \(entry.hash)")
            } else {
              console.note("Waiting for the receipt of \(entry.hash)")
            }
          }
        }
      }
      defer { watch.cancel() }
      return try await work(progress)
    }
  }
}

extension OperationStep {
  /// The line that is shown meanwhile; nil for the step that each command has words of its own for.
  fileprivate var text: StyledText? {
    switch self {
    case .lookingForEarlier: "Looking for an earlier one"
    case .checking, .sending: nil
    case .simulating: "Trying it here"
    case .readingHistory: "Looking at what the account sent before"
    case .rechecking: "Checking once more"
    }
  }
}
