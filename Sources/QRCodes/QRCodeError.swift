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

extension QRCodeError {
  /// A picture that cannot be read to its end.
  static var damaged: Self { Self(.badPicture, "The picture is damaged.", advice: "Take another copy of it.") }

  /// A picture for which there is no memory.
  static var noMemory: Self { Self(.noMemory, "There is no memory to read the picture.") }

  /// A picture that is not read here for its size.
  static func tooLarge(_ size: String) -> Self {
    Self(
      .tooLarge, "The picture is too large.", reason: "It has \(size).",
      advice: "Cut out the code, or make the picture smaller.")
  }

  /// A format whose library is not on this machine.
  static func noDecoder(of format: String, library: String, package: String) -> Self {
    Self(
      .noReader, "\(format) cannot be read on this machine.", reason: "\(library) is not installed.",
      advice: "Install it: apt-get install \(package)")
  }
}
