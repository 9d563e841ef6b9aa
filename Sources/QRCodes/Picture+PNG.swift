import CPng

extension Picture {
  /// Reads a PNG; what shines through is white.
  ///
  /// - Throws: `badPicture` for another kind of file or a damaged one; `tooLarge`.
  public init(png file: [UInt8]) throws(QRCodeError) {
    guard PictureFormat(of: file) == .png else {
      throw QRCodeError(.badPicture, "This is no PNG.", reason: "It begins differently.")
    }
    self = try Self.readPNG(file)
  }

  /// Reads a file that begins as a PNG does.
  static func readPNG(_ file: [UInt8]) throws(QRCodeError) -> Picture {
    guard file.count <= largestFile else { throw tooLarge("\(file.count) bytes") }
    // libpng reads the bytes in both calls: they have to stay where they are.
    return try file.withUnsafeBufferPointer { (bytes) throws(QRCodeError) in try decoded(bytes) }
  }

  private static func decoded(_ bytes: UnsafeBufferPointer<UInt8>) throws(QRCodeError) -> Picture {
    // libpng also keeps where the image is, for its errors: it must not move between the calls either.
    let image = UnsafeMutablePointer<png_image>.allocate(capacity: 1)
    image.initialize(to: png_image())
    image.pointee.version = png_uint_32(PNG_IMAGE_VERSION)
    defer {
      png_image_free(image)
      image.deallocate()
    }
    guard png_image_begin_read_from_memory(image, bytes.baseAddress, bytes.count) != 0 else { throw damaged }
    // Before a byte is kept for it.
    let (width, height) = (Int(image.pointee.width), Int(image.pointee.height))
    try check(width, height)
    image.pointee.format = png_uint_32(PNG_FORMAT_GRAY)
    var paper = png_color(red: 255, green: 255, blue: 255)
    var points = [UInt8](repeating: 0xff, count: width * height)
    guard png_image_finish_read(image, &paper, &points, 0, nil) != 0 else { throw damaged }
    return Picture(unchecked: points, width: width, height: height)
  }

  /// The picture as PNG.
  ///
  /// - Throws: `noMemory`.
  public func png() throws(QRCodeError) -> [UInt8] {
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    (image.width, image.height) = (png_uint_32(width), png_uint_32(height))
    image.format = png_uint_32(PNG_FORMAT_GRAY)
    defer { png_image_free(&image) }
    // No picture grows by more than a byte a row and some for the chunks.
    var count = points.count + points.count / 100 + height * 8 + 4096
    var file = [UInt8](repeating: 0, count: count)
    guard png_image_write_to_memory(&image, &file, &count, 0, points, 0, nil) != 0 else {
      throw QRCodeError(.noMemory, "The picture cannot be made.")
    }
    return Array(file.prefix(count))
  }
}
