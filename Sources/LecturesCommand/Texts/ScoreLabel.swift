import LectureKit
import Localization

/// The question that a score answers, by its place in a rating.
struct ScoreLabel: Phrase {
  private let index: Int

  init(_ index: Int) { self.index = index }

  private static let korean = ["준비", "내용", "진행", "소통", "만족도"]
  private static let ukrainian = ["Підготовка", "Зміст", "Перебіг", "Спілкування", "Задоволеність"]

  private func word(in words: [String]) -> String { words.indices.contains(index) ? words[index] : "?" }

  var english: String {
    let word = word(in: Scores.questions)
    return word.prefix(1).uppercased() + word.dropFirst()
  }
  var korean: String { word(in: Self.korean) }
  var ukrainian: String { word(in: Self.ukrainian) }
}
