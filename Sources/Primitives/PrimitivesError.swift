/// A fault of a number, a hex string, an address or an amount.
///
/// Two errors are equal when their codes are; the message is for people.
public struct PrimitivesError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure; new kinds may be added at any time.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    private init(_ description: String) { self.description = description }

    /// A character that does not belong where it stands.
    public static let badDigit = Code("badDigit")
    /// An empty text where a number was due.
    public static let empty = Code("empty")
    /// Too few or too many digits or bytes.
    public static let badLength = Code("badLength")
    /// A missing `0x` where it is required.
    public static let missingPrefix = Code("missingPrefix")
    /// Leading zeros where the shortest form is required.
    public static let leadingZeros = Code("leadingZeros")
    /// A value that does not fit, or a result below zero.
    public static let overflow = Code("overflow")
    /// An address in mixed case whose EIP-55 checksum is wrong.
    public static let checksumMismatch = Code("checksumMismatch")
    /// More decimals than the unit has.
    public static let tooManyDecimals = Code("tooManyDecimals")
    /// A unit nobody has heard of.
    public static let unknownUnit = Code("unknownUnit")
  }

  /// The kind of failure.
  public let code: Code
  /// The failure, its reason, and what to do, in at most four lines.
  public let message: String
  /// The index of the offending character or byte, where there is one.
  public let position: Int?

  @usableFromInline
  init(_ code: Code, _ message: String, position: Int? = nil) {
    self.code = code
    self.message = message
    self.position = position
  }

  public var description: String { message }

  public static func == (left: PrimitivesError, right: PrimitivesError) -> Bool { left.code == right.code }

  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

/// A text of somebody else's, cut and cleaned so that it can stand in an error message.
func quoted(_ text: some StringProtocol) -> String { TerminalSafe.quote(text, limit: 80) }
