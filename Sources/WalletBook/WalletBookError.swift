@_exported import Failures

/// A failure of the wallet book, the names in it, or requests to pay.
public typealias WalletBookError = DomainError<WalletBookErrors>

/// The domain of ``WalletBookError``.
public enum WalletBookErrors: ErrorDomain {}

extension ErrorCode<WalletBookErrors> {
  /// The file cannot be opened, read or written.
  public static var bookFailed: Self { Self("bookFailed") }
  /// Others may change what is in the file, or put another in its place.
  public static var bookExposed: Self { Self("bookExposed") }
  /// The file is of a later version of this program.
  public static var bookNewer: Self { Self("bookNewer") }
  /// Another wallet or contact has the name.
  public static var nameTaken: Self { Self("nameTaken") }
  /// The text cannot be a title or a contact's name.
  public static var invalidName: Self { Self("invalidName") }
  /// No wallet or contact has the name.
  public static var notFound: Self { Self("notFound") }
  /// A copy of the book in a backup cannot be read.
  public static var badCopy: Self { Self("badCopy") }
  /// A text is no request to pay.
  public static var badRequest: Self { Self("badRequest") }
  /// A request to pay asks for what is not done here.
  public static var unsupportedRequest: Self { Self("unsupportedRequest") }
}
