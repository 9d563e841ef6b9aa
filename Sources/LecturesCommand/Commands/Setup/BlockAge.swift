/// The difference between the time of a chain's newest block and this machine's clock.
enum BlockAge: Sendable, Hashable {
  case fresh
  /// Seconds behind the clock.
  case behind(UInt64)
  /// Seconds ahead of the clock.
  case ahead(UInt64)

  /// The chains that are known here make a block every quarter of a minute or sooner; a node that follows one is this
  /// close.
  private static let mostBehind: UInt64 = 300
  /// Nodes refuse a block that is more than seconds ahead; the rest allows for a difference between clocks.
  private static let mostAhead: UInt64 = 60

  /// - Parameters:
  ///   - timestamp: The block's, in seconds since 1970.
  ///   - now: The clock's, in seconds since 1970.
  init(of timestamp: UInt64, at now: UInt64) {
    if timestamp > now {
      self = timestamp - now > Self.mostAhead ? .ahead(timestamp - now) : .fresh
    } else {
      self = now - timestamp > Self.mostBehind ? .behind(now - timestamp) : .fresh
    }
  }

  /// A distance that is too large to be right: for scripts, and for people; nil for a fresh block.
  var flaw: (code: String, words: BlockAgeText)? {
    switch self {
    case .fresh: nil
    case .behind(let seconds): ("staleNode", .behind(seconds))
    case .ahead(let seconds): ("blockOfFuture", .ahead(seconds))
    }
  }
}
