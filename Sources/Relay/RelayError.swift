@_exported import Failures

/// The error that a relay cannot start or go on.
///
/// The refusal of a single request is an answer, not an error.
public typealias RelayError = DomainError<RelayErrors>

/// The domain of ``RelayError``.
public enum RelayErrors: ErrorDomain {}

extension ErrorCode<RelayErrors> {
  /// The rules cannot be read, or leave something open that has to be said.
  public static var rules: Self { Self("rules") }
  /// A server in front is given neither as an address nor as a range.
  public static var invalidProxy: Self { Self("invalidProxy") }
  /// The node is on another chain than the rules say.
  public static var wrongChain: Self { Self("wrongChain") }
  /// New rules are for another chain or other exchanges than those that the relay runs with.
  public static var otherExchanges: Self { Self("otherExchanges") }
  /// The port cannot be listened on.
  public static var cannotListen: Self { Self("cannotListen") }
}
