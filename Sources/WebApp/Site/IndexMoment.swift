import ChainIndex
import LectureIndex

/// The block that a page is as of, where it is out of an index.
struct IndexMoment: Sendable, Hashable {
  let block: UInt64
  /// The seconds since the block was made; nil before the first.
  let age: UInt64?
  /// Whether nobody knows for more than a minute whether there are later blocks.
  let isStale: Bool

  /// The block of a reading.
  init(_ view: IndexView) throws {
    let head = try view.head()
    (block, age) = (head?.number ?? 0, head?.age(at: view.now))
    isStale = head?.isStale(at: view.now) ?? true
  }
}
