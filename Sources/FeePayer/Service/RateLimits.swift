import Primitives

/// The requests of each caller in the last minute.
struct RateLimits {
  enum Caller: Hashable {
    case address(String)
    case key(String)
  }

  private struct Window {
    /// The minute, counted from 1970.
    var minute: UInt64
    var count: Int
  }

  /// More addresses are not distinguished: then the oldest minutes are forgotten. Keys are as many as the rules have.
  private static let mostCallers = 10_000
  private var windows: [Caller: Window] = [:]

  /// Counts a request.
  ///
  /// - Parameter time: Seconds since 1970.
  /// - Returns: the seconds to wait, if it is one too many.
  mutating func count(_ caller: Caller, limit: Int, at time: UInt64) -> UInt64? {
    let minute = time / 60
    if case .address = caller, windows.count >= Self.mostCallers, windows[caller] == nil {
      windows = windows.filter { $0.value.minute == minute }
      // Beyond this number within a minute, addresses are no guests.
      if windows.count >= Self.mostCallers { return 60 - time % 60 }
    }
    var window = windows[caller] ?? Window(minute: minute, count: 0)
    if window.minute != minute { window = Window(minute: minute, count: 0) }
    guard window.count < limit else { return 60 - time % 60 }
    window.count += 1
    windows[caller] = window
    return nil
  }
}
