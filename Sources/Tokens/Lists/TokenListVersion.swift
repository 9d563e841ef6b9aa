/// The version of a list: removals raise the major number, additions the minor one, other changes the last.
public struct TokenListVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// Raised when tokens are removed.
  public let major: UInt64
  /// Raised when tokens are added.
  public let minor: UInt64
  /// Raised when details of a token change.
  public let patch: UInt64

  /// A version by its numbers.
  public init(major: UInt64, minor: UInt64, patch: UInt64) {
    (self.major, self.minor, self.patch) = (major, minor, patch)
  }

  /// The three numbers with points between them.
  public var description: String { "\(major).\(minor).\(patch)" }

  /// Compares number by number.
  public static func < (left: Self, right: Self) -> Bool {
    (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
  }
}
