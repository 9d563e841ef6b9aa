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
  /// The libraries that read codes, or the one that reads the picture's format, are not on this machine.
  public static var noReader: Self { Self("noReader") }
  /// There is so much in the picture that no code is found in bounded time.
  public static var tooComplex: Self { Self("tooComplex") }
  /// There is no memory for it.
  public static var noMemory: Self { Self("noMemory") }
}
