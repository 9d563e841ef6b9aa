import Terminal

extension CommandContext {
  /// Waits for a sent transaction and shows its hash meanwhile: on the status line, or once in a line of its own where
  /// there is no status line.
  func awaitReceipt<Value>(
    isolation: isolated (any Actor)? = #isolation, _ work: (Progress) async throws -> Value
  ) async rethrows -> Value {
    try await progress("Waiting for the receipt") { progress in
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
