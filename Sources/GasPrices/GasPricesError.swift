@_exported import Failures
import Primitives

/// A failure to get, keep or watch prices of gas.
public typealias GasPricesError = DomainError<GasPricesErrors>

/// The domain of ``GasPricesError``.
public enum GasPricesErrors: ErrorDomain {
  /// Facts on which the next step depends beyond the code.
  public enum Facts: Sendable, Hashable {
    /// A threshold, in wei, that no price crosses.
    case threshold(UInt256)
  }
}

extension ErrorCode<GasPricesErrors> {
  /// The oracle answers that it does not answer: a wrong key, too many questions.
  public static var oracleRefused: Self { Self("oracleRefused") }
  /// The oracle's answer is none.
  public static var badOracleReply: Self { Self("badOracleReply") }
  /// The oracle's key or address cannot be one.
  public static var badOracle: Self { Self("badOracle") }
  /// A rate of exchange cannot be read.
  public static var badRate: Self { Self("badRate") }
  /// The file with the samples and alerts cannot be opened, read or written.
  public static var bookFailed: Self { Self("bookFailed") }
  /// Another process watches and writes to the file.
  public static var watchedAlready: Self { Self("watchedAlready") }
  /// No alert has that number.
  public static var unknownAlert: Self { Self("unknownAlert") }
  /// An alert that could never be delivered or makes no sense.
  public static var invalidAlert: Self { Self("invalidAlert") }
}
