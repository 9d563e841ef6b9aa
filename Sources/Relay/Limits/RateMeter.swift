/// Counts the requests of each client, and makes those wait that exceed the rate limit.
///
/// Each has so many requests at once, and gets them back evenly.
struct RateMeter<Key: Hashable & Sendable>: Sendable {
  /// Where somebody stands after a request.
  struct Reading: Sendable, Hashable {
    /// The requests of a minute.
    let limit: Int
    /// The requests that may follow at once.
    let remaining: Int
    /// When all may follow at once, in milliseconds since 1970.
    let reset: UInt64
    /// The milliseconds to wait, if it was one too many; then it does not count.
    let wait: UInt64?
  }

  /// The number of those who are counted apart; newcomers beyond it share one measure.
  private let mostKeys: Int
  private let perMinute: Int
  private let atOnce: UInt64
  /// Microseconds for one request.
  private let interval: UInt64
  /// When each has all its requests again, in microseconds since 1970; without an entry it has them.
  private var full: [Key?: UInt64] = [:]

  /// A measure of so many requests a minute, and so many at once.
  init(perMinute: Int, atOnce: Int, mostKeys: Int = 50_000) {
    self.perMinute = perMinute
    self.atOnce = UInt64(max(1, atOnce))
    self.mostKeys = mostKeys
    interval = max(1, 60_000_000 / UInt64(max(1, perMinute)))
  }

  /// Counts requests, if they may follow now.
  ///
  /// - Parameter time: Milliseconds since 1970.
  mutating func take(_ count: Int = 1, by key: Key, at time: UInt64) -> Reading {
    let (now, key) = (time * 1000, place(of: key, at: time * 1000))
    let full = start(of: key, at: now)
    let end = full + UInt64(max(0, count)) * interval
    let most = now + atOnce * interval
    guard end <= most else { return reading(full, at: now, wait: (end - most + 999) / 1000) }
    self.full[key] = end
    return reading(end, at: now, wait: nil)
  }

  /// The milliseconds until requests may follow; nil if they may now. Nothing is counted.
  ///
  /// - Parameter time: Milliseconds since 1970.
  func wait(for count: Int, by key: Key, at time: UInt64) -> UInt64? {
    let now = time * 1000
    let end =
      start(of: full[key] == nil && full.count >= mostKeys ? nil : key, at: now) + UInt64(max(0, count)) * interval
    let most = now + atOnce * interval
    return end <= most ? nil : (end - most + 999) / 1000
  }

  /// Counts requests that came already, whether they may follow or not.
  mutating func charge(_ count: Int, to key: Key, at time: UInt64) {
    let (now, key) = (time * 1000, place(of: key, at: time * 1000))
    full[key] = min(start(of: key, at: now) + UInt64(max(0, count)) * interval, longest(from: now))
  }

  private func reading(_ full: UInt64, at now: UInt64, wait: UInt64?) -> Reading {
    let used = (full - now + interval - 1) / interval
    return Reading(
      limit: perMinute, remaining: Int(clamping: atOnce - min(atOnce, used)), reset: (full + 999) / 1000, wait: wait)
  }

  /// When it has all its requests again; a clock that was set back keeps nobody waiting for long.
  private func start(of key: Key?, at now: UInt64) -> UInt64 {
    min(max(full[key] ?? now, now), longest(from: now))
  }

  private func longest(from now: UInt64) -> UInt64 { now + 2 * atOnce * interval }

  private mutating func place(of key: Key, at now: UInt64) -> Key? {
    if full[key] != nil || full.count < mostKeys { return key }
    full = full.filter { $0.value > now }
    return full.count < mostKeys ? key : nil
  }
}
