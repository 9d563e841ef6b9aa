import Foundation
import LectureKit
import Primitives

/// A title as the parts that a search looks for, and a search as ranges of such parts: parts of words are found in any script.
///
/// Each word gives one part for each of its letters: that letter with the next seven, or as many as follow. A search finds a
/// word's beginning among them; one of more than eight letters finds each eight of it. A part has three bytes for each scalar.
enum TitleWords {
  /// The most scalars of a title that are found.
  private static let longestTitle = 400
  /// The most words of a search that count.
  private static let mostWords = 8
  /// The most scalars of a search that count.
  private static let longestSearch = 100
  /// The most scalars of a part.
  private static let width = 8

  /// The parts of a title, each once.
  static func parts(of title: String) -> Set<Bytes> {
    Set(
      words(of: title, limit: longestTitle).flatMap { word in
        word.indices.map { part(word[$0..<min($0 + width, word.count)]) }
      })
  }

  /// The parts that have to begin parts of a title, all of them; empty for a search without a word.
  static func beginnings(of search: String) -> [Bytes] {
    words(of: search, limit: longestSearch).prefix(mostWords).flatMap { word in
      guard word.count > width else { return [part(word[...])] }
      return (stride(from: 0, to: word.count - width, by: width) + [word.count - width])
        .map { part(word[$0..<$0 + width]) }
    }
  }

  /// The look of a title as a part that no search finds, since no scalar begins with its first byte; nil for a title that has
  /// none.
  static func look(of title: String) -> Bytes? { TitleLook(title).map { [0xff] + Bytes($0.letters.utf8) } }

  /// The words in small letters and one form of Unicode's, without what cannot be seen.
  private static func words(of text: String, limit: Int) -> [[Unicode.Scalar]] {
    let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(limit)))
    return start.precomposedStringWithCompatibilityMapping.lowercased().unicodeScalars
      .filter { !$0.properties.isDefaultIgnorableCodePoint }
      .split { $0.properties.isWhitespace || $0.value < 0x20 }.map { Array($0) }
  }

  private static func part(_ scalars: ArraySlice<Unicode.Scalar>) -> Bytes {
    scalars.flatMap { [UInt8($0.value >> 16), UInt8($0.value >> 8 & 0xff), UInt8($0.value & 0xff)] }
  }
}
