import ArgumentParser
import Locking
import StrictJSON

/// A command as the argument parser describes it to other tools: its ToolInfo, version 0.
///
/// The parser's module with these types is no product of its package; the JSON that is made of them is its interface.
struct CommandDescription: Sendable {
  let name: String
  let abstract: String
  let prose: String
  /// The examples, a line each, remarks (`# …`) included.
  let examples: [String]
  /// Whether help lists it.
  let isShown: Bool
  /// The commands below, without the one that every page would have (`help`).
  let commands: [CommandDescription]
  /// Whether one of the commands below is meant where none is named.
  let hasDefault: Bool
  /// The arguments, flags and options that are shown.
  let arguments: [ArgumentDescription]
  /// All spellings of its flags and options, those that are not shown included.
  let options: Set<String>
  /// The options that a value follows.
  let optionsWithValue: Set<String>

  /// - Throws: `JSONError` if the parser's description is no JSON; `ValidationError` if it is of another version.
  init(of type: any ParsableArguments.Type) throws {
    if let known = Self.known.withLock({ $0[ObjectIdentifier(type)] }) {
      self = known
      return
    }
    let tool = try JSON(parsing: type._dumpHelp())
    guard tool["serializationVersion"] == 0, let command = tool["command"] else {
      throw ValidationError("The argument parser describes its commands in a way that is not known here.")
    }
    self.init(command)
    let made = self
    Self.known.withLock { $0[ObjectIdentifier(type)] = made }
  }

  /// The descriptions that were made: that of all commands takes the parser half a second.
  private static let known = Guarded<[ObjectIdentifier: CommandDescription]>([:])

  private init(_ command: JSON) {
    name = command["commandName"]?.string ?? ""
    abstract = command["abstract"]?.string ?? ""
    (prose, examples) = Help.parts(of: command["discussion"]?.string ?? "")
    isShown = command["shouldDisplay"]?.bool != false
    commands = (command["subcommands"]?.array ?? []).filter { $0["commandName"] != "help" }.map(CommandDescription.init)
    hasDefault = command["defaultSubcommand"] != nil
    let all = (command["arguments"]?.array ?? []).map(ArgumentDescription.init)
    arguments = all.filter(\.isShown)
    options = Set(all.flatMap(\.names))
    optionsWithValue = Set(all.filter { $0.value != nil }.flatMap(\.names))
  }

  /// The commands that have none below and are shown, by the names that lead there: `network use`.
  var leaves: [(name: String, command: CommandDescription)] {
    commands.filter(\.isShown).flatMap { command in
      let below = command.leaves.map { ("\(command.name) \($0.name)", $0.command) }
      return below.isEmpty ? [(command.name, command)] : below
    }
  }

  /// The words to type behind the command's name: `[<options>] <lecture> --scores <a,b,c,d,e>`.
  var usage: String {
    let optional = arguments.filter { !$0.isPositional && $0.isOptional && !$0.isAboutProgram }
    var words = optional.isEmpty ? [] : ["[<options>]"]
    words += arguments.filter { $0.isPositional || !$0.isOptional }.map(\.usage)
    if !commands.isEmpty { words.append(hasDefault ? "[<subcommand>]" : "<subcommand>") }
    return words.joined(separator: " ")
  }
}

/// An argument, a flag or an option of a command.
struct ArgumentDescription: Sendable {
  let isPositional: Bool
  fileprivate let isShown: Bool
  let isOptional: Bool
  let isRepeating: Bool
  /// All spellings, with their dashes.
  let names: [String]
  /// The value's placeholder, `<price>`; nil for a flag.
  let value: String?
  /// The title of the group that it is listed in; nil for the command's own.
  let section: String?
  /// The values that a shell offers.
  let completion: Completion
  /// The purpose, in a sentence, with the accepted values and the default.
  let purpose: String

  /// The kinds of values that a shell offers.
  enum Completion: Sendable, Hashable {
    case words([String])
    case files
    /// Values that only this program knows.
    case known(KnownKind)
    case nothing
  }

  fileprivate init(_ argument: JSON) {
    isShown = argument["shouldDisplay"]?.bool == true
    isPositional = argument["kind"] == "positional"
    isOptional = argument["isOptional"]?.bool == true
    isRepeating = argument["isRepeating"]?.bool == true
    names = (argument["names"]?.array ?? []).map { ($0["kind"] == "long" ? "--" : "-") + ($0["name"]?.string ?? "") }
    value = argument["kind"] == "flag" ? nil : "<\(argument["valueName"]?.string ?? "value")>"
    section = argument["sectionTitle"]?.string
    let abstract = argument["abstract"]?.string ?? ""
    let values = argument["allValues"]?.array?.compactMap(\.string) ?? []
    completion = Completion(argument["completionKind"], values: values)
    let isTold = values.allSatisfy { abstract.contains($0) }
    purpose = [
      abstract, isTold ? "" : "(values: \(values.joined(separator: ", ")))",
      argument["defaultValue"]?.string.map { "(default: \($0))" } ?? "",
    ].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// Whether it tells about the program and does nothing else, as `--help` does.
  fileprivate var isAboutProgram: Bool { names.contains("--help") || names.contains("--version") }

  /// The form in a list: `<lecture>`, `--endpoint, --rpc-url <url>`.
  var label: String {
    [names.joined(separator: ", "), value ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The form in a line to type: `[<lectures> ...]`, `--price <price>`.
  fileprivate var usage: String {
    let word = [names.first, value].compactMap { $0 }.joined(separator: " ") + (isRepeating ? " ..." : "")
    return isOptional ? "[\(word)]" : word
  }
}

extension ArgumentDescription.Completion {
  fileprivate init(_ kind: JSON?, values: [String]) {
    let words = kind?["list"]?["values"]?.array?.compactMap(\.string) ?? values
    if !words.isEmpty {
      self = .words(words)
    } else if let known = kind?["shellCommand"]?["command"]?.string.flatMap(KnownKind.init) {
      self = .known(known)
    } else {
      self = kind?["file"] == nil && kind?["directory"] == nil ? .nothing : .files
    }
  }
}
