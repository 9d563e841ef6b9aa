import Primitives
import Transactions

/// The blobs of the latest blob transactions: blocks do not have them, and nodes keep them for a time.
struct BlobCache: Sendable {
  /// The most that are kept; on Kaia a transaction has one blob.
  private static let most = 64
  private var sidecars: [(hash: Hash32, sidecar: BlobSidecar)] = []

  mutating func keep(_ sidecar: BlobSidecar, of hash: Hash32) {
    sidecars.removeAll { $0.hash == hash }
    sidecars.append((hash, sidecar))
    if sidecars.count > Self.most { sidecars.removeFirst() }
  }

  subscript(hash: Hash32) -> BlobSidecar? { sidecars.last { $0.hash == hash }?.sidecar }
}
