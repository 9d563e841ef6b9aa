import LectureKit
import Localization
import Primitives
import Terminal

extension Prompts {
  /// The five scores of a rating, asked for one after the other.
  ///
  /// - Parameter heading: the line above the first question.
  /// - Throws: `declined` at the end of the input; an answer that is no score is asked for again, as often as it takes.
  func scores(under heading: StyledText, by prompter: any Prompter) async throws(CommandFailure) -> Scores {
    let language = console.language
    var (values, lines) = ([Int](), [heading])
    for index in Scores.questions.indices {
      values.append(
        try await score(language[TeachingText.score(language[ScoreLabel(index)])], below: lines, by: prompter))
      lines = []
    }
    do {
      return try Scores(values)
    } catch {
      throw CommandFailure(error)
    }
  }

  private func score(
    _ question: StyledText, below lines: [StyledText], by prompter: any Prompter
  ) async throws(CommandFailure) -> Int {
    var lines = lines
    while true {
      let answer: String?
      do {
        answer = try await prompter.answer(lines, prompt: question)
      } catch {
        throw CommandFailure(error)
      }
      guard let answer else { throw CommandFailure(.declined, CommandRefusal.scoresEnded) }
      let typed = answer.trimmed
      if !typed.isEmpty, typed.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let value = Int(typed),
        value <= Scores.maximum
      {
        return value
      }
      lines = [console.language[TeachingText.noScore].styled(.warning)]
    }
  }
}
