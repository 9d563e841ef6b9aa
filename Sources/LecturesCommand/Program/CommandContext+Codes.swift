import Files
import QRCodes
import Terminal

extension CommandContext {
  /// Whether a file is a picture by its name; reading one in an unknown format fails later, with that reason.
  static func isPicture(_ file: String) -> Bool {
    [".png", ".jpg", ".jpeg", ".webp", ".heic"].contains { file.lowercased().hasSuffix($0) }
  }

  /// The text of the only QR code in a picture.
  ///
  /// - Parameter file: The picture as PNG, JPEG or WebP, or `-` for standard input.
  /// - Throws: `qr.none`, `qr.several`; the errors of reading the file and the picture.
  func codeText(in file: String) async throws -> String {
    let bytes = try InputFile.contents(of: file, limit: Picture.largestFile)
    let texts = try await progress("Reading the picture") { _ in
      try await BlockingWork.run { try Picture(file: bytes).codes() }
    }
    guard let text = texts.first else {
      throw CommandFailure(
        .init("qr.none", .usage), "There is no QR code in \(PlainText.escaped(file)).",
        advice: "Is the whole code on it, with its white margin, and sharp?")
    }
    guard texts.count == 1 else {
      throw CommandFailure(
        .init("qr.several", .usage), "There are \(texts.count) QR codes in \(PlainText.escaped(file)).",
        reason: texts.prefix(3).map { PlainText.escaped($0) }.joined(separator: "; "),
        advice: "Cut out the one that is meant.")
    }
    return text
  }
}
