@_exported import Failures
import Primitives

/// A failure of the journal of orders and deals, or of a file with an order.
public typealias OrderJournalError = DomainError<OrderJournalErrors>

/// The domain of ``OrderJournalError``.
public enum OrderJournalErrors: ErrorDomain {
  /// Facts on which the next step depends beyond the code.
  public enum Facts: Sendable, Hashable {
    /// The path of a file, and what is wrong with it.
    case file(String, FileProblem)
    /// The order that there was already, and how it stands.
    case order(Hash32, JournalOrder.State, JournalOrder.Ending?)
  }

  /// A reason why a file cannot be used as a journal.
  public enum FileProblem: Sendable, Hashable, CaseIterable {
    /// The file is for another chain.
    case otherChain
    /// The file is another program's.
    case foreign
    /// A later version of the program has written it.
    case newer
    /// Another process keeps it for long.
    case busy
    /// The disk is full.
    case full
    /// The file, or its folder, cannot be written to, or others may write to it.
    case notWritable
    /// The file is damaged, or cannot be read.
    case damaged
  }
}

extension ErrorCode<OrderJournalErrors> {
  /// The journal's file cannot be used.
  public static var fileFailed: Self { Self("fileFailed") }
  /// An order that was made already.
  public static var duplicate: Self { Self("duplicate") }
  /// A step that is not the next one.
  public static var wrongStep: Self { Self("wrongStep") }
  /// A signature of another order than the one that is written down, or of somebody who may not sign it.
  public static var wrongSignature: Self { Self("wrongSignature") }
  /// A file with an order that cannot be read or written, or is not to be used; the cause has the reason.
  public static var orderFile: Self { Self("orderFile") }
}
