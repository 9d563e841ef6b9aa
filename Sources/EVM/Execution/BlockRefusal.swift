/// Why a block can't be: nothing of what it was asked to do counts.
public struct BlockRefusal: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong, open to new cases.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The code's name.
    public let description: String

    public init(_ name: String) { description = name }

    /// A contract that the chain calls has no code.
    public static let missingSystemContract = Code("missingSystemContract")
    /// A call of the chain failed.
    public static let systemCallFailed = Code("systemCallFailed")
    /// A log of the deposit contract isn't what EIP-6110 says.
    public static let malformedDeposit = Code("malformedDeposit")
  }

  /// What is wrong.
  public let code: Code
  /// The same in words.
  public let description: String

  /// A refusal.
  public init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }

  public static func == (left: BlockRefusal, right: BlockRefusal) -> Bool { left.code == right.code }

  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
