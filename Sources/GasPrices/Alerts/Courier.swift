import NodeRPC

/// Tells what is due, one after another, and writes down how it went.
struct Courier: Sendable {
  let book: GasBook
  /// What a terminal shows.
  let terminal: @Sendable (Delivery) -> Void
  /// Seconds since 1970.
  let clock: @Sendable () -> Int64

  /// A webhook is tried so often: with pauses that double from a second to an hour, about half a day.
  static let mostAttempts: Int64 = 24

  /// Tells everything that is due now.
  ///
  /// - Returns: How many were delivered.
  /// - Throws: `bookFailed`.
  @discardableResult
  func tellDue() async throws -> Int {
    var delivered = 0
    while !Task.isCancelled, let delivery = try await book.takeDue(now: clock()) {
      let outcome = await tell(delivery)
      let now = clock()
      switch outcome {
      case .delivered:
        delivered += 1
        try await book.settle(delivery.id, .delivered, due: now, now: now, problem: nil)
      case .refused(let problem):
        try await book.settle(delivery.id, .failed, due: now, now: now, problem: problem)
      case .again(let problem, let after):
        let pause = max(min(after ?? 0, 3600), Self.pause(after: delivery.attempts))
        let isLast = delivery.attempts >= Self.mostAttempts
        try await book.settle(
          delivery.id, isLast ? .failed : .waiting, due: now + pause, now: now, problem: problem)
      }
    }
    return delivered
  }

  /// Seconds before the next attempt: 1, 2, 4 … 3600.
  static func pause(after attempts: Int64) -> Int64 { attempts > 12 ? 3600 : min(3600, 1 << max(0, attempts - 1)) }

  private func tell(_ delivery: Delivery) async -> Webhook.Outcome {
    switch delivery.channel.kind {
    case .terminal:
      terminal(delivery)
      return .delivered
    case .desktop:
      guard let program = LocalNotice.find("notify-send") else {
        return .refused("there is no notify-send on this machine")
      }
      let problem = await LocalNotice.run(
        program, ["--app-name=lectures", "Gas price", delivery.message], variables: [:])
      return problem.map { .refused("notify-send: \($0)") } ?? .delivered
    case .command:
      // What a command does is its own affair: it is not done twice.
      let problem = await LocalNotice.run(
        "/bin/sh", ["-c", delivery.channel.target], variables: LocalNotice.variables(delivery))
      return problem.map { .refused("the command: \($0)") } ?? .delivered
    case .webhook:
      do throws(NodeError) {
        return await (try Webhook(delivery)).send()
      } catch {
        return .refused(error.message)
      }
    }
  }
}
