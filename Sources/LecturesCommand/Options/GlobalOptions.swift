import ArgumentParser
import Terminal

/// The options that every command has: the form of the output, and the configuration file.
///
/// A command takes them in with one line: `@OptionGroup(title: GlobalOptions.title) var global: GlobalOptions`.
struct GlobalOptions: ParsableArguments, Sendable {
  static let title = "Global options"

  @Flag(help: "Print one JSON value, also for a failure; Docs/json.md lists its members.") var json = false

  @Flag(name: .shortAndLong, help: "Print only errors and warnings.") var quiet = false

  @Flag(name: .shortAndLong, help: "Print each step.") var verbose = false

  @Flag(help: "Print without colours; NO_COLOR does the same.") var noColor = false

  @Option(help: ArgumentHelp("The profile in the configuration file.", valueName: "name"), completion: .profiles)
  var profile: String?

  @Option(help: ArgumentHelp("The configuration file.", valueName: "file"), completion: .file(extensions: ["json"]))
  var config: String?

  /// The amount and the form of the output.
  var manner: Console.Manner { Console.Manner(json: json, quiet: quiet, verbose: verbose, colour: !noColor) }

  func validate() throws {
    if quiet && verbose { throw ValidationError("Give either --quiet or --verbose, not both.") }
  }
}
