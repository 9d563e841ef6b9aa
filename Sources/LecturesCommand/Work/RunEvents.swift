import GasPrices
import Localization
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
    case .began(let step): progress?.update(step.text.map { console.language[$0] } ?? checking)
    case .follows(let earlier):
      sent.record(earlier.hash.hex, label: earlier.label)
      sent.leave(earlier.hash.hex)
      progress?.update(console.language[ProgressText.before("\(earlier.hash)")])
    case .disagreement(let disagreement): console.warn(console.language[WarningText.disagreement(disagreement)])
    case .obstacle(let intent, let error): console.warn(console.language[WarningText.obstacle(intent, error)])
    case .gasDisagreement(let found):
      console.warn(
        console.language[WarningText.gasDisagreement(estimate: found.estimate, needed: found.measure.needed)])
    // The batch has words of its own for its rows.
    case .sendsRow: break
    case .assumesRules(let rules):
      console.warn("The rules of this chain are not known here: the rows are tried by \(rules.title)'s, the nearest.")
    case .waits(let number, let obstacle, let wait): tell(number, waitsFor: obstacle, wait)
    }
  }

  private func tell(_ number: Int64, waitsFor obstacle: PriceObstacle, _ wait: PriceWait) {
    let language = console.language
    switch obstacle {
    case .price(let offer):
      let unit = (try? settings.network().gasUnit) ?? .gwei
      func text(_ price: UInt256) -> String { language.decimal(Amount(wei: price).formatted(in: unit)) }
      console.note(
        language[
          WarningText.gasTooDear(now: "\(text(offer.price)) \(unit.name)", limit: text(wait.limit), number: number)])
    case .failure(let error):
      console.warn(language[WarningText.priceUnread(CommandFailure(error).words(in: language), number: number)])
    }
  }

  /// Waits for a sent transaction and shows its hash meanwhile: on the status line, or once in a line of its own where
  /// there is no status line.
  func awaitReceipt<Value>(
    isolation: isolated (any Actor)? = #isolation, _ work: (Progress) async throws -> Value
  ) async rethrows -> Value {
    try await Progress.show(console.language[ProgressText.waitingForReceipt], on: console) { progress in
      let watch = Task.detached { [sent, console] in
        var told: Set<String> = []
        while true {
          // A transaction that is mined at once is reported with the outcome.
          try await Task.sleep(for: .milliseconds(500))
          for entry in sent.underWay where told.insert(entry.hash).inserted {
            // A terminal of 80 columns fits the whole hash.
            if console.showsStatus {
              progress.update(console.language[ProgressText.sent(entry.hash)])
            } else {
              console.note(console.language[ProgressText.waitingForReceiptOf(entry.hash)])
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
  fileprivate var text: ProgressText? {
    switch self {
    case .lookingForEarlier: .lookingForEarlier
    case .checking, .sending: nil
    case .simulating: .trying
    case .readingHistory: .readingHistory
    case .rechecking: .rechecking
    }
  }
}
