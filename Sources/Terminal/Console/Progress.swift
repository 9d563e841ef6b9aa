import Localization
import Locking

/// Shows a person that something is being done: a line on standard error after half a second, gone when it is over.
///
///     let receipt = try await Progress.show("Waiting for the receipt", on: console) { progress in … }
package struct Progress: Sendable {
  private let label: Label
  private let console: Console

  /// Replaces the text of the line, as in "3 of 40".
  package func update(_ text: StyledText) {
    label.set(text)
    console.detail(text)
  }

  /// Runs `work` and shows `text` with a turning wheel meanwhile, if it takes long enough to wonder and a person looks.
  package static func show<Value>(
    _ text: StyledText, on console: Console, after delay: Duration = .milliseconds(500),
    isolation: isolated (any Actor)? = #isolation,
    _ work: (Progress) async throws -> Value
  ) async rethrows -> Value {
    let progress = Progress(label: Label(text), console: console)
    console.detail(text)
    guard console.showsStatus else { return try await work(progress) }
    let wheel = Task.detached {
      let start = ContinuousClock.now
      try await Task.sleep(for: delay)
      var turn = 0
      while true {
        progress.label.draw(turn: turn, seconds: start.duration(to: .now).components.seconds, on: console)
        turn += 1
        try await Task.sleep(for: .milliseconds(100))
      }
    }
    defer {
      wheel.cancel()
      progress.label.end(on: console)
    }
    return try await work(progress)
  }
}

/// The text of the line; after `end` nothing is drawn any more, however late the wheel is.
private final class Label: Sendable {
  private let text: Guarded<StyledText?>

  init(_ text: StyledText) { self.text = Guarded(text) }

  func set(_ new: StyledText) { text.withLock { if $0 != nil { $0 = new } } }

  /// Seconds are shown from three on, so that a person sees that the work hangs.
  func draw(turn: Int, seconds: Int64, on console: Console) {
    let wheel = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
    text.withLock { text in
      guard let text else { return }
      let waited = seconds < 3 ? "" : " " + console.language[TerminalText.seconds(seconds)]
      console.showStatus(
        StyledText(wheel[turn % wheel.count], .action) + " " + text + StyledText(" …\(waited)"), of: self)
    }
  }

  func end(on console: Console) {
    text.withLock { text in
      text = nil
      console.clearStatus(of: self)
    }
  }
}
