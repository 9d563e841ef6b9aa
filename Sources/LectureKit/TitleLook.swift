import Foundation
import Primitives

/// The look of a title: it is equal for titles that people can take for each other.
///
/// Capitals, accents, blanks, punctuation and invisible characters do not count, and letters of the Latin, Cyrillic and
/// Greek scripts that are drawn alike are one letter, after the manner of the skeleton of Unicode's UTS #39, section 4. An
/// index keeps looks: what changes them needs a step of its schema.
public struct TitleLook: Sendable, Hashable {
  /// The letters that are left, each in the one form of those that look like it.
  public let letters: String

  /// The look of a title; nil for one without a letter or digit.
  ///
  /// - Complexity: O(n) for n characters, of which the first 400 count.
  public init?(_ title: String) {
    let start = String(String.UnicodeScalarView(title.unicodeScalars.prefix(Self.longest)))
    var letters = ""
    for scalar in start.decomposedStringWithCompatibilityMapping.unicodeScalars where Self.counts(scalar) {
      let small = (Self.capitals[scalar] ?? scalar).properties.lowercaseMapping
      for letter in small.unicodeScalars where Self.counts(letter) {
        letters.unicodeScalars.append(Self.small[letter] ?? letter)
      }
    }
    letters = letters.replacing("rn", with: "m").replacing("vv", with: "w")
    guard !letters.isEmpty else { return nil }
    self.letters = letters
  }

  /// The lectures whose titles look like that of an earlier one of another teacher, with the number of that one.
  ///
  /// Of all titles of one look the first counts.
  public static func copies(among lectures: [Lecture]) -> [UInt256: UInt256] {
    var first: [TitleLook: Lecture] = [:]
    var copies: [UInt256: UInt256] = [:]
    for lecture in lectures.sorted(by: { $0.number < $1.number }) {
      guard let look = TitleLook(lecture.title) else { continue }
      guard let original = first[look] else {
        first[look] = lecture
        continue
      }
      if original.teacher != lecture.teacher { copies[lecture.number] = original.number }
    }
    return copies
  }

  /// The most scalars of a title that count.
  private static let longest = 400

  /// Whether a scalar is part of a look: no accent, blank, punctuation mark or invisible character.
  private static func counts(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    guard !properties.isDefaultIgnorableCodePoint, !(0x300...0x36F).contains(scalar.value) else { return false }
    if scalar == "|" { return true }
    return switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
      .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .otherSymbol:
      true
    default: false
    }
  }

  /// Capitals of Greek whose small forms look like other letters.
  private static let capitals = pairs("ΝN ΗH ΥY ΡP ΒB ΕE ΖZ ΜM")

  /// Small letters, and capitals of one form with them, as those of Latin that they look like.
  private static let small = pairs(
    """
    аa вb еe ѕs іl јj кk мm нh оo рp сc тt уy хx һh ӏl ԁd ԛq ԝw гr ґr пn \
    αa βb εe ιl κk νv οo ρp τt υu χx γy ηn ωw \
    il 1l |l 0o ıl ɡg ɑa łl øo đd
    """)

  /// A table out of pairs, between which there are blanks.
  private static func pairs(_ text: String) -> [Unicode.Scalar: Unicode.Scalar] {
    let pairs = text.split(whereSeparator: \.isWhitespace).map { Array($0.unicodeScalars) }
    return Dictionary(uniqueKeysWithValues: pairs.map { ($0[0], $0[1]) })
  }
}
