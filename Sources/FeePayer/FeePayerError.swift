/// The error that a fee-payer service cannot start or go on.
///
/// Two errors are equal when their codes are. The refusal of a single request is an answer, not an error.
public struct FeePayerError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of failure; new kinds may be added at any time.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    public let description: String
    private init(_ description: String) { self.description = description }

    /// The rules cannot be read, or leave something open that has to be said.
    public static let rules = Code("rules")
    /// The journal's file cannot be read or written.
    public static let journalFailed = Code("journalFailed")
    /// Others may change the journal, or put another in its place.
    public static let journalExposed = Code("journalExposed")
    /// Another process writes to the journal.
    public static let journalBusy = Code("journalBusy")
    /// A record in the middle of the journal is not what was written.
    public static let journalDamaged = Code("journalDamaged")
    /// The journal is another fee payer's or another chain's, or no journal.
    public static let otherJournal = Code("otherJournal")
    /// Another service on this machine pays with the account on the same chain.
    public static let accountBusy = Code("accountBusy")
    /// The account has a journal on this chain, and this one does not go on from it.
    public static let journalExchanged = Code("journalExchanged")
    /// The journal has fewer lines than were written.
    public static let journalShortened = Code("journalShortened")
    /// The file that names the account's journal cannot be had.
    public static let markFailed = Code("markFailed")
    /// The file that names the account's journal is damaged.
    public static let markDamaged = Code("markDamaged")
    /// The account paid for transactions that its journal does not know.
    public static let strangerPays = Code("strangerPays")
    /// The node does not show a block that the journal has to be compared with.
    public static let blockMissing = Code("blockMissing")
    /// The node is on another chain than the rules say.
    public static let wrongChain = Code("wrongChain")
    /// The port cannot be listened on.
    public static let cannotListen = Code("cannotListen")
  }

  /// The kind of failure; equality goes by this alone.
  public let code: Code
  /// The failure, in a sentence.
  public let message: String
  /// The reason, if known.
  public let reason: String?
  /// The next step for whoever runs the service.
  public let advice: String?

  /// An error with its context; what is nil is left out of the text.
  public init(_ code: Code, _ message: String, reason: String? = nil, advice: String? = nil) {
    self.code = code
    self.message = message
    self.reason = reason
    self.advice = advice
  }

  public static func == (left: FeePayerError, right: FeePayerError) -> Bool { left.code == right.code }

  public func hash(into hasher: inout Hasher) { hasher.combine(code) }

  public var description: String { [message, reason, advice].compactMap { $0 }.joined(separator: "\n") }
}
