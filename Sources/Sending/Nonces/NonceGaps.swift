import NodeRPC
import Outbox
import Primitives

extension NonceManager {
  /// Nonces that nothing has below some that are under way: what is above them waits for ever. At most a thousand.
  public func gaps(of account: Address) async throws -> [UInt64] {
    let chain = try await context.identity.mark()
    let live = try await outbox.intents(
      IntentFilter(chain: chain, account: account, isLive: true, limit: .max))
    let taken = Set(live.compactMap(\.nonce))
    guard let highest = taken.max() else { return [] }
    let (next, _) = try await pendingNonce(
      of: account, on: chain, told: node.transactionCount(of: account, at: .pending))
    guard next < highest else { return [] }
    return Array((next..<highest).lazy.filter { !taken.contains($0) }.prefix(1000))
  }
}

/// Nonces below one that the chain has not counted and that nothing here has: the count of a node was too high once, or
/// what had them is gone.
struct NonceGap: Sendable, Hashable {
  let account: Address
  /// The lowest and the highest of them.
  let nonces: ClosedRange<UInt64>

  /// One sentence that names them.
  var reason: String {
    let (first, last) = (nonces.lowerBound, nonces.upperBound)
    return first == last
      ? "Nonce \(first) of the account is missing: nothing of this outbox has it, and nothing above it is mined before it."
      : "Nonces \(first) to \(last) of the account are missing: nothing of this outbox has them, and nothing above them is mined before them."
  }

  func facts(_ intent: Int64?) -> SendingError.Facts {
    .nonceGap(of: account, first: nonces.lowerBound, last: nonces.upperBound, intent: intent)
  }
}

extension NonceManager {
  /// The gap below a nonce; nil where there is none, or it is unknown.
  func gap(
    below nonce: UInt64, of account: Address, _ tracking: TrackingOptions, _ events: SendEvents
  ) async -> NonceGap? {
    guard let chain = try? await context.identity.mark(),
      let told = try? await pendingNonce(of: account, tracking, events), told < nonce,
      let intents = try? await outbox.intents(IntentFilter(chain: chain, account: account, limit: .max))
    else { return nil }
    // An intent that ended on the chain had its nonce, however low a node counts; one that was never sent leaves it
    // free.
    let taken = Set(intents.filter { $0.state != .expired && $0.state != .unpublished }.compactMap(\.nonce))
    // The range may be as long as numbers go; what is taken is not.
    let open = told..<nonce
    guard let first = open.first(where: { !taken.contains($0) }), let last = open.last(where: { !taken.contains($0) })
    else { return nil }
    return NonceGap(account: account, nonces: first...last)
  }
}
