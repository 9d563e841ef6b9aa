/// A failure to run blocking work at all; what the work itself throws is its own.
///
/// Two errors are equal when their codes are.
public struct BlockingWorkError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of failure; new kinds may be added at any time.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    public let description: String
    private init(_ description: String) { self.description = description }

    /// The system has no thread for blocking work.
    public static let noThread = Code("noThread")
  }

  /// The kind of failure.
  public let code: Code
  /// The failure, in a sentence.
  public let message: String
  /// The next step to take.
  public let advice: String?

  init(_ code: Code, _ message: String, advice: String? = nil) {
    self.code = code
    self.message = message
    self.advice = advice
  }

  public static func == (left: BlockingWorkError, right: BlockingWorkError) -> Bool { left.code == right.code }

  public func hash(into hasher: inout Hasher) { hasher.combine(code) }

  public var description: String { [message, advice].compactMap { $0 }.joined(separator: "\n") }
}
