import Files
import QRCodes

/// The one code on a picture that somebody sent.
struct PictureCode: Sendable {
  /// The text that it encodes; nil where there is a problem.
  let text: String?
  /// The problem, in a sentence; empty where there is none.
  let problem: String

  /// Reads a picture.
  init(_ file: [UInt8], _ visit: Visit) async {
    guard !file.isEmpty else {
      (text, problem) = (nil, visit.text(ContactPageText.noPicture))
      return
    }
    do {
      let texts = try await BlockingWork.run { try Picture(file: file).codes() }
      (text, problem) =
        texts.count == 1
        ? (texts[0], "") : (nil, visit.text(texts.isEmpty ? ContactPageText.noCode : .severalCodes))
    } catch {
      (text, problem) = (nil, visit.sentences(of: error))
    }
  }
}
