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
  func stateWord(in language: Language) -> StyledText { LectureText.state(of: isOpen, in: language) }

  /// The average with its stars, or a phrase that there is none yet.
  func averageText(in language: Language) -> StyledText { AverageText.of(points.average, in: language) }
}

extension Scores {
  /// The five scores under their questions.
  var json: JSON {
    var object: JSONObject = [:]
    for (question, value) in zip(Scores.questions, values) { object[question] = .integer(value) }
    return .object(object)
  }
}
