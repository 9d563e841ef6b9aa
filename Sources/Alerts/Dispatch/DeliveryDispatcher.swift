import NodeRPC

/// Makes the deliveries that are due for a scope, a few at once, and writes down how they went.
struct DeliveryDispatcher<Subject: AlertSubject>: Sendable {
  let book: AlertBook<Subject>
  let scope: String
  /// Shows a delivery on the terminal.
  let terminal: @Sendable (Delivery<Subject>) -> Void
  /// Seconds since 1970.
  let clock: @Sendable () -> Int64

  /// A webhook is tried so often: with pauses that double from a second to an hour, about half a day.
  static var mostAttempts: Int64 { 24 }

  /// A delivery that the receiver refuses is tried so often, over two minutes: it may be restarting, or be mended.
  static var mostRefusals: Int64 { 8 }

  /// The most deliveries that are made at once: one that hangs keeps nobody else's waiting.
  static var mostAtOnce: Int { 8 }

  /// Makes all deliveries that are due now.
  ///
  /// - Parameter isStaying: Whether to go on with what comes due later, until the task is cancelled.
  /// - Throws: The errors of the book's file.
  func deliverDue(isStaying: Bool = false) async throws {
    try await withThrowingTaskGroup(of: Bool.self) { group in
      // Due deliveries are looked for every second: that is how exactly times are kept. Its task is the one that tells
      // nothing.
      let pause = { @Sendable in
        try? await Task.sleep(for: .seconds(1))
        return false
      }
      if isStaying { group.addTask(operation: pause) }
      var open = 0
      while true {
        while open < Self.mostAtOnce, !Task.isCancelled, let delivery = try await takeDue() {
          open += 1
          group.addTask {
            try await deliver(delivery)
            return true
          }
        }
        guard let hasTold = try await group.next() else { return }
        if hasTold {
          open -= 1
        } else if !Task.isCancelled {
          group.addTask(operation: pause)
        }
      }
    }
  }

  /// Looks before it takes, so that the file is not written to when nothing is due.
  private func takeDue() async throws -> Delivery<Subject>? {
    let now = clock()
    guard let due = try await book.nextDue(scope), due <= now else { return nil }
    return try await book.takeDue(scope, now: now)
  }

  private func deliver(_ delivery: Delivery<Subject>) async throws {
    let outcome = await tell(delivery)
    let now = clock()
    let (state, due, problem): (DeliveryState, Int64, String?) =
      switch outcome {
      case .delivered: (.delivered, now, nil)
      case .lost(let problem): (.failed, now, problem)
      case .refused(let problem): again(delivery, most: Self.mostRefusals, now, nil, problem)
      case .again(let problem, let after): again(delivery, most: Self.mostAttempts, now, after, problem)
      }
    try await book.settle(delivery.id, state, due: due, now: now, problem: problem)
  }

  private func again(
    _ delivery: Delivery<Subject>, most: Int64, _ now: Int64, _ after: Int64?, _ problem: String
  ) -> (DeliveryState, Int64, String?) {
    let pause = max(min(after ?? 0, 3600), SignedPost.pause(after: delivery.attempts))
    return (delivery.attempts >= most ? .failed : .waiting, now &+ pause, problem)
  }

  private func tell(_ delivery: Delivery<Subject>) async -> DeliveryOutcome {
    switch delivery.channel.kind {
    case .terminal:
      terminal(delivery)
      return .delivered
    case .desktop:
      guard let program = LocalNotice.find("notify-send") else {
        return .lost("there is no notify-send on this machine")
      }
      let problem = await LocalNotice.run(
        program, ["--app-name=lectures", Subject.topic.title, delivery.message], variables: [:])
      return problem.map { .lost("notify-send: \($0)") } ?? .delivered
    case .command:
      // The effect of a command is not known here: it is not run twice.
      let problem = await LocalNotice.run(
        "/bin/sh", ["-c", delivery.channel.target], variables: LocalNotice.variables(delivery))
      return problem.map { .lost("the command: \($0)") } ?? .delivered
    case .webhook:
      do throws(NodeError) {
        return await (try Webhook(delivery)).send()
      } catch {
        return .lost(error.message)
      }
    }
  }
}
