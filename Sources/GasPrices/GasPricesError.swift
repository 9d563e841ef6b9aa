@_exported import Failures

/// A failure to get or keep prices of gas.
public typealias GasPricesError = DomainError<GasPricesErrors>

/// The domain of ``GasPricesError``.
public enum GasPricesErrors: ErrorDomain {}

extension ErrorCode<GasPricesErrors> {
  /// The oracle answers that it does not answer: a wrong key, too many questions.
  public static var oracleRefused: Self { Self("oracleRefused") }
  /// The oracle does not answer.
  public static var oracleSilent: Self { Self("oracleSilent") }
  /// No node answers to confirm the oracle, or to stand in for it.
  public static var noNode: Self { Self("noNode") }
  /// The oracle's answer is none.
  public static var badOracleReply: Self { Self("badOracleReply") }
  /// The oracle's key or address cannot be one.
  public static var badOracle: Self { Self("badOracle") }
  /// The file with the samples and alerts cannot be opened, read or written.
  public static var bookFailed: Self { Self("bookFailed") }
}
