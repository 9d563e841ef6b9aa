import Locking
import Operations
import Primitives

/// The payments for which open pages wait: each page reads on from where it was read last.
final class ArrivedPaymentsCache: Sendable {
  private struct Key: Hashable {
    let network: Network
    let address: Address
    /// The block after which payments count.
    let start: UInt64
  }

  /// The most that are kept, those that were looked at last; a page whose payments are not reads them anew.
  private static let most = 64

  /// In the order in which they were used, the last one at the end.
  private let kept = Guarded<[(key: Key, payments: ArrivedPayments)]>([])

  /// The payments to an address; nil after a block that is too old to read on from, or not there.
  ///
  /// - Parameter block: The block after which they count; nil for the newest.
  /// - Throws: `NodeError`.
  func payments(to address: Address, after block: UInt64?, at place: Connection) async throws -> ArrivedPayments? {
    func key(_ start: UInt64) -> Key { Key(network: place.network, address: address, start: start) }
    if let block, let known = known(key(block)) { return known }
    guard let fresh = try await ArrivedPayments(to: address, after: block, over: place.node) else { return nil }
    if let known = known(key(fresh.start)) { return known }
    kept.withLock { kept in
      kept.append((key(fresh.start), fresh))
      kept.removeFirst(max(0, kept.count - Self.most))
    }
    return fresh
  }

  private func known(_ key: Key) -> ArrivedPayments? {
    kept.withLock { kept in
      guard let place = kept.firstIndex(where: { $0.key == key }) else { return nil }
      let known = kept.remove(at: place)
      kept.append(known)
      return known.payments
    }
  }
}
