import CPng

/// A picture in shades of grey, row by row from the top, a byte a point: 0 is black.
public struct Picture: Sendable, Hashable {
  /// Points in a row, 1…``longestSide``.
  public let width: Int
  /// Rows, 1…``longestSide``.
  public let height: Int
  /// A byte a point, row by row from the top, from 0 (black) to 255 (white); `width · height` of them.
  public let points: [UInt8]

  /// A picture has so many points at most, and so many in a row or column.
  public static let mostPoints = 32 << 20
  /// The most points in a row or column.
  public static let longestSide = 16_384
  /// A file has so many bytes at most.
  public static let largestFile = 32 << 20

  init(unchecked points: [UInt8], width: Int, height: Int) {
    self.points = points
    self.width = width
    self.height = height
  }

  /// A picture of points.
  ///
  /// - Throws: `tooLarge`; `badPicture` when their number does not fit.
  public init(points: [UInt8], width: Int, height: Int) throws(QRCodeError) {
    try Self.check(width, height)
    guard points.count == width * height else {
      throw QRCodeError(.badPicture, "This is no picture: it has \(points.count) points.")
    }
    self.init(unchecked: points, width: width, height: height)
  }

  /// Reads a PNG; what shines through is white.
  ///
  /// - Throws: `badPicture` for another kind of file or a damaged one; `tooLarge`.
  public init(png file: [UInt8]) throws(QRCodeError) {
    guard file.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) else { throw Self.otherKind(file) }
    guard file.count <= Self.largestFile else { throw Self.tooLarge("\(file.count) bytes") }
    // libpng reads the bytes in both calls: they have to stay where they are.
    self = try file.withUnsafeBufferPointer { (bytes) throws(QRCodeError) in try Self.decoded(bytes) }
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

  private static func check(_ width: Int, _ height: Int) throws(QRCodeError) {
    guard (1...longestSide).contains(width), (1...longestSide).contains(height), width * height <= mostPoints else {
      throw tooLarge("\(width) by \(height) points")
    }
  }

  private static func tooLarge(_ size: String) -> QRCodeError {
    QRCodeError(
      .tooLarge, "The picture is too large.", reason: "It has \(size).",
      advice: "Cut out the code, or make the picture smaller.")
  }

  private static let damaged = QRCodeError(.badPicture, "The picture is damaged.", advice: "Take another copy of it.")

  private static func otherKind(_ file: [UInt8]) -> QRCodeError {
    let kind =
      file.starts(with: [0xff, 0xd8, 0xff])
      ? "It is a JPEG." : file.starts(with: Array("GIF8".utf8)) ? "It is a GIF." : "It begins differently."
    return QRCodeError(
      .badPicture, "This is no PNG.", reason: kind, advice: "Save it as PNG: a screenshot is one, most often.")
  }
}
