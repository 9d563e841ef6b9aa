import CPng

/// Reads PNGs, by libpng.
enum PNGReader {
  /// Reads a file that begins as a PNG does; what shines through is white.
  static func read(_ file: [UInt8]) throws(QRCodeError) -> Picture {
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
    guard png_image_begin_read_from_memory(image, bytes.baseAddress, bytes.count) != 0 else { throw .damaged }
    // Before a byte is kept for it.
    let (width, height) = (Int(image.pointee.width), Int(image.pointee.height))
    try Picture.check(width, height)
    image.pointee.format = png_uint_32(PNG_FORMAT_GRAY)
    var paper = png_color(red: 255, green: 255, blue: 255)
    var points = [UInt8](repeating: 0xff, count: width * height)
    guard png_image_finish_read(image, &paper, &points, 0, nil) != 0 else { throw .damaged }
    return Picture(unchecked: points, width: width, height: height)
  }
}
