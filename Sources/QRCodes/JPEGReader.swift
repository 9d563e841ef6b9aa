import CTurboJPEG

/// Reads JPEGs, by libturbojpeg.
enum JPEGReader {
  /// A photo has a dozen scans at most; each is work over the whole picture, however few bytes it has.
  private static let mostScans = 100

  /// Reads a file that begins as a JPEG does. What is missing at its end is grey; that does no harm, as codes say whether
  /// they are read rightly.
  static func read(_ file: [UInt8]) throws(QRCodeError) -> Picture {
    guard let library else {
      throw .noDecoder(of: "JPEG", library: "libturbojpeg", package: "libturbojpeg0")
    }
    guard let decoder = library.open() else {
      throw .noMemory
    }
    defer { _ = library.close(decoder) }
    return try file.withUnsafeBufferPointer { (bytes) throws(QRCodeError) in
      var (columns, rows, sampling, colours): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
      guard
        library.header(decoder, bytes.baseAddress, UInt(bytes.count), &columns, &rows, &sampling, &colours) == 0
      else { throw .damaged }
      let (width, height) = (Int(columns), Int(rows))
      try Picture.check(width, height)
      guard scans(in: bytes) <= mostScans else { throw .damaged }
      let isInked = colours == TJCS_CMYK.rawValue || colours == TJCS_YCCK.rawValue
      // Four inks, a byte each.
      guard !isInked || width * height * 4 <= Picture.mostPoints else {
        throw .tooLarge("\(width) by \(height) points of four inks")
      }
      let format = isInked ? TJPF_CMYK : TJPF_GRAY
      var points = [UInt8](repeating: 0x80, count: width * height * (isInked ? 4 : 1))
      let result = library.decompress(
        decoder, bytes.baseAddress, UInt(bytes.count), &points, columns, 0, rows,
        Int32(format.rawValue), TJFLAG_LIMITSCANS)
      guard result == 0 || library.error(decoder) == TJERR_WARNING.rawValue else { throw .damaged }
      return Picture(unchecked: isInked ? greys(ofInks: points) : points, width: width, height: height)
    }
  }

  /// The number of marks at which scans begin; in what is between them 0xff stands before other bytes.
  private static func scans(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var count = 0
    var wasMark = false
    for byte in bytes {
      if wasMark, byte == 0xda { count += 1 }
      wasMark = byte == 0xff
    }
    return count
  }

  /// Light that four inks leave, where 255 is no ink, as Adobe's programs and all after them write it.
  private static func greys(ofInks inks: [UInt8]) -> [UInt8] {
    stride(from: 0, to: inks.count, by: 4).map { index in
      let colour = Int(inks[index]) + Int(inks[index + 1]) + Int(inks[index + 2])
      return UInt8(colour * Int(inks[index + 3]) / (3 * 255))
    }
  }

  /// libturbojpeg, opened at its first use.
  private static let library: cturbojpeg? = {
    var library = cturbojpeg()
    return cturbojpeg_open(&library) == 1 ? library : nil
  }()
}
