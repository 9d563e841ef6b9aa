/// Why a suite of tests, or one of its tests, could not be run.
///
/// Two errors are equal when their codes are.
public struct ConformanceError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of failure; new kinds may be added at any time.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }

    /// Files that a suite is made of are not there.
    public static let missingFixture = Code("missingFixture")
    /// A test whose file can't be understood.
    public static let malformedTest = Code("malformedTest")
    /// A number of a test that is larger than such a number can be.
    public static let outOfRange = Code("outOfRange")
  }

  /// The kind of failure; equality goes by this alone.
  public let code: Code
  /// The failure and its reason, in at most four lines.
  public let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  public var description: String { message }

  public static func == (left: ConformanceError, right: ConformanceError) -> Bool { left.code == right.code }

  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
