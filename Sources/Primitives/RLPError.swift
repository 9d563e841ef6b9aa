/// Why bytes are not the RLP they should be.
///
/// Two errors are equal when their codes are.
public struct RLPError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure; new kinds may be added at any time.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    private init(_ description: String) { self.description = description }

    /// The input ends inside an item.
    public static let truncated = Code("truncated")
    /// Bytes follow the item.
    public static let trailingBytes = Code("trailingBytes")
    /// A length or a single byte that is not written in its shortest form.
    public static let notCanonical = Code("notCanonical")
    /// An item that reaches over the end of the list it is in.
    public static let overrun = Code("overrun")
    /// Lists nested deeper than the limit.
    public static let tooDeep = Code("tooDeep")
    /// More items than the limit.
    public static let tooManyItems = Code("tooManyItems")
    /// A list where bytes are due.
    public static let notBytes = Code("notBytes")
    /// Bytes where a list is due.
    public static let notList = Code("notList")
    /// A number with leading zero bytes.
    public static let leadingZeros = Code("leadingZeros")
    /// A number too large for its type.
    public static let overflow = Code("overflow")
    /// An address or hash of the wrong length.
    public static let badLength = Code("badLength")
  }

  /// The kind of failure.
  public let code: Code
  /// The failure and its reason.
  public let message: String
  /// The offset of the offending byte, where it is known.
  public let offset: Int?

  init(_ code: Code, _ message: String, offset: Int? = nil) {
    self.code = code
    self.message = message
    self.offset = offset
  }

  public var description: String {
    offset.map { "\(message) (at byte \($0))" } ?? message
  }

  public static func == (left: RLPError, right: RLPError) -> Bool { left.code == right.code }

  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
