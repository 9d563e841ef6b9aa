/// A text that is there in every language: mostly a case of an enumeration, with what is put into it as its values.
///
///     enum LectureText: Phrase {
///       case students(Int)
///
///       var english: String {
///         switch self {
///         case .students(let count): "\(count) \(Plural.english(count, "student", "students"))"
///         }
///       }
///       …
///     }
///
///     language[LectureText.students(3)]  // 3 students, 학생 3명, 3 студенти
///
/// One switch for each language, without a `default`: a text that is missing does not compile.
public protocol Phrase: Sendable {
  /// The form of the text: a string, styled text, or the parts of an error.
  associatedtype Text

  /// The text in English.
  var english: Text { get }
  /// The text in Korean.
  var korean: Text { get }
  /// The text in Ukrainian.
  var ukrainian: Text { get }
}

extension Language {
  /// A text in this language.
  public subscript<Words: Phrase>(_ phrase: Words) -> Words.Text {
    switch self {
    case .english: phrase.english
    case .korean: phrase.korean
    case .ukrainian: phrase.ukrainian
    }
  }
}
