/// A failure of the wallet book, the names in it, or requests to pay.
///
/// Two errors are equal when their codes are.
public struct WalletBookError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of failure; new kinds may be added at any time.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    public let description: String
    private init(_ description: String) { self.description = description }

    /// The file cannot be opened, read or written.
    public static let bookFailed = Code("bookFailed")
    /// Others may change what is in the file, or put another in its place.
    public static let bookExposed = Code("bookExposed")
    /// The file is of a later version of this program.
    public static let bookNewer = Code("bookNewer")
    /// Another wallet or contact has the name.
    public static let nameTaken = Code("nameTaken")
    /// The text cannot be a title or a contact's name.
    public static let invalidName = Code("invalidName")
    /// No wallet or contact has the name.
    public static let notFound = Code("notFound")
    /// A copy of the book in a backup cannot be read.
    public static let badCopy = Code("badCopy")
    /// A text is no request to pay.
    public static let badRequest = Code("badRequest")
    /// A request to pay asks for what is not done here.
    public static let unsupportedRequest = Code("unsupportedRequest")
  }

  /// The kind of failure; equality goes by this alone.
  public let code: Code
  /// The failure, in a sentence.
  public let message: String
  /// Why.
  public let reason: String?
  /// The next step to take.
  public let advice: String?

  /// An error with its context; what is nil is left out of the text.
  public init(_ code: Code, _ message: String, reason: String? = nil, advice: String? = nil) {
    self.code = code
    self.message = message
    self.reason = reason
    self.advice = advice
  }

  public static func == (left: WalletBookError, right: WalletBookError) -> Bool { left.code == right.code }

  public func hash(into hasher: inout Hasher) { hasher.combine(code) }

  public var description: String { [message, reason, advice].compactMap { $0 }.joined(separator: "\n") }
}
