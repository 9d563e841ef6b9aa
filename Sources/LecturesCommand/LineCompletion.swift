import ArgumentParser
import Operations
import Terminal

/// The words that may follow in a line that a person types in a shell (``CompletionScript``): one question to the program,
/// which looks at one command alone.
///
/// The parser's own script for fish holds 3,000 conditions, each of which reads the line anew: 8 s after a key. Those for
/// other shells know no account and no lecture.
struct LineCompletion: Sendable {
  /// The words that may follow, or that the names of files do.
  enum Answer: Sendable, Hashable {
    case words([CompletionCandidate])
    case files
  }

  let root: any ParsableCommand.Type
  let environment: [String: String]
  /// The time that a node has for an answer: a shell waits for it.
  var patience = Duration.milliseconds(60)

  /// The first argument by which the script asks; the word that is being typed follows, and the words before it.
  static let question = "---complete"

  /// The answer to a question of the script, a line for each word; nil for other arguments.
  func lines(for arguments: [String]) async -> String? {
    guard arguments.first == Self.question, arguments.count > 1 else { return nil }
    switch await answer(typing: arguments[1], after: Array(arguments.dropFirst(2))) {
    case .files: return "files\n"
    case .words(let candidates):
      return candidates.map(\.line).joined()
    }
  }

  /// The words that may stand in place of the one that is being typed; the shell leaves out those that do not fit.
  func answer(typing current: String, after words: [String]) async -> Answer {
    let destination = CommandTree(root: root).destination(of: words)
    guard destination.unknown == nil else { return .words([]) }
    let command = destination.command
    let below = command.configuration.subcommands
    // Where a command has others below it, only its default one and its global options have arguments.
    var described: any ParsableArguments.Type = below.isEmpty ? command : GlobalOptions.self
    if let usual = command.configuration.defaultSubcommand { described = usual }
    let arguments = (try? CommandDescription(of: described))?.arguments ?? []
    // Options that commands share may stand before a command's name; describing them all takes a moment.
    let leading = below.isEmpty || destination.rest.isEmpty ? [] : Self.shared
    let line = TypedLine(destination.rest, arguments + leading)
    let known = KnownWords(line.given, environment: environment, patience: patience)
    if let open = line.open { return await known.answer(for: open, after: line.last) }
    if current.hasPrefix("-"), !line.isEnded {
      guard let sign = current.firstIndex(of: "="),
        let option = (arguments + (below.isEmpty ? [] : Self.shared)).first(where: {
          $0.names.contains(String(current[..<sign]))
        })
      else { return .words(Self.options(arguments)) }
      guard case .words(let values) = await known.answer(for: option, after: line.last) else { return .files }
      return .words(values.map { CompletionCandidate(word: current[...sign] + $0.word, note: $0.note) })
    }
    let names = line.position > 0 ? [] : Self.names(below)
    guard let argument = line.positional else { return .words(names) }
    guard case .words(let values) = await known.answer(for: argument, after: line.last) else { return .files }
    return .words(names + values)
  }

  /// The options that commands share.
  private static var shared: [ArgumentDescription] {
    (try? CommandDescription(of: AllSharedOptions.self))?.arguments.filter { !$0.isPositional } ?? []
  }

  private static func names(_ commands: [any ParsableCommand.Type]) -> [CompletionCandidate] {
    commands.filter { $0.configuration.shouldDisplay }.map {
      CompletionCandidate(word: $0._commandName, note: $0.configuration.abstract)
    }
  }

  private static func options(_ arguments: [ArgumentDescription]) -> [CompletionCandidate] {
    arguments.flatMap { argument in argument.names.map { CompletionCandidate(word: $0, note: argument.purpose) } }
  }
}

/// The words of a line behind the command's name.
private struct TypedLine {
  /// The option whose value comes next.
  private(set) var open: ArgumentDescription?
  /// Whether `--` ended the options.
  private(set) var isEnded = false
  /// The number of positional words.
  private(set) var position = 0
  /// The last of them.
  private(set) var last: String?
  /// The argument that a positional word would be.
  private(set) var positional: ArgumentDescription?
  /// The settings that are given by options.
  private(set) var given: [SettingKey: [String]] = [:]

  init(_ words: [String], _ arguments: [ArgumentDescription]) {
    for word in words {
      if let option = open {
        keep(word, of: option)
        open = nil
      } else if !isEnded, word == "--" {
        isEnded = true
      } else if !isEnded, word.hasPrefix("-"), word.count > 1 {
        let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
        guard let option = arguments.first(where: { $0.names.contains(parts[0]) }), option.value != nil else {
          continue
        }
        if parts.count > 1 { keep(parts[1], of: option) } else { open = option }
      } else {
        position += 1
        last = word
      }
    }
    let positionals = arguments.filter(\.isPositional)
    positional =
      position < positionals.count ? positionals[position] : positionals.last.flatMap { $0.isRepeating ? $0 : nil }
  }

  private mutating func keep(_ value: String, of option: ArgumentDescription) {
    for name in option.names {
      if let key = SettingKey(rawValue: String(name.drop { $0 == "-" })) { given[key, default: []].append(value) }
    }
  }
}
