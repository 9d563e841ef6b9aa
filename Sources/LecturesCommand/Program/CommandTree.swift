import ArgumentParser

/// Walks the arguments along the tree of commands, to say which command was meant and which word is none.
struct CommandTree {
  let root: any ParsableCommand.Type
  /// The options before which a value has to be skipped.
  private let takesValue: Set<String>

  init(root: any ParsableCommand.Type, options: any ParsableArguments.Type = GlobalOptions.self) {
    self.root = root
    takesValue = CommandTree.optionsWithValue(in: options.helpMessage(includeHidden: true, columns: 400))
      .union(["--generate-completion-script"])
  }

  /// Where the arguments lead.
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
    var result: Set<String> = []
    for line in help.split(separator: "\n") {
      var names: [String] = []
      for word in line.split(separator: " ") {
        if word.hasPrefix("-") {
          names.append(String(word.hasSuffix(",") ? word.dropLast() : word))
        } else {
          if word.hasPrefix("<") { result.formUnion(names) }
          break
        }
      }
    }
    return result
  }
}
