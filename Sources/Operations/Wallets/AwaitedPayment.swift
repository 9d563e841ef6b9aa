import Locking
import NodeRPC
import Primitives
import WalletBook

/// A payment that somebody was asked for, and that is waited for on the chain.
package struct AwaitedPayment: Sendable {
  private let watch: PaymentWatch
  private let start: BlockReach

  /// A payment that counts from now on.
  ///
  /// - Parameters:
  ///   - token: The token's contract; nil is the chain's coin.
  ///   - amount: The least that has to come, in the smallest unit.
  ///   - confirmations: The number of blocks that it has to have, its own included.
  /// - Throws: `NodeError` when the node does not tell its newest block.
  package init(
    to address: Address, of token: Address?, atLeast amount: UInt256, confirmations: UInt64, over node: NodeClient
  ) async throws(NodeError) {
    watch = PaymentWatch(
      node: node, address: address, token: token, atLeast: amount, confirmations: confirmations)
    start = try await watch.start()
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

/// The state that was told last.
private final class LastState: Sendable {
  private let kept = Guarded(PaymentWatch.State())

  var state: PaymentWatch.State { kept.withLock { $0 } }

  func set(_ state: PaymentWatch.State) { kept.withLock { $0 = state } }
}
