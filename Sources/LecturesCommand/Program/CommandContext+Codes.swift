import Files
import Localization
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
    let texts = try await progress(language[NetworkText.readingPicture]) { _ in
      try await BlockingWork.run { try Picture(file: bytes).codes() }
    }
    guard let text = texts.first else {
      throw CommandFailure(.init("qr.none", .usage), InputRefusal.noCode(PlainText.escaped(file)))
    }
    guard texts.count == 1 else {
      throw CommandFailure(
        .init("qr.several", .usage),
        InputRefusal.severalCodes(
          PlainText.escaped(file), texts.count,
          texts: texts.prefix(3).map { PlainText.escaped($0) }.joined(separator: "; ")))
    }
    return text
  }
}
