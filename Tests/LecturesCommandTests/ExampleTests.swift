import ArgumentParser
import Primitives
import Testing

@testable import LecturesCommand

@Suite("The examples in the help")
struct ExampleTests {
  /// The lines that are to be typed, of a command and those below it.
  static func lines(_ command: any ParsableCommand.Type = Lectures.self) -> [String] {
    let own = command.configuration.discussion.replacing("\u{A0}", with: " ").replacing(" \\\n", with: " ")
      .split(separator: "\n").map { String($0).trimmed }.filter {
        $0.hasPrefix("lectures ") && !$0.contains("…") && !$0.contains("--generate-completion-script")
      }
    return own + command.configuration.subcommands.flatMap { lines($0) }
  }

  /// The words of a line as a shell has them: quotes hold words together, and a pipe or a redirection ends them.
  static func words(_ line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in line {
      switch character {
      case quote: quote = nil
      case "'",
        "\"" where quote == nil:
        (quote, word) = (character, word ?? "")
      case " " where quote == nil:
        if let word { words.append(word) }
        word = nil
      default: word = (word ?? "") + String(character)
      }
    }
    if let word { words.append(word) }
    // What the shell takes for itself: pipes, and where input and output are.
    return words.dropFirst().prefix { $0 != "|" }.filter { !$0.contains(/^\d*[<>]/) }
  }

  /// The commands that do something themselves, by their names.
  private static func leaves(
    _ command: any ParsableCommand.Type = Lectures.self
  ) -> [(name: String, command: any ParsableCommand.Type)] {
    let below = command.configuration.subcommands
    guard !below.isEmpty else { return [(command._commandName, command)] }
    return below.flatMap { leaves($0) }.map { ("\(command._commandName) \($0.name)", $0.command) }
  }

  @Test("are there for every command")
  func everywhere() {
    for (name, command) in Self.leaves() where command.configuration.shouldDisplay {
      #expect(command.configuration.discussion.replacing("\u{A0}", with: " ").contains("lectures "), "\(name)")
    }
  }

  @Test("are lines that the program understands", arguments: lines())
  func parse(line: String) {
    #expect(throws: Never.self) { _ = try Lectures.parseAsRoot(Self.words(line)) }
  }

  @Test("name addresses whose checksum is right")
  func addresses() throws {
    let addresses = Self.lines().flatMap(Self.words).filter { $0.hasPrefix("0x") && $0.count == 42 }
    #expect(!addresses.isEmpty)
    for address in addresses { #expect(throws: Never.self) { _ = try Address(address) } }
  }
}
