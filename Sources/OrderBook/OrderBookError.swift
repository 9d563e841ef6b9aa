@_exported import Failures
import Primitives

/// A failure of a book of orders: of its file, of the node that it follows, or of the two together.
public typealias OrderBookError = DomainError<OrderBookErrors>

/// The domain of ``OrderBookError``.
public enum OrderBookErrors: ErrorDomain {
  /// Facts on which the next step depends beyond the code.
  public enum Facts: Sendable, Hashable {
    /// The book's file, or the server that has it, and the kind of trouble with it.
    case file(String, FileProblem)
    /// The number of the node's chain, and the one that is due.
    case chain(UInt256, expected: UInt256)
    /// The first block of the node's chain, and the one that is due.
    case genesis(Hash32, expected: Hash32)
    /// The contracts that the book is of.
    case exchanges([Address])
  }

  /// The kinds of trouble with a book's store.
  public enum FileProblem: Sendable, Hashable {
    /// A later version of the program wrote it.
    case newer
    /// Another process keeps it.
    case busy
    /// The disk is full.
    case full
    /// The store may not be opened or written.
    case notWritable
    /// The store is damaged.
    case damaged
    /// The server that has it cannot be used: the cause says why.
    case server
    /// The store is not there.
    case missing
    /// The store is another program's, or anything else.
    case other
  }
}

extension ErrorCode<OrderBookErrors> {
  /// The file is of another chain than the node, or than the exchanges are.
  public static var anotherChain: Self { Self("anotherChain") }
  /// The file is of other exchange contracts.
  public static var otherExchanges: Self { Self("otherExchanges") }
  /// An order, or an address, of an exchange that is not known.
  public static var unknownExchange: Self { Self("unknownExchange") }
  /// The node does not answer.
  public static var nodeFailed: Self { Self("nodeFailed") }
  /// The node's answer cannot be true, or cannot be read.
  public static var badAnswer: Self { Self("badAnswer") }
  /// The node's chain changed while it was read; reading again helps.
  public static var chainMoved: Self { Self("chainMoved") }
  /// The newest block is not reached yet.
  public static var notReady: Self { Self("notReady") }
  /// Another process keeps the book; nothing was changed.
  public static var notKeeper: Self { Self("notKeeper") }
  /// The file cannot be used; the facts tell the kind of trouble.
  public static var storeFailed: Self { Self("storeFailed") }
  /// The book is closed.
  public static var closed: Self { Self("closed") }
}

extension OrderBookError {
  /// The error of a change by a process that does not keep the book, or does not any more.
  static var notKeeper: OrderBookError {
    OrderBookError(
      .notKeeper, "Another process keeps the book by now.",
      reason: "This one gave no sign of life in time, and nothing was changed.")
  }
}
