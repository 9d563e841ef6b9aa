import Primitives

/// An error of an outbox: of its file, or of what is to be written into it.
///
/// Two errors are equal when their codes are equal. Nothing was signed where one is thrown before a signature.
public struct OutboxError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kinds of failure; open, so that later versions can add to them.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    public let description: String
    private init(_ description: String) { self.description = description }

    /// Another process keeps the file.
    public static let busy = Code("busy")
    /// The file cannot be read, misses rows, or is none.
    public static let damaged = Code("damaged")
    /// The file cannot be written.
    public static let failed = Code("failed")
    /// Others may write the file, or put another in its place.
    public static let exposed = Code("exposed")
    /// The file was written by a later version.
    public static let newer = Code("newer")
    /// An equal transaction was sent a short time ago, and nobody said that this one is meant.
    public static let sameJustSent = Code("sameJustSent")
    /// Another transaction was sent with the idempotency key.
    public static let otherWithID = Code("otherWithID")
    /// An equal transaction was sent with the key on another chain with the same id.
    public static let sameElsewhere = Code("sameElsewhere")
    /// A transaction with another key of the same family was sent: only a node's word tells the two apart.
    public static let sameFamily = Code("sameFamily")
    /// More would be spent than the limits allow.
    public static let limitExceeded = Code("limitExceeded")
    /// The intent that was to be gone on with is another process's by now, or has ended.
    public static let waitsNoMore = Code("waitsNoMore")
    /// Several chains were used under one id, and it cannot be told which of them is meant.
    public static let unknownChain = Code("unknownChain")
    /// The transaction was signed for the chain that this one is a fork of.
    public static let signedForForkedChain = Code("signedForForkedChain")
    /// A transaction count that no account can have.
    public static let absurdCount = Code("absurdCount")
    /// The account used nonces that the outbox does not know; they are looked up before anything is begun.
    package static let historyUnchecked = Code("historyUnchecked")
    /// The account's count is older than that of the outbox; it is asked for again.
    package static let countOutdated = Code("countOutdated")
  }

  /// Facts on which the next step depends beyond the code; intents are given by their number.
  public enum Facts: Sendable, Hashable {
    /// The intent that it is about.
    case intent(Int64)
    /// An intent that does what was to be sent, and its state.
    case earlier(intent: Int64, IntentState)
    /// A fork's intent that is one of the forked chain's own: a signature for the one is valid on the other.
    case belongsToForkedChain(intent: Int64)
    /// So many chains that were used under one id, of which a node does not tell its own.
    case chains(Int, id: UInt256)
    /// A sum that would be spent, and its limit.
    case spending(Amount, limit: Amount)
    /// The file of an outbox, and the obstacle to its use.
    case file(path: String, Problem)
  }

  /// An obstacle to the use of a file as an outbox.
  public enum Problem: Sendable, Hashable {
    /// The system or the database refuses it, for want of space or otherwise.
    case failed
    /// The permissions of the file or its folder.
    case notWritable
    /// Its content is damaged, or rows are missing.
    case damaged
    /// It is gone, though the marks at these paths tell that there was one.
    case missing(marks: [String])
    /// It is another program's.
    case foreign
  }

  /// The kind of failure; equality goes by this alone.
  public let code: Code
  /// The failure, in a sentence.
  public let message: String
  /// The reason, if known.
  public let reason: String?
  /// The readable call or transfer.
  public let call: String?
  /// The next step, where that is the same for whoever calls this library; else ``facts`` tell what it depends on.
  public let advice: String?
  /// The facts on which the next step depends beyond the code; nil where there are none.
  public let facts: Facts?
  /// The hash of the transaction that was signed, if there is one.
  public let transactionHash: Hash32?
  /// The error underneath.
  public let cause: (any Error)?

  /// An error with its context; what is nil is left out of the text.
  public init(
    _ code: Code, _ message: String, reason: String? = nil, call: String? = nil, advice: String? = nil,
    facts: Facts? = nil, transactionHash: Hash32? = nil, cause: (any Error)? = nil
  ) {
    self.code = code
    self.message = message
    self.reason = reason
    self.call = call
    self.advice = advice
    self.facts = facts
    self.transactionHash = transactionHash
    self.cause = cause
  }

  public static func == (left: OutboxError, right: OutboxError) -> Bool { left.code == right.code }

  public var description: String {
    [message, reason, call.map { "Call: \($0)" }, advice].compactMap { $0 }.joined(separator: "\n")
  }
}
