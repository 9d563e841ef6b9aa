import LectureKit
import Localization
import Operations
import StrictJSON

extension ReadingErrors: CommandFailureDomain {
  static let subject = "reading"

  /// The failure where too few endpoints agree on a reading: nothing of it is stated as a fact.
  static func commandFailure(of error: ReadingError) -> CommandFailure {
    let sentences = ReadingText.facts(error.disputed) + (error.silent.isEmpty ? [] : [.silent(error.silent)])
    @Sendable func reason(_ language: Language) -> String { sentences.map { language[$0] }.joined(separator: " ") }
    return CommandFailure(
      .readingDisputed,
      FailureWords(
        "The answer is disputed: the endpoints contradict each other.", reason: reason(.english),
        advice: ReadingText.advice.english),
      details: ["disputed": .array(error.disputed.flatMap(\.places).map { .string($0) })],
      translation: { language in
        FailureWords(
          language == .korean
            ? "엔드포인트의 답이 서로 달라 결과를 판단할 수 없습니다." : "Відповідь спірна: вузли суперечать один одному.",
          reason: reason(language), advice: language[ReadingText.advice])
      })
  }

  static func korean(_ error: ReadingError) -> FailureWords? { commandFailure(of: error).words(in: .korean) }

  static func ukrainian(_ error: ReadingError) -> FailureWords? { commandFailure(of: error).words(in: .ukrainian) }
}

extension CommandFailure.Code {
  /// Endpoints contradict each other about what was read.
  static let readingDisputed = Self("readingDisputed", .nodeUnavailable)
}
