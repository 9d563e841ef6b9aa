/// A failure with QR codes or the pictures they are in.
///
/// Two errors are equal when their codes are.
public struct QRCodeError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of failure; new kinds may be added at any time.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    public let description: String
    private init(_ description: String) { self.description = description }

    /// The text does not fit into a QR code.
    public static let tooLong = Code("tooLong")
    /// The bytes are no picture that is read here, or a damaged one.
    public static let badPicture = Code("badPicture")
    /// The picture is larger than is read here.
    public static let tooLarge = Code("tooLarge")
    /// The library that reads codes is not on this machine.
    public static let noReader = Code("noReader")
    /// There is no memory for it.
    public static let noMemory = Code("noMemory")
  }

  /// The kind of failure.
  public let code: Code
  /// The failure, in a sentence.
  public let message: String
  /// Why.
  public let reason: String?
  /// The next step to take.
  public let advice: String?

  /// An error with its context; `code` alone decides equality.
  public init(_ code: Code, _ message: String, reason: String? = nil, advice: String? = nil) {
    self.code = code
    self.message = message
    self.reason = reason
    self.advice = advice
  }

  public static func == (left: QRCodeError, right: QRCodeError) -> Bool { left.code == right.code }

  public func hash(into hasher: inout Hasher) { hasher.combine(code) }

  public var description: String { [message, reason, advice].compactMap { $0 }.joined(separator: "\n") }
}
