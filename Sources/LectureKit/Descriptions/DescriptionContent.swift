import Keys
import Primitives
import StrictJSON

/// The part of a description that a teacher writes: texts, dates, place and seats.
///
/// Nothing of it binds the contract, which sells as many seats as are paid for: it is the teacher's word.
public struct DescriptionContent: Sendable, Hashable {
  /// The text in one language or several; one of them at least.
  public let texts: [DescribedText]
  /// The dates, in the teacher's order.
  public let dates: [DescribedDate]
  /// The place, in one line; empty where none is given.
  public let place: String
  /// The number of seats; 0 where none is given.
  public let seats: UInt64

  /// The most that each part may have; texts in bytes of UTF-8.
  public enum Most {
    /// Languages.
    public static let texts = 8
    /// Bytes of one text.
    public static let text = 4_000
    /// Bytes of all texts together.
    public static let allTexts = 16_000
    /// Dates on which the lecture is held.
    public static let dates = 50
    /// Bytes of the place.
    public static let place = 300
    /// Students for whom there is place.
    public static let seats: UInt64 = 1_000_000
  }

  /// Content within the bounds.
  ///
  /// - Throws: `LectureError` `.invalidDescription`, with what is wrong.
  public init(
    texts: [DescribedText], dates: [DescribedDate] = [], place: String = "", seats: UInt64 = 0
  ) throws(LectureError) {
    guard (1...Most.texts).contains(texts.count) else {
      throw .description("It has \(texts.count) texts: 1 to \(Most.texts) are allowed.")
    }
    guard Set(texts.map(\.language)).count == texts.count else { throw .description("It has two texts of a language.") }
    guard texts.reduce(0, { $0 + $1.text.utf8.count }) <= Most.allTexts else {
      throw .description("Its texts have more than \(Most.allTexts) bytes together.")
    }
    guard dates.count <= Most.dates else { throw .description("It has more than \(Most.dates) dates.") }
    guard place.utf8.count <= Most.place, DescribedText.isPlain(place, hasLines: false) else {
      throw .description("The place is one line of \(Most.place) bytes at most.")
    }
    guard seats <= Most.seats else { throw .description("It has more than \(Most.seats) seats.") }
    (self.texts, self.dates, self.place, self.seats) = (texts, dates, place, seats)
  }

  /// The text in a language, else in English, else the first one.
  ///
  /// - Parameter language: The tag of the language, as in `ko`; a text in one of its kinds, as `ko-KR`, does as well.
  public func text(in language: String) -> DescribedText {
    for wanted in [language, "en"] {
      if let exact = texts.first(where: { $0.language == wanted }) { return exact }
      if let kind = texts.first(where: { $0.language.hasPrefix("\(wanted)-") }) { return kind }
    }
    return texts[0]
  }
}

/// The text of a description in one language.
public struct DescribedText: TypedStruct, Hashable {
  /// The language by its tag (BCP 47), as in `ko` or `pt-BR`.
  public let language: String
  /// The text, in lines; nothing of it is markup.
  public let text: String

  /// A text of 1 to 4,000 bytes without control characters.
  ///
  /// - Throws: `LectureError` `.invalidDescription`.
  public init(language: String, text: String) throws(LectureError) {
    let parts = language.utf8.split(separator: 0x2d, omittingEmptySubsequences: false)
    guard let first = parts.first, (2...3).contains(first.count), parts.count <= 3,
      first.allSatisfy({ (0x61...0x7a).contains($0) }),
      parts.dropFirst().allSatisfy({ part in (2...8).contains(part.count) && part.allSatisfy(Self.isLetterOrDigit) })
    else { throw .description("A language is a tag such as en, ko or pt-BR.") }
    guard (1...DescriptionContent.Most.text).contains(text.utf8.count), Self.isPlain(text, hasLines: true) else {
      throw .description("A text has 1 to \(DescriptionContent.Most.text) bytes and no control characters.")
    }
    (self.language, self.text) = (language, text)
  }

  /// The fields in the order in which they are hashed.
  public static let typedFields: [TypedField<DescribedText>] = [
    TypedField("language", \.language), TypedField("text", \.text),
  ]

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
    default: false
    }
  }

  /// Whether a text has no control characters, but ends of lines where there may be several.
  static func isPlain(_ text: String, hasLines: Bool) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      scalar.properties.generalCategory != .control || hasLines && scalar.value == 0x0a
    }
  }
}
