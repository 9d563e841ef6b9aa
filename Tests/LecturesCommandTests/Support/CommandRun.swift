import ArgumentParser
import Keys
import Locking
import Terminal

@testable import LecturesCommand

/// A command run inside the test: what it printed and how it ended, with nothing of the machine around it.
struct CommandRun {
  let status: ExitStatus
  /// The text of standard output.
  let output: String
  /// The text of standard error.
  let errors: String
  /// The reviews and questions shown to the person.
  let questions: [String]

  /// Runs `lectures` with arguments as a shell would split them at blanks.
  ///
  /// - Parameters:
  ///   - answers: what a person types; nil if nobody is there.
  ///   - terminal: the width of the terminal behind both outputs; nil if they are pipes.
  ///   - meanwhile: what happens while the person thinks about a question; they count from 1.
  ///   - output: gets standard output, for a test that looks at it while the command runs.
  init(
    _ line: String, root: any AsyncParsableCommand.Type = Lectures.self, environment: [String: String] = [:],
    answers: [String]? = nil, terminal: Int? = nil, signal: Int32? = nil
  ) async {
    await self.init(
      line.split(separator: " ").map(String.init), root: root, environment: environment, answers: answers,
      terminal: terminal, signal: signal)
  }

  init(
    _ arguments: [String], root: any AsyncParsableCommand.Type = Lectures.self, environment: [String: String] = [:],
    answers: [String]? = nil, terminal: Int? = nil, signal: Int32? = nil,
    whenAsked meanwhile: (@Sendable (_ turn: Int) async -> Void)? = nil, output: MemorySink = MemorySink()
  ) async {
    let errors = MemorySink()
    let screen =
      terminal.map { Screen(isTerminal: true, columns: $0, hasColour: true, hasCursor: true) } ?? Screen.none
    let person = answers.map { ScriptedPerson($0, meanwhile: meanwhile) }
    let world = Environment(
      variables: environment, output: output, errors: errors, screen: screen, errorScreen: screen,
      prompter: person, signal: { signal })
    let program = Program(root: root, environment: world)
    status = await program.conclude(await program.run(arguments))
    self.output = output.text
    self.errors = errors.text
    questions = person?.questions ?? []
    if root == Lectures.self { CommandRun.checkJSON(self.output, of: arguments) }
  }
}

/// Somebody whose answers are known beforehand; after the last one the input has ended.
final class ScriptedPerson: Prompter {
  private let state: Guarded<(answers: [String], questions: [String])>

  private let meanwhile: (@Sendable (_ turn: Int) async -> Void)?

  init(_ answers: [String], meanwhile: (@Sendable (_ turn: Int) async -> Void)? = nil) {
    state = Guarded((answers, []))
    self.meanwhile = meanwhile
  }

  var questions: [String] { state.withLock { $0.questions } }

  func answer(_ lines: [StyledText], prompt: StyledText) async throws(CommandFailure) -> String? {
    await next((lines + [prompt]).map(\.plain).joined(separator: "\n"))
  }

  func secret(prompt: StyledText) async throws(CommandFailure) -> SecretBytes? {
    await next(prompt.plain).map { SecretBytes(utf8: $0) }
  }

  private func next(_ question: String) async -> String? {
    let (answer, turn) = state.withLock { state in
      state.questions.append(question)
      return (state.answers.isEmpty ? nil : state.answers.removeFirst(), state.questions.count)
    }
    await meanwhile?(turn)
    return answer
  }
}
