@_exported import Failures

/// A failure to run blocking work at all; what the work itself throws is its own.
public typealias BlockingWorkError = DomainError<BlockingWorkErrors>

/// The domain of ``BlockingWorkError``.
public enum BlockingWorkErrors: ErrorDomain {}

extension ErrorCode<BlockingWorkErrors> {
  /// The system has no thread for blocking work.
  public static var noThread: Self { Self("noThread") }
}
