import Alerts
import Locking
import NodeRPC
import Primitives
import WalletBook

/// A payment that somebody was asked for, and that is waited for on the chain.
package struct AwaitedPayment: Sendable {
  private let request: PaymentRequest
  private let watch: PaymentWatch
  private let start: BlockReach

  /// A payment that counts from now on.
  ///
  /// - Parameters:
  ///   - request: The receiver, the token, and the least that has to come.
  ///   - confirmations: The number of blocks that it has to have, its own included.
  ///   - settings: Those that are in use on its network; they name the contracts whose events tell what they paid.
  /// - Throws: `NodeError` when the node does not tell its newest block.
  package init(
    _ request: PaymentRequest, confirmations: UInt64, by settings: Settings, over node: NodeClient
  ) async throws(NodeError) {
    self.request = request
    watch = PaymentWatch(
      node: node, address: request.recipient, token: request.token, atLeast: request.amount ?? 0,
      confirmations: confirmations, naming: request.chainID.map { PaymentEvent.known(to: settings, on: $0) } ?? [])
    start = try await watch.start()
  }

  /// Tells a receiver that it has come, over and over for two minutes until that works.
  ///
  /// - Parameters:
  ///   - message: One line for people.
  ///   - time: Now, in seconds since 1970.
  /// - Returns: Nil once it is delivered; else the reason why not.
  package func tell(
    _ channel: AlertChannel, of state: PaymentWatch.State, _ message: String, at time: Int64,
    pause: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }
  ) async -> String? {
    let told = Keccak256.hash(Array("\(request.text) \(start.hash.hex)".utf8)).hex.dropFirst(2).prefix(32)
    let notice = SingleNotice(
      PaymentNotice(request, state), id: "payment-\(told)", message: message, over: channel, at: time)
    return await notice.tell(pause: pause)
  }

  /// Waits for it.
  ///
  /// - Parameters:
  ///   - patience: The most time to wait; nil is without end.
  ///   - pause: The time between two looks.
  ///   - tell: Gets each new state.
  /// - Returns: The payments, and whether they are all of the amount with its confirmations.
  /// - Throws: `CancellationError` when the task is cancelled.
  package func wait(
    within patience: Duration?, pause: Duration = .seconds(1),
    tell: @escaping @Sendable (PaymentWatch.State) -> Void = { _ in }
  ) async throws -> (state: PaymentWatch.State, isPaid: Bool) {
    let seen = LastState()
    return try await withThrowingTaskGroup(of: PaymentWatch.State?.self) { group in
      group.addTask {
        try await watch.wait(after: start, pause: pause) { state in
          seen.set(state)
          tell(state)
        }
      }
      if let patience {
        group.addTask {
          try await Task.sleep(for: patience)
          return nil
        }
      }
      defer { group.cancelAll() }
      guard let paid = try await group.next() ?? nil else { return (seen.state, false) }
      return (paid, true)
    }
  }
}

/// The state that was reported last.
private final class LastState: Sendable {
  private let kept = Guarded(PaymentWatch.State())

  var state: PaymentWatch.State { kept.withLock { $0 } }

  func set(_ state: PaymentWatch.State) { kept.withLock { $0 = state } }
}
