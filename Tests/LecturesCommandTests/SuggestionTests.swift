import ArgumentParser
import Terminal
import Testing

@testable import LecturesCommand

@Suite("Typing mistakes")
struct SuggestionTests {
  @Test("in a command's name are told with the command that was meant")
  func commands() async {
    let run = await CommandRun("netwrok list")
    #expect(run.status == .usage)
    #expect(
      run.errors == """
        error: There is no command 'lectures netwrok'. Did you mean 'network'?
          All commands: lectures --help

        """)
    #expect(run.output.isEmpty)
  }

  @Test("an argument that is no text in UTF-8 is refused, for as a text it would be another")
  func otherEncoding() async {
    let (output, errors) = (MemorySink(), MemorySink())
    let program = Program(
      environment: Environment(
        variables: [:], output: output, errors: errors, screen: Screen.none, errorScreen: Screen.none,
        prompter: nil, signal: { nil }))
    let words = ["wallet", "sign"].map { Array($0.utf8) } + [[0xb0, 0xa1]]
    #expect(await program.conclude(await program.run(words: words)) == .usage)
    #expect(output.text.isEmpty && errors.text.contains("It is no text in UTF-8."), "\(errors.text)")
  }

  @Test("are found behind options and in groups of commands")
  func deeper() async {
    let run = await CommandRun("--network kairos --json network shwo --endpoint http://127.0.0.1:1")
    #expect(run.output.contains("There is no command 'lectures network shwo'. Did you mean 'show'?"))
    #expect(await CommandRun("help netwrok").errors.contains("Did you mean 'network'?"))
    #expect(await CommandRun("network xyzzy").errors.contains("There is no command 'lectures network xyzzy'.\n"))
  }

  @Test("in an option are told with the option that was meant, and the usage")
  func options() async {
    let run = await CommandRun("network list --endpiont x")
    #expect(run.status == .usage)
    let begin =
      "error: Unknown option '--endpiont'. Did you mean '--endpoint'?\n  Usage: lectures network list [<options>]\n"
    #expect(run.errors == begin + "  More: lectures network list --help\n")
  }

  @Test(
    "in an option without which nothing can be done are told, too",
    arguments: [
      ("create --prize 10", "--prize", "--price"), ("create --prize=10", "--prize", "--price"),
      ("evaluate 0 --score 1,2,3,4,5 --from --x", "--score", "--scores"),
      ("wallet verify hi --signatur 0x00", "--signatur", "--signature"),
    ])
  func required(line: String, word: String, meant: String) async {
    let run = await CommandRun(line)
    #expect(run.status == .usage)
    #expect(run.errors.hasPrefix("error: Unknown option '\(word)'. Did you mean '\(meant)'?\n"), "\(run.errors)")
  }

  @Test("like a negative number are told as that", arguments: ["create --price -1", "purchase -1", "create"])
  func negative(line: String) async {
    let run = await CommandRun(line)
    #expect(run.status == .usage)
    #expect(run.errors.hasPrefix("error: The value '-1' is a negative number") == line.contains("-1"), "\(run.errors)")
  }

  @Test("like a negative value are told where such values stand", arguments: ["-1", "-1.5", "-12"])
  func negativeValue(word: String) async {
    let run = await CommandRun(["contract", "call", "f(int256)(int256)", word])
    #expect(run.status == .usage)
    #expect(run.errors.hasPrefix("error: Unknown option '\(word)'.\n"), "\(run.errors)")
    #expect(
      run.errors.hasSuffix(
        "  A value that begins with - stands behind --, as in: lectures contract call … -- \(word)\n"), "\(run.errors)")
  }

  @Test("in a lecture's number are told with what a number is", arguments: ["Shows", "-1", "1.5", "0x1", "٣"])
  func numbers(word: String) async {
    let run = await CommandRun(["show", "--", word])
    #expect(run.status == .usage)
    #expect(
      run.errors.hasPrefix(
        "error: The value '\(word)' is invalid for '<lecture>': Lectures are numbered from 0; `lectures list` shows them."
      ))
  }

  @Test("know which options take a value")
  func values() throws {
    let names = try CommandDescription(of: AllSharedOptions.self).optionsWithValue
    #expect(
      names.isSuperset(of: ["--network", "--endpoint", "--rpc-url", "--from", "--account", "--config", "--market"]))
    #expect(names.isDisjoint(with: ["--json", "--yes", "-y", "--no-color"]))
  }
}
