import NodeRPC
import OrderBook
import Primitives
import Rates

/// The place in a chain's past from which a history is read.
public enum HistoryStart: Sendable, Hashable {
  /// The block of a height.
  case block(UInt64)
  /// The first block that is not before a time, in seconds since 1970.
  case time(UInt64)
  /// The first block at most so many seconds before the newest one.
  case before(UInt64)

  /// Reads the number of a block, a time before now (`7d`, `24h`), a day (`2026-11-24`), or a minute (`2026-11-24T09:30`),
  /// the last two in UTC; nil for other text.
  public init?(_ text: String) {
    let text = text.trimmed
    guard !text.isEmpty, text.utf8.count <= 30 else { return nil }
    if text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      guard let number = UInt64(text) else { return nil }
      self = .block(number)
    } else if let duration = Settings.duration(text, upToDays: 3660) {
      self = .before(UInt64(max(1, duration.components.seconds)))
    } else if let time = Self.time(text) {
      self = .time(time)
    } else {
      return nil
    }
  }

  private static func time(_ text: String) -> UInt64? {
    let parts = text.split(separator: "T", omittingEmptySubsequences: false)
    guard parts.count <= 2, let first = parts.first, let day = Day(first), day.number >= 0 else { return nil }
    let midnight = UInt64(day.number) * 86_400
    guard parts.count == 2 else { return midnight }
    let clock = (parts[1].hasSuffix("Z") ? parts[1].dropLast() : parts[1]).split(
      separator: ":", omittingEmptySubsequences: false)
    guard clock.count == 2,
      clock.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let hour = UInt64(clock[0]), let minute = UInt64(clock[1]), hour < 24, minute < 60
    else { return nil }
    return midnight + hour * 3600 + minute * 60
  }

  /// The height of its first block.
  ///
  /// - Throws: `nodeFailed` or `badAnswer`.
  func block(
    by reader: TradeReader<NodeClient>, at newest: ChainBlock
  ) async throws(OrderBookError) -> UInt64 {
    switch self {
    case .block(let number): number
    case .time(let time): try await reader.firstBlock(since: time)
    case .before(let seconds): try await reader.firstBlock(since: newest.time - min(newest.time, seconds))
    }
  }
}
