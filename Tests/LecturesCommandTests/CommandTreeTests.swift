import ArgumentParser
import Testing

@testable import LecturesCommand

@Suite("The tree of commands")
struct CommandTreeTests {
  private static func commands(_ command: any ParsableCommand.Type = Lectures.self) -> [any ParsableCommand.Type] {
    [command] + command.configuration.subcommands.flatMap { commands($0) }
  }

  @Test("leads to the command that is meant where none is named")
  func usual() throws {
    let tree = CommandTree(root: Lectures.self)
    for (line, rest) in [
      (["rates"], []), (["rates", "USD", "news"], ["USD", "news"]),
      (["--json", "rates", "--all"], ["--json", "--all"]),
      (["rates", "now", "USD"], ["USD"]), (["rates", "help"], ["help"]),
    ] {
      let found = try #require(tree.named(by: line))
      #expect(found.command == RatesNow.self && found.rest == rest, "\(line)")
    }
    let named = try #require(tree.named(by: ["rates", "--market", "nbu", "news"]))
    #expect(named.command == RatesNews.self && named.rest == ["--market", "nbu"])
    #expect(tree.named(by: ["help", "rates"]) == nil && tree.named(by: ["mistyped"]) == nil)
  }

  // Such a command is not parsed itself.
  @Test("has no option of a command above one that is meant where none is named")
  func options() {
    let above = Self.commands().filter { $0.configuration.defaultSubcommand != nil }
    #expect(above.contains { $0 == RatesCommand.self })
    for command in above { #expect(Mirror(reflecting: command.init()).children.isEmpty, "\(command)") }
  }
}
