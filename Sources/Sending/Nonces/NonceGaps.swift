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
    let (next, _) = try await count(
      of: account, on: chain, told: node.transactionCount(of: account, at: .pending))
    guard next < highest else { return [] }
    return Array((next..<highest).lazy.filter { !taken.contains($0) }.prefix(1000))
  }
}
