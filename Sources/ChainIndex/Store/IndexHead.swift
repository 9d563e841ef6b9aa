import Database
import Primitives

/// The block that an index is as of.
package struct IndexHead: Sendable, Hashable {
  /// The height.
  package let number: UInt64
  /// The block's hash.
  package let hash: Hash32
  /// The time of the block, in seconds since 1970.
  package let time: UInt64
  /// The time at which the node was last seen to have no later block, in milliseconds since 1970; 0 for never.
  package let checked: UInt64
  /// The height of the node's newest block when it was asked last.
  package let target: UInt64

  /// The milliseconds after which an index counts as stale.
  package static let freshness: UInt64 = 60_000

  /// A row of the table of the head.
  init(_ row: Row) throws {
    (number, hash, time) = (try row.value("number"), try row.hash("hash"), try row.value("time"))
    (checked, target) = (try row.value("checked"), try row.value("target"))
  }

  /// The number of blocks that are still to be read.
  package var missing: UInt64 { target > number ? target - number : 0 }

  /// The seconds since the block was made; 0 for one of a time to come.
  package func age(at now: UInt64) -> UInt64 { now / 1_000 > time ? now / 1_000 - time : 0 }

  /// The seconds by which the block's time is to come by this machine's clock; nil where it is not.
  package func ahead(at now: UInt64) -> UInt64? { time > now / 1_000 ? time - now / 1_000 : nil }

  /// The seconds for which nobody knows whether there are later blocks; nil if it was never up to date.
  package func checkAge(at now: UInt64) -> UInt64? { checked == 0 ? nil : now > checked ? (now - checked) / 1_000 : 0 }

  /// Whether the node answers, and had no new block for longer than a minute: it stands still, or its chain does.
  package func isStanding(at now: UInt64) -> Bool {
    !isStale(at: now) && missing == 0 && age(at: now) > Self.freshness / 1_000
  }

  /// Whether the index is more than a minute behind, or nobody writes it.
  ///
  /// A time to come tells nothing: the clock was set back since.
  package func isStale(at now: UInt64) -> Bool {
    (now > checked ? now - checked : checked - now) > Self.freshness
  }
}
