import ArgumentParser
import Primitives

/// Walks the arguments along the tree of commands, to find the command that was meant and the word that names none.
struct CommandTree {
  let root: any ParsableCommand.Type

  /// The command that the arguments lead to.
  struct Destination {
    /// The commands from the root to the one that was reached.
    var path: [any ParsableCommand.Type]
    /// The first word that should have been a subcommand and is none.
    var unknown: String?
    /// The arguments without the words that led there.
    var rest: [String] = []
    /// The words that led there, as they were typed.
    fileprivate var words: [String] = []

    var command: any ParsableCommand.Type { path[path.count - 1] }
    /// As it is typed: `lectures network use`
    var name: String { path.map { $0._commandName }.joined(separator: " ") }
    /// The line to type: `lectures network use [<options>] <name>`
    var usage: String { "\(name) \((try? CommandDescription(of: command).usage) ?? "")".trimmed }
    /// The names of the subcommands, as they may be typed.
    var subcommandNames: [String] { command.configuration.subcommands.flatMap { CommandTree.names($0) } }
  }

  func destination(of arguments: [String]) -> Destination {
    var destination = Destination(path: [root])
    var rest = arguments[...]
    while !destination.command.configuration.subcommands.isEmpty, let word = rest.first, word != "--" {
      rest.removeFirst()
      if word.hasPrefix("-") {
        destination.rest.append(word)
        // Where no name can follow nothing is looked up: describing all options takes longer than many a command.
        let hasWords = rest.contains { !$0.hasPrefix("-") }
        if hasWords, CommandTree.leadingWithValue.contains(word), let value = rest.popFirst() {
          destination.rest.append(value)
        }
        continue
      }
      let subcommands = destination.command.configuration.subcommands
      if let next = subcommands.first(where: { CommandTree.names($0).contains(word) }) {
        destination.path.append(next)
        destination.words.append(word)
        continue
      }
      destination.rest.append(word)
      // The word belongs to the command that needs no name.
      if destination.command.configuration.defaultSubcommand != nil { break }
      if word == "help" && destination.path.count == 1 { continue }
      destination.unknown = word
      break
    }
    destination.rest += rest
    return destination
  }

  /// The command that the arguments name, or the one that is meant where they name none, and those that are its own; nil
  /// where the parser itself is asked for something.
  func named(by arguments: [String]) -> (command: any AsyncParsableCommand.Type, rest: [String])? {
    guard !isForParser(arguments) else { return nil }
    let destination = destination(of: arguments)
    let command = destination.command.configuration.defaultSubcommand ?? destination.command
    guard destination.unknown == nil, let command = command as? any AsyncParsableCommand.Type else { return nil }
    return (command, destination.rest)
  }

  /// A shell asks for completions in an order of its own, and `help` takes the names of commands.
  private func isForParser(_ arguments: [String]) -> Bool {
    arguments.first.map { $0.hasPrefix("---") || $0 == "help" } ?? true
  }

  /// The arguments with the options that stand before the command's name behind it, where the command looks for them.
  func arranged(_ arguments: [String]) -> [String] {
    if isForParser(arguments) { return arguments }
    let destination = destination(of: arguments)
    return destination.unknown == nil ? destination.words + destination.rest : arguments
  }

  /// The options that may stand before the name of a command and have a value, which is no name then.
  private static let leadingWithValue = ((try? CommandDescription(of: AllSharedOptions.self))?.optionsWithValue ?? [])
    .union(["--generate-completion-script"])

  fileprivate static func names(_ command: any ParsableCommand.Type) -> [String] {
    [command._commandName] + command.configuration.aliases
  }

  // MARK: Options

  /// The first word among the arguments that should have been an option of a command and is none, and the options there are.
  func unknownOption(of destination: Destination) -> (word: String, known: [String])? {
    let type = destination.command.configuration.defaultSubcommand ?? destination.command
    let command = try? CommandDescription(of: type)
    guard let command else { return nil }
    var rest = destination.rest[...]
    while let word = rest.popFirst(), word != "--" {
      guard word.hasPrefix("-"), word.dropFirst().first?.isNumber != true, word != "-" else { continue }
      let name = String(word.prefix { $0 != "=" })
      // Flags of one letter may stand together.
      let areFlags = !word.hasPrefix("--") && word.dropFirst().allSatisfy { command.options.contains("-\($0)") }
      // The root's alone, which its parser takes behind every command.
      if name == "--version" { continue }
      guard areFlags || command.options.contains(name) else { return (name, command.options.sorted()) }
      if command.optionsWithValue.contains(name) && name == word { _ = rest.popFirst() }
    }
    return nil
  }

  /// The names of the commands that take an option, in the order of the tree: `network use`.
  func commands(taking option: String) -> [String] {
    (try? CommandDescription(of: root))?.leaves.filter { $0.command.options.contains(option) }.map(\.name) ?? []
  }
}
