import CQREncode

/// A QR code (ISO/IEC 18004): a square of dark and light modules that says a text.
public struct QRCode: Sendable, Hashable {
  /// The part of the code that may be spoilt while it can still be read.
  public enum ErrorCorrection: String, Sendable, Hashable, CaseIterable {
    /// 7 per cent.
    case low = "L"
    /// 15 per cent.
    case medium = "M"
    /// 25 per cent.
    case quartile = "Q"
    /// 30 per cent.
    case high = "H"
  }

  /// The number of modules on each side, without the margin.
  public let size: Int
  private let dark: [Bool]

  /// The number of light modules that have to be around a code.
  static let margin = 4

  /// The smallest code for a text.
  ///
  /// - Throws: `tooLong` above 2,953 bytes, fewer with more correction; `noMemory`.
  public init(_ text: String, errorCorrection: ErrorCorrection = .medium) throws(QRCodeError) {
    let bytes = Array(text.utf8)
    let level =
      switch errorCorrection {
      case .low: QR_ECLEVEL_L
      case .medium: QR_ECLEVEL_M
      case .quartile: QR_ECLEVEL_Q
      case .high: QR_ECLEVEL_H
      }
    guard (1...2953).contains(bytes.count), let code = QRcode_encodeData(Int32(bytes.count), bytes, 0, level) else {
      throw QRCodeError(
        .tooLong, "The text does not fit into a QR code.",
        reason: "It has \(bytes.count) bytes.", advice: "With less error correction more fits.")
    }
    defer { QRcode_free(code) }
    size = Int(code.pointee.width)
    // The lowest bit of each byte is the module, the others say what it is for.
    dark = (0..<size * size).map { code.pointee.data[$0] & 1 == 1 }
  }

  /// Whether a module is dark; those outside are light.
  public subscript(x: Int, y: Int) -> Bool {
    (0..<size).contains(x) && (0..<size).contains(y) && dark[y * size + x]
  }
}
