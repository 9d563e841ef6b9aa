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

  /// A distance that is too large to be right.
  struct Flaw: Sendable, Hashable {
    /// For scripts.
    let code: String
    /// Behind "it is".
    let words: String
    let advice: String
  }

  /// The problem, with the clock that may be at fault; nil for a fresh block.
  var flaw: Flaw? {
    switch self {
    case .fresh: nil
    case .behind(let seconds):
      Flaw(
        code: "staleNode", words: "\(Self.text(seconds)) old",
        advice: "The node does not follow its chain any more: wait until it has synced, or use another --endpoint.")
    case .ahead(let seconds):
      Flaw(
        code: "blockOfFuture", words: "\(Self.text(seconds)) ahead of this machine's clock",
        advice: "Set the clock (see date); if it is right, the node tells what cannot be: use another --endpoint.")
    }
  }

  private static func text(_ seconds: UInt64) -> String {
    switch seconds {
    case ..<120: "\(seconds) seconds"
    case ..<7200: "\(seconds / 60) minutes"
    case ..<172_800: "\(seconds / 3600) hours"
    default: "\(seconds / 86_400) days"
    }
  }
}
