@_exported import Failures

/// A fault of a number, a hex string, an address or an amount.
public typealias PrimitivesError = DomainError<PrimitivesErrors>

/// The domain of ``PrimitivesError``.
public enum PrimitivesErrors: ErrorDomain {
  /// The index of a character or byte.
  public typealias Subject = Int
}

extension ErrorCode<PrimitivesErrors> {
  /// A character that does not belong where it stands.
  public static var badDigit: Self { Self("badDigit") }
  /// An empty text where a number was due.
  public static var empty: Self { Self("empty") }
  /// Too few or too many digits or bytes.
  public static var badLength: Self { Self("badLength") }
  /// A missing `0x` where it is required.
  public static var missingPrefix: Self { Self("missingPrefix") }
  /// Leading zeros where the shortest form is required.
  public static var leadingZeros: Self { Self("leadingZeros") }
  /// A value that does not fit, or a result below zero.
  public static var overflow: Self { Self("overflow") }
  /// An address in mixed case whose EIP-55 checksum is wrong.
  public static var checksumMismatch: Self { Self("checksumMismatch") }
  /// More decimals than the unit has.
  public static var tooManyDecimals: Self { Self("tooManyDecimals") }
  /// A unit nobody has heard of.
  public static var unknownUnit: Self { Self("unknownUnit") }
}

extension PrimitivesError {
  /// The index of the offending character or byte, where there is one.
  public var position: Int? { subject }
}

/// A text of somebody else's, cut and cleaned so that it can stand in an error message.
func quoted(_ text: some StringProtocol) -> String { TerminalSafe.quote(text, limit: 80) }
