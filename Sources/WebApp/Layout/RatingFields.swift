import LectureKit
import Primitives

/// The form of the five questions about a lecture: its fields, and its address with scores filled in.
enum RatingFields {
  /// The name of a question's field.
  static func field(_ index: Int) -> String { "score-\(index)" }

  /// The score that a text means; nil for none.
  static func score(_ text: String) -> Int? { Int(text).flatMap { (0...100).contains($0) ? $0 : nil } }

  /// The texts of the fields: those of a form as they were typed, of an address only scores.
  static func typed(_ visit: Visit) -> [String?] {
    guard visit.request.isReading else { return Scores.questions.indices.map { visit.request.form[field($0)] } }
    return Scores.questions.indices.map { visit.request.query[field($0)].flatMap(score).map { "\($0)" } }
  }

  /// The address of the form with scores filled in.
  static func link(_ number: UInt256, _ scores: Scores) -> Link {
    Link(
      "lectures", "\(number)", "rate",
      query: scores.values.enumerated().map { index, score in (field(index), "\(score)") })
  }

  /// The address of the form with the scores that a form of it was sent with; nil for another form.
  static func link(backFrom visit: Visit, of number: UInt256) -> Link? {
    guard visit.request.pieces.last == "rate" else { return nil }
    let values = Scores.questions.indices.compactMap { visit.request.form.trimmed(field($0)).flatMap(score) }
    return (try? Scores(values)).map { link(number, $0) }
  }
}
