import Primitives

/// A failure to get, keep or watch prices of gas.
///
/// Two errors are equal when their codes are.
public struct GasPricesError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of failure; new kinds may be added at any time.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    public let description: String
    private init(_ description: String) { self.description = description }

    /// The oracle answers that it does not answer: a wrong key, too many questions.
    public static let oracleRefused = Code("oracleRefused")
    /// The oracle's answer is none.
    public static let badOracleReply = Code("badOracleReply")
    /// The oracle's key or address cannot be one.
    public static let badOracle = Code("badOracle")
    /// A rate of exchange cannot be read.
    public static let badRate = Code("badRate")
    /// The file with the samples and alerts cannot be opened, read or written.
    public static let bookFailed = Code("bookFailed")
    /// Another process watches and writes to the file.
    public static let watchedAlready = Code("watchedAlready")
    /// No alert has that number.
    public static let unknownAlert = Code("unknownAlert")
    /// An alert that could never be delivered or makes no sense.
    public static let invalidAlert = Code("invalidAlert")
  }

  /// Facts on which the next step depends beyond the code.
  public enum Facts: Sendable, Hashable {
    /// A threshold, in wei, that no price crosses.
    case threshold(UInt256)
  }

  /// The kind of failure; equality goes by this alone.
  public let code: Code
  /// The failure, in a sentence.
  public let message: String
  /// Why.
  public let reason: String?
  /// The next step, where that is the same for whoever calls this library; else the command line or a page has the
  /// words, by the code and ``facts``.
  public let advice: String?
  /// The facts on which the next step depends beyond the code; nil where there are none.
  public let facts: Facts?

  /// An error with its context; what is nil is left out of the text.
  public init(_ code: Code, _ message: String, reason: String? = nil, advice: String? = nil, facts: Facts? = nil) {
    self.code = code
    self.message = message
    self.reason = reason
    self.advice = advice
    self.facts = facts
  }

  public static func == (left: GasPricesError, right: GasPricesError) -> Bool { left.code == right.code }

  public func hash(into hasher: inout Hasher) { hasher.combine(code) }

  public var description: String { [message, reason, advice].compactMap { $0 }.joined(separator: "\n") }
}
