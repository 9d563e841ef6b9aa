import CPng

extension Picture {
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
