@_exported import Failures
import Primitives

/// An error of an outbox: of its file, or of what is to be written into it.
///
/// Nothing was signed where one is thrown before a signature.
public typealias OutboxError = DomainError<OutboxErrors>

/// The domain of ``OutboxError``.
public enum OutboxErrors: ErrorDomain {
  /// The hash of a transaction.
  public typealias Subject = Hash32

  /// Facts on which the next step depends beyond the code; intents are given by their number.
  public enum Facts: Sendable, Hashable {
    /// The intent that it is about.
    case intent(Int64)
    /// An intent that does what was to be sent, and its state.
    case earlier(intent: Int64, IntentState)
    /// A fork's intent that is one of the forked chain's own: a signature for the one is valid on the other.
    case belongsToForkedChain(intent: Int64)
    /// The number of chains that were used under one id, of which a node does not tell its own.
    case chains(Int, id: UInt256)
    /// A sum that would be spent, its limit with the kind of that, and the unit of the chain's money.
    case spending(Amount, limit: Amount, SpendingLimits.Kind, Amount.Unit)
    /// A chosen nonce that was used before, and the lowest that may be free.
    case usedNonce(UInt64, next: UInt64)
    /// The file of an outbox, and the obstacle to its use.
    case file(path: String, Problem)
  }

  /// An obstacle to the use of a file as an outbox.
  public enum Problem: Sendable, Hashable {
    /// The system or the database refuses it, for want of space or otherwise.
    case failed
    /// A server cannot be reached, refuses to work, or cannot be relied on.
    case server
    /// A server lacks what was written already: it came back without that, or another took its place.
    case behind
    /// The permissions of the file or its folder.
    case notWritable
    /// Its content is damaged, or rows are missing.
    case damaged
    /// The file is gone, though the marks at these paths tell that there was one.
    case missing(marks: [String])
    /// The file is another program's.
    case foreign
  }
}

extension ErrorCode<OutboxErrors> {
  /// Another process keeps the file.
  public static var busy: Self { Self("busy") }
  /// The file cannot be read, misses rows, or is none.
  public static var damaged: Self { Self("damaged") }
  /// The file cannot be written.
  public static var failed: Self { Self("failed") }
  /// The rows of the file are on a server now.
  public static var moved: Self { Self("moved") }
  /// The process gave no sign of life for too long, and others may have taken up what it had begun.
  public static var takenForDead: Self { Self("takenForDead") }
  /// Others may write the file, or put another in its place.
  public static var exposed: Self { Self("exposed") }
  /// The file was written by a later version.
  public static var newer: Self { Self("newer") }
  /// An equal transaction was sent a short time ago, and nobody said that this one is meant.
  public static var sameJustSent: Self { Self("sameJustSent") }
  /// Another transaction was sent with the idempotency key.
  public static var otherWithID: Self { Self("otherWithID") }
  /// An equal transaction was sent with the key on another chain with the same id.
  public static var sameElsewhere: Self { Self("sameElsewhere") }
  /// A transaction with another key of the same family was sent: only a node's word tells the two apart.
  public static var sameFamily: Self { Self("sameFamily") }
  /// More would be spent than the limits allow.
  public static var limitExceeded: Self { Self("limitExceeded") }
  /// The intent that was to be gone on with is another process's by now, or has ended.
  public static var waitsNoMore: Self { Self("waitsNoMore") }
  /// Several chains were used under one id, and which of them is meant is unknown.
  public static var unknownChain: Self { Self("unknownChain") }
  /// The transaction was signed for the chain that this one is a fork of.
  public static var signedForForkedChain: Self { Self("signedForForkedChain") }
  /// A transaction count that no account can have.
  public static var absurdCount: Self { Self("absurdCount") }
  /// The chosen nonce is not above the last that was mined, so nothing with it can be.
  public static var nonceUsed: Self { Self("nonceUsed") }
  /// The account used nonces that the outbox does not know; they are looked up before anything is begun.
  package static var historyUnchecked: Self { Self("historyUnchecked") }
  /// The pending nonce of the node is older than that of the outbox; the node is asked again.
  package static var pendingNonceOutdated: Self { Self("pendingNonceOutdated") }
}

extension OutboxError {
  /// The hash of the transaction that was signed, if there is one.
  public var transactionHash: Hash32? { subject }
}
