import Localization
import Terminal
import Testing

@testable import LecturesCommand

/// Runs commands in a language, and checks that nothing of what they say is English.
struct LanguageListener {
  let language: Language
  let environment: [String: String]

  @discardableResult
  func said(
    _ line: String, ends status: LecturesCommand.ExitStatus = .success, answers: [String]? = nil, terminal: Int? = nil,
    besides names: Set<String> = [], at location: SourceLocation = #_sourceLocation
  ) async -> CommandRun {
    let run = await CommandRun(
      "\(line) --language \(language.rawValue)", environment: environment, answers: answers, terminal: terminal)
    let all = run.output + run.errors + run.questions.joined(separator: "\n")
    #expect(run.status == status, "\(line): \(all)", sourceLocation: location)
    #expect(!all.isEmpty, "\(line)", sourceLocation: location)
    #expect(ForeignWords.of(all, besides: names) == [], "\(line): \(all)", sourceLocation: location)
    return run
  }

  /// Runs a service until it has said how it ends.
  func saidAtStart(
    _ line: String, besides names: Set<String> = [], at location: SourceLocation = #_sourceLocation
  ) async {
    let output = MemorySink()
    let arguments = "\(line) --language \(language.rawValue)".split(separator: " ").map(String.init)
    let run = Task { await CommandRun(arguments, environment: environment, output: output) }
    let watch = Task {
      while !Task.isCancelled, !output.text.contains("Ctrl-C") { try? await Task.sleep(for: .milliseconds(20)) }
      run.cancel()
    }
    let ended = await run.value
    watch.cancel()
    let all = ended.output + ended.errors
    #expect(ended.output.contains("Ctrl-C"), "\(line): \(all)", sourceLocation: location)
    #expect(ForeignWords.of(all, besides: names) == [], "\(line): \(all)", sourceLocation: location)
  }
}
