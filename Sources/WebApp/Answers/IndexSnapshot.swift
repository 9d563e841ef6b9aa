import ChainIndex
import LectureIndex
import Primitives

/// The state of an index that a page was made of, as far as pages show it.
struct IndexSnapshot: Sendable, Hashable {
  /// The block that the index was as of.
  let block: UInt64
  /// The hash of that block; nil before the first.
  let hash: Hash32?
  /// The seconds since the block was made; nil before the first, and for one with a time in the future.
  let age: UInt64?
  /// Whether nobody knows for more than a minute whether there are later blocks.
  let isStale: Bool

  /// The state of an index with a newest block.
  ///
  /// - Parameter now: Milliseconds since 1970.
  init(_ head: IndexHead?, at now: UInt64) {
    (block, hash) = (head?.number ?? 0, head?.hash)
    (age, isStale) = (head.flatMap { $0.ahead(at: now) == nil ? $0.age(at: now) : nil }, head?.isStale(at: now) ?? true)
  }

  /// The state of the index that is read.
  init(_ view: IndexView) throws { self.init(try view.head(), at: view.now) }
}
