import ArgumentParser

/// Walks the arguments along the tree of commands, to find the command that was meant and the word that names none.
struct CommandTree {
  let root: any ParsableCommand.Type
  /// The options before which a value has to be skipped.
  private let takesValue: Set<String>

  init(root: any ParsableCommand.Type, options: any ParsableArguments.Type = GlobalOptions.self) {
    self.root = root
    takesValue = CommandTree.optionsWithValue(in: options.helpMessage(includeHidden: true, columns: 400))
      .union(["--generate-completion-script"])
  }

  /// The command that the arguments lead to.
  struct Destination {
    /// The commands from the root to the one that was reached.
    var path: [any ParsableCommand.Type]
    /// The first word that should have been a subcommand and is none.
    var unknown: String?

    var command: any ParsableCommand.Type { path[path.count - 1] }
    /// As it is typed: `lectures network use`
    var name: String { path.map { $0._commandName }.joined(separator: " ") }
    /// The names of the subcommands, as they may be typed.
    var subcommandNames: [String] { command.configuration.subcommands.flatMap { CommandTree.names($0) } }
  }

  func destination(of arguments: [String]) -> Destination {
    var destination = Destination(path: [root])
    var rest = arguments[...]
    while let word = rest.popFirst(), word != "--" {
      if word.hasPrefix("-") {
        if takesValue.contains(word) { _ = rest.popFirst() }
        continue
      }
      let subcommands = destination.command.configuration.subcommands
      guard !subcommands.isEmpty else { break }
      if let next = subcommands.first(where: { CommandTree.names($0).contains(word) }) {
        destination.path.append(next)
      } else if destination.command.configuration.defaultSubcommand != nil {
        // It belongs to the command that needs no name.
        break
      } else if word == "help" && destination.path.count == 1 {
        continue
      } else {
        destination.unknown = word
        break
      }
    }
    return destination
  }

  fileprivate static func names(_ command: any ParsableCommand.Type) -> [String] {
    [command._commandName] + command.configuration.aliases
  }

  /// The words of a help screen that are followed by `<…>`, with their other spellings: `--endpoint, --rpc-url <url>`.
  static func optionsWithValue(in help: String) -> Set<String> {
    Set(options(in: help).filter(\.value).keys)
  }

  /// The options of a help screen, in all their spellings, and whether each takes a value.
  private static func options(in help: String) -> [String: Bool] {
    var result: [String: Bool] = [:]
    for line in help.split(separator: "\n") {
      var names: [String] = []
      var takesValue = false
      for word in line.split(separator: " ") {
        guard word.hasPrefix("-") else {
          takesValue = word.hasPrefix("<")
          break
        }
        // Of a flag and its opposite, `--a/--no-a`, both.
        names += (word.hasSuffix(",") ? word.dropLast() : word).split(separator: "/").map(String.init)
      }
      for name in names { result[name] = result[name] == true || takesValue }
    }
    return result
  }

  /// The first word among the arguments that should have been an option of a command and is none, and the options there are.
  func unknownOption(of arguments: [String], at destination: Destination) -> (word: String, known: [String])? {
    let known = Self.options(in: root.helpMessage(for: destination.command, includeHidden: true, columns: 400))
    var rest = arguments[...]
    while let word = rest.popFirst(), word != "--" {
      guard word.hasPrefix("--") else { continue }
      let name = String(word.prefix { $0 != "=" })
      guard let takesValue = known[name] else { return (name, known.keys.sorted()) }
      if takesValue && name == word { _ = rest.popFirst() }
    }
    return nil
  }
}
