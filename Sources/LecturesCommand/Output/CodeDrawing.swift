import Keystores
import Primitives
import QRCodes
import Terminal

/// A QR code in the terminal, or as a picture in a file.
struct CodeDrawing: Sendable {
  let code: QRCode

  /// The points on each side of a module of a picture.
  private static let scale = 8

  /// Whether a picture can be written under a name: `.png` or `.svg`.
  static func isPicture(_ path: String) -> Bool { [".png", ".svg"].contains { path.lowercased().hasSuffix($0) } }

  /// Writes the picture that the file's name asks for.
  func write(to path: String, replacing: Bool) async throws {
    let bytes =
      path.lowercased().hasSuffix(".svg") ? Bytes(code.svg.utf8) : try code.picture(scale: Self.scale).png()
    try await PrivateFile.write(bytes, to: path, replacing: replacing)
  }

  /// The code in characters.
  func lines(on screen: Screen) -> [StyledText] {
    code.lines(isInverted: !screen.hasColour).map { StyledText($0, .paper) }
  }

  /// The columns that it takes, where a terminal has fewer; nil where it fits.
  func excessColumns(on screen: Screen) -> Int? {
    let columns = code.lines(isInverted: !screen.hasColour)[0].count
    return screen.isTerminal && columns > screen.columns ? columns : nil
  }
}
