import Terminal

extension CommandContext {
  /// Waits for what is sent and shows its hash meanwhile: on the line about what is being done, or once in a line of its
  /// own where nobody watches one.
  func awaitReceipt<Value>(
    isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Value
  ) async rethrows -> Value {
    try await progress("Waiting for the receipt") { progress in
      let watch = Task.detached { [sent, console] in
        var told: Set<String> = []
        while true {
          // Where it is mined at once it is told with the outcome.
          try await Task.sleep(for: .milliseconds(500))
          for entry in sent.entries where entry.state == .pending && told.insert(entry.hash).inserted {
            // A terminal of 80 columns has room for the whole hash.
            if console.showsStatus {
              progress.update("Sent \(entry.hash)")
            } else {
              console.note("Waiting for the receipt of \(entry.hash)")
            }
          }
        }
      }
      defer { watch.cancel() }
      return try await work()
    }
  }
}
