/// A picture in shades of grey, row by row from the top, a byte a point: 0 is black.
public struct Picture: Sendable, Hashable {
  /// Points in a row, 1…``longestSide``.
  public let width: Int
  /// Rows, 1…``longestSide``.
  public let height: Int
  /// A byte a point, row by row from the top, from 0 (black) to 255 (white); `width · height` of them.
  public let points: [UInt8]

  /// The most points of a picture: a photo of 64 megapixels has fewer.
  public static let mostPoints = 64 << 20
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
  /// - Throws: `tooLarge`; `badPicture` when their number does not fit, or is 0.
  public init(points: [UInt8], width: Int, height: Int) throws(QRCodeError) {
    try Self.check(width, height)
    guard points.count == width * height else {
      throw QRCodeError(.badPicture, "This is no picture: it has \(points.count) points.")
    }
    self.init(unchecked: points, width: width, height: height)
  }

  /// Makes sure that a picture of such sides is read here, before memory is taken for it.
  static func check(_ width: Int, _ height: Int) throws(QRCodeError) {
    // A picture cut off in its header is reported as 0 by 0 points.
    guard width > 0, height > 0 else { throw .damaged }
    guard width <= longestSide, height <= longestSide, width * height <= mostPoints else {
      throw .tooLarge("\(width) by \(height) points")
    }
  }
}
