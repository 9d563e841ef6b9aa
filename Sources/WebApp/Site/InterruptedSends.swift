import ContractClient
import Locking
import NodeRPC
import Operations
import Outbox

/// The transactions that interrupted runs left in the outbox, as a server that starts takes them up: what was signed is
/// offered again, byte for byte, what was not is struck out, and nothing is signed.
final class InterruptedSends: Sendable {
  /// The numbers of those transactions, and whether they were taken up.
  struct Account: Sendable, Hashable {
    var numbers: [Int64] = []
    /// Whether the node has not answered yet.
    var isWaiting = false
  }

  private struct State: Sendable {
    var account = Account()
    var shown: Int64?
  }

  /// The seconds for which pages show them, from the first that does.
  private static let memory: Int64 = 120
  private let state = Guarded(State())

  /// Notes what is known now.
  func note(_ account: Account) { state.withLock { $0 = State(account: account, shown: nil) } }

  /// The numbers of the transactions.
  var numbers: [Int64] { state.withLock { $0.account.numbers } }

  /// The transactions to show; nil once they were shown for long enough.
  ///
  /// - Parameter now: Seconds since 1970.
  func told(at now: Int64) -> Account? {
    state.withLock { state in
      guard !state.account.numbers.isEmpty else { return nil }
      if state.account.isWaiting { return state.account }
      let first = state.shown ?? now
      state.shown = first
      return now < first + Self.memory ? state.account : nil
    }
  }
}

extension Site {
  /// Takes up what interrupted runs left on the chain in use, as soon as its node answers.
  ///
  /// - Parameter sleep: Waits between two attempts, which are made less and less often.
  package func resumeInterruptedSends(
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) async {
    guard !options.isReadOnly else { return }
    var failures = 0
    while !Task.isCancelled {
      do { return try await resume() } catch { failures += 1 }
      try? await sleep(.seconds(min(60, 1 << min(failures, 6))))
    }
  }

  private func resume() async throws {
    guard let place = try settings.outboxPlace(), Outbox.exists(at: place) else { return }
    let outbox = try outbox()
    var left: Set<Int64> = []
    for intent in try await outbox.intents(IntentFilter(isLive: true, limit: .max))
    where try await intent.isInterrupted(in: outbox) { left.insert(intent.id) }
    guard !left.isEmpty else { return }
    interruptedSends.note(InterruptedSends.Account(numbers: left.sorted(), isWaiting: true))
    let session = WebSession(clock: options.clock)
    let node = try await connection(for: session)
    let resumption = Resumption(over: node.connection.sender, try sendingSettings(of: session).options)
    var taken: [ResumedIntent] = []
    for intent in try await resumption.openIntents() where left.contains(intent.id) {
      let resumed = try await resumption.resume(intent)
      if let failure = resumed.failure as? NodeError { throw failure }
      taken.append(resumed)
    }
    interruptedSends.note(InterruptedSends.Account(numbers: taken.map(\.intent.id)))
    events.tell("tx", "0")
    // Their ends are noted when they come.
    for resumed in taken { _ = try? await resumption.awaitReceipt(of: resumed) }
  }
}

extension Intent {
  /// Whether its process ended before it; one that waits for its price is signed only in the session that agreed to it.
  fileprivate func isInterrupted(in outbox: Outbox) async throws -> Bool {
    guard state != .waiting else { return false }
    return try await outbox.isAbandoned(self)
  }
}
