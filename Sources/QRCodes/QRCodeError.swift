@_exported import Failures

/// A failure with QR codes or the pictures they are in.
public typealias QRCodeError = DomainError<QRCodeErrors>

/// The domain of ``QRCodeError``.
public enum QRCodeErrors: ErrorDomain {}

extension ErrorCode<QRCodeErrors> {
  /// The text does not fit into a QR code.
  public static var tooLong: Self { Self("tooLong") }
  /// The bytes are no picture that is read here, or a damaged one.
  public static var badPicture: Self { Self("badPicture") }
  /// The picture is larger than is read here.
  public static var tooLarge: Self { Self("tooLarge") }
  /// The library that reads codes is not on this machine.
  public static var noReader: Self { Self("noReader") }
  /// There is no memory for it.
  public static var noMemory: Self { Self("noMemory") }
}
