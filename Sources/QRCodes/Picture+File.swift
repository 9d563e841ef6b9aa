extension Picture {
  /// Reads a PNG, a JPEG or a WebP, whichever the file begins as. Colours become shades of grey; it is not turned to where
  /// its camera was up.
  ///
  /// - Throws: `badPicture` for another kind of file or a damaged one; `tooLarge`; `noReader` where the library that
  ///   reads the format is not installed; `noMemory`.
  public init(file: [UInt8]) throws(QRCodeError) {
    guard file.count <= Self.largestFile else { throw .tooLarge("\(file.count) bytes") }
    switch PictureFormat(of: file) {
    case .png: self = try PNGReader.read(file)
    case .jpeg: self = try JPEGReader.read(file)
    case .webp: self = try WebPReader.read(file)
    case .heic:
      throw Self.otherFormat(
        "It is a HEIC.",
        "Convert it to JPEG: heif-convert photo.heic photo.jpg (apt-get install libheif-examples). An iPhone makes JPEG"
          + " after Settings, Camera, Formats, Most Compatible; a screenshot is a PNG.")
    case .avif: throw Self.otherFormat("It is an AVIF.")
    case .gif: throw Self.otherFormat("It is a GIF.")
    case .tiff: throw Self.otherFormat("It is a TIFF.")
    case .bmp: throw Self.otherFormat("It is a BMP.")
    case .pdf: throw Self.otherFormat("It is a PDF.", "Take a screenshot of the page: that is a PNG.")
    case nil: throw Self.otherFormat("It begins differently.")
    }
  }

  private static func otherFormat(
    _ reason: String, _ advice: String = "Save it as PNG or JPEG: a screenshot is a PNG, most often."
  ) -> QRCodeError {
    QRCodeError(.badPicture, "This is no PNG, JPEG or WebP.", reason: reason, advice: advice)
  }
}
