@_exported import Failures

/// Why a suite of tests, or one of its tests, could not be run.
public typealias ConformanceError = DomainError<ConformanceErrors>

/// The domain of ``ConformanceError``.
public enum ConformanceErrors: ErrorDomain {}

extension ErrorCode<ConformanceErrors> {
  /// Files that a suite is made of are not there.
  public static var missingFixture: Self { Self("missingFixture") }
  /// A test whose file can't be understood.
  public static var malformedTest: Self { Self("malformedTest") }
  /// A number of a test that is larger than such a number can be.
  public static var outOfRange: Self { Self("outOfRange") }
}
