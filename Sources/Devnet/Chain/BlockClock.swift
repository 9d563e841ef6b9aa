import Platform

/// The time that blocks have: the system's, moved by hand, and always later than the block before.
struct BlockClock: Sendable {
  /// No time is later than this, so that sums of times don't overflow.
  static let latest: UInt64 = 1 << 48

  /// The system's time in seconds since 1970.
  static let system: @Sendable () -> UInt64 = { UInt64(clamping: time(nil)) }

  /// The changes of time made by hand.
  struct Setting: Sendable, Hashable {
    /// Seconds by which the chain's time is ahead of the system's.
    var offset: Int64 = 0
    /// The time of the next block, if it was set.
    var next: UInt64?
    /// Seconds between two blocks, if that was set.
    var interval: UInt64?
  }

  let now: @Sendable () -> UInt64
  var setting = Setting()

  init(now: @escaping @Sendable () -> UInt64) { self.now = now }

  var offset: Int64 { setting.offset }

  private var system: UInt64 { min(now(), Self.latest) }

  /// The time of a block after one of this time.
  func timestamp(after parent: UInt64) -> UInt64 {
    func later(by seconds: UInt64) -> UInt64 {
      let (time, overflow) = parent.addingReportingOverflow(seconds)
      return overflow ? .max : time
    }
    if setting.next == nil, let interval = setting.interval { return later(by: max(interval, 1)) }
    return max(later(by: 1), setting.next ?? UInt64(clamping: Int64(system) + offset))
  }

  /// Takes the time of the block after one of this time; if it was set by hand, time goes on from there.
  mutating func take(after parent: UInt64) -> UInt64 {
    let timestamp = timestamp(after: parent)
    if setting.next != nil {
      setting.offset = Int64(min(timestamp, Self.latest)) - Int64(system)
      setting.next = nil
    }
    return timestamp
  }

  /// Lets time go on from a timestamp, in seconds since 1970.
  mutating func goOn(from timestamp: UInt64) { setting.offset = Int64(min(timestamp, Self.latest)) - Int64(system) }

  /// Lets time pass, in seconds.
  mutating func increase(by seconds: UInt64) throws(DevnetError) {
    guard seconds <= Self.latest, offset + Int64(seconds) <= Int64(Self.latest) else {
      throw DevnetError(.invalidTimestamp, "time can't go on by \(seconds) seconds: no block is that late")
    }
    setting.offset += Int64(seconds)
  }

  /// Sets the time that goes on from now.
  mutating func set(_ timestamp: UInt64) throws(DevnetError) {
    guard timestamp <= Self.latest else {
      throw DevnetError(.invalidTimestamp, "Timestamp error: \(timestamp) is later than \(Self.latest)")
    }
    goOn(from: timestamp)
  }

  /// Sets the time of the next block.
  mutating func setNext(_ timestamp: UInt64, after parent: UInt64) throws(DevnetError) {
    guard timestamp > parent, timestamp <= Self.latest else {
      throw DevnetError(
        .invalidTimestamp,
        "Timestamp error: \(timestamp) is lower than or equal to previous block's timestamp \(parent), or later than \(Self.latest)"
      )
    }
    setting.next = timestamp
  }
}
