import LectureKit
import Localization
import Primitives
import Terminal

/// The average for people.
enum AverageText {
  static func of(_ average: UInt256?, in language: Language) -> StyledText {
    guard let average else { return language[LectureText.notRated] }
    let stars = EvaluationPoints.stars(average: average)
    return StyledText("\(average)", .strong)
      + StyledText("  " + String(repeating: "★", count: stars) + String(repeating: "☆", count: 5 - stars))
  }
}
