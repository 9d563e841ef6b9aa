import Outbox
import Primitives

/// The remark on a transaction that moved less than it was to move, which the outbox keeps beside its label.
public enum DealRemark: Sendable, Hashable {
  /// Nothing was filled, and the fee is spent.
  case nothing
  /// A part was, as in `buy 10 TKA for 3 WKAIA`; empty where the tokens have no names.
  case part(String)

  private static let (unfilled, partly) = ("nothing was filled", "in part")

  /// The text that is kept.
  public var text: String {
    switch self {
    case .nothing: Self.unfilled
    case .part(let moved): moved.isEmpty ? Self.partly : "\(Self.partly): \(moved)"
    }
  }

  /// Reads a text that was kept; nil for any other.
  public init?(_ text: String) {
    let opening = "\(Self.partly): "
    switch text {
    case Self.unfilled: self = .nothing
    case Self.partly: self = .part("")
    case _ where text.hasPrefix(opening): self = .part(String(text.dropFirst(opening.count)))
    default: return nil
    }
  }

  /// The remark on what was sent for a trade; nil for what moved all that it was to move, and for all else.
  public init?(on intent: Intent) {
    guard [.mined, .final].contains(intent.state), let reason = intent.reason else { return nil }
    self.init(reason)
  }

  /// The remark on an outcome; nil where it moved all that it was to move.
  ///
  /// - Parameters:
  ///   - wanted: The maker tokens that a purchase was to get; zero where its taker tokens alone count, or nobody knows.
  ///   - moved: What it moved, in words.
  init?(on outcome: DealOutcome, wanted: UInt256, moved: String?) {
    switch outcome.extent {
    case .nothing: self = .nothing
    case .complete where outcome.received >= wanted: return nil
    case .complete, .partly: self = .part(moved ?? "")
    }
  }
}
