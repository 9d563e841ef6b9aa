import LectureKit
import Localization
import Operations
import Primitives
import StrictJSON
import Terminal

extension Lecture {
  /// The lecture in the output of `--json`; anything the contract does not say is null.
  func json(in money: Money) -> JSON {
    [
      "number": .integer(number), "id": .string(id.hex), "title": title.isEmpty ? .null : .string(title),
      "teacher": .text(teacher), "price": .integer(price?.klay),
      "fiat": .text(price.flatMap { money.valuation?.text($0.amount) }), "open": isOpen.map { .bool($0) } ?? .null,
      "run": .integer(run), "students": .integer(studentCount), "ratings": .integer(points.count),
      "average": .integer(points.average), "escrow": escrow.map { money.json($0) } ?? .null,
      "openedAt": .integer(openedAt), "openedAtBlock": .integer(openedAtBlock), "settledAt": .integer(settledAt),
    ]
  }

  /// `open`, `settled`, or a question mark where the contract does not say.
  func stateWord(in language: Language) -> StyledText {
    switch isOpen {
    case true?: language[LectureText.open]
    case false?: language[LectureText.settled]
    case nil: StyledText("?", .dim)
    }
  }

  /// The average with its stars, or a phrase that there is none yet.
  func averageText(in language: Language) -> StyledText { AverageText.of(points.average, in: language) }
}

/// The average for people.
enum AverageText {
  static func of(_ average: UInt256?, in language: Language) -> StyledText {
    guard let average else { return language[LectureText.notRated] }
    let stars = EvaluationPoints.stars(average: average)
    return StyledText("\(average)", .strong)
      + StyledText("  " + String(repeating: "★", count: stars) + String(repeating: "☆", count: 5 - stars))
  }
}

extension Scores {
  /// The five scores under their questions.
  var json: JSON {
    var object: JSONObject = [:]
    for (question, value) in zip(Scores.questions, values) { object[question] = .integer(value) }
    return .object(object)
  }
}
