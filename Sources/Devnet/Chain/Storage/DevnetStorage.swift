/// A file in which a devnet keeps its chain: an append-only log of blocks, changes by hand, transactions that wait, and
/// the time that was set.
///
/// Answered changes are in the file, whatever becomes of the process. Snapshots, filters, impersonated accounts and
/// the mode of mining belong to the process and are not kept.
///
/// The file only grows: what was taken back, by going back to a snapshot say, stays in it, and is read again at the next
/// start. To write it anew while it is read would put all of the chain at risk for the sake of some disk space.
public struct DevnetStorage: Sendable, Hashable {
  /// The answers that a power loss may cost.
  public enum Sync: Sendable, Hashable {
    /// The last second.
    case everySecond
    /// Nothing: every answer waits for the disk.
    case everyAnswer
  }

  /// The file; it is made if there is none (0600), its folder is not.
  public var path: String
  /// Whether answers wait for the disk.
  public var sync: Sync
  /// Whether a damaged file is cut off where the damage begins, instead of being an error; it is kept beside as it was.
  public var repairs: Bool

  /// A file.
  public init(path: String, sync: Sync = .everySecond, repairs: Bool = false) {
    self.path = path
    self.sync = sync
    self.repairs = repairs
  }
}

/// The findings of a devnet in its file when it started.
public struct DevnetRecovery: Sendable, Hashable {
  /// Blocks after the first.
  public internal(set) var blocks = 0
  /// The bytes at the end that were no whole record and were cut off: the last one's, which was not answered, or after
  /// a power loss those of the last second.
  public internal(set) var discardedBytes = 0
  /// Where that began which was cut off, if it may have been more than one record that was cut short.
  public internal(set) var damagedAt: UInt64?
  /// The copy of the file as it was then.
  public internal(set) var keptCopy: String?
}
