@_exported import Failures
import Primitives

/// A failure to read a relay or to post to it; no credential of its address is in any field, and every text of the
/// relay's is cleaned for a terminal.
public typealias RelayClientError = DomainError<RelayClientErrors>

/// The domain of ``RelayClientError``.
public enum RelayClientErrors: ErrorDomain {
  /// The relay's address, without its secrets.
  public typealias Subject = String

  /// Facts on which the next step depends beyond the code.
  public enum Facts: Sendable, Hashable {
    /// The text of the relay's refusal, or of its being busy.
    case refusal(RelayErrorAnswer)
    /// The HTTP status without one of the relay's own words, if any came, and whether a POST may have been read all the
    /// same.
    case exchange(status: Int?, leavesOutcomeOpen: Bool)
    /// The order about which the relay lied.
    case invalidOrder(DroppedOrder)
    /// The bound that an answer went beyond.
    case bound(Int)
  }
}

extension ErrorCode<RelayClientErrors> {
  /// An address that cannot be a relay's.
  public static var invalidAddress: Self { Self("invalidAddress") }
  /// No answer, or none of a relay's.
  public static var unreachable: Self { Self("unreachable") }
  /// The relay answered that it does not do it.
  public static var refused: Self { Self("refused") }
  /// The relay answered that it does not do it now: it gets too many requests, or its node or its book is behind.
  public static var busy: Self { Self("busy") }
  /// A false hash, signature, exchange or chain in a relay's answer.
  public static var lied: Self { Self("lied") }
  /// An answer beyond the bounds.
  public static var tooLarge: Self { Self("tooLarge") }
  /// An answer that is none of the relay's interface.
  public static var malformed: Self { Self("malformed") }
  /// An order or a question of the other version of the protocol.
  public static var wrongProtocol: Self { Self("wrongProtocol") }
  /// The task was cancelled.
  public static var cancelled: Self { Self("cancelled") }
}

extension RelayClientError {
  /// The relay's address, without its secrets.
  public var relay: String? { subject }

  /// The relay's own words, where it refused or is busy.
  public var refusal: RelayErrorAnswer? {
    if case .refusal(let refusal) = facts { refusal } else { nil }
  }

  /// Whether the relay may have taken what was posted, although it did not confirm that.
  public var leavesOutcomeOpen: Bool {
    if case .exchange(_, let isOpen) = facts { isOpen } else { false }
  }

  /// Whether two failures are one: of a relay that no interface of can be reached, or in the same words.
  package func hasSameFacts(as other: RelayClientError) -> Bool {
    guard relay == other.relay, code == other.code else { return false }
    // Without an answer the texts may have times.
    return isWithoutAnswer && other.isWithoutAnswer || (message, reason) == (other.message, other.reason)
  }

  private var isWithoutAnswer: Bool {
    if case .exchange(nil, _) = facts { code == .unreachable } else { false }
  }

  /// The error of an answer that is none of the relay's interface.
  static func malformed(_ relay: String, _ reason: String) -> RelayClientError {
    RelayClientError(
      .malformed, "The relay's answer cannot be used.", about: relay,
      reason: TerminalSafe.escape(reason, limit: 400))
  }
}
