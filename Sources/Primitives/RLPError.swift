/// Why bytes are not the RLP they should be.
public typealias RLPError = DomainError<RLPErrors>

/// The domain of ``RLPError``.
public enum RLPErrors: ErrorDomain {
  /// The offset of a byte.
  public typealias Subject = Int

  /// The message, and the place in the bytes where it is known.
  public static func text(of error: RLPError) -> String {
    error.offset.map { "\(error.message) (at byte \($0))" } ?? error.message
  }
}

extension ErrorCode<RLPErrors> {
  /// The input ends inside an item.
  public static var truncated: Self { Self("truncated") }
  /// Bytes follow the item.
  public static var trailingBytes: Self { Self("trailingBytes") }
  /// A length or a single byte that is not written in its shortest form.
  public static var notCanonical: Self { Self("notCanonical") }
  /// An item that reaches over the end of the list it is in.
  public static var overrun: Self { Self("overrun") }
  /// Lists nested deeper than the limit.
  public static var tooDeep: Self { Self("tooDeep") }
  /// More items than the limit.
  public static var tooManyItems: Self { Self("tooManyItems") }
  /// A list where bytes are due.
  public static var notBytes: Self { Self("notBytes") }
  /// Bytes where a list is due.
  public static var notList: Self { Self("notList") }
  /// A number with leading zero bytes.
  public static var leadingZeros: Self { Self("leadingZeros") }
  /// A number too large for its type.
  public static var overflow: Self { Self("overflow") }
  /// An address or hash of the wrong length.
  public static var badLength: Self { Self("badLength") }
}

extension RLPError {
  /// The offset of the offending byte, where it is known.
  public var offset: Int? { subject }
}
