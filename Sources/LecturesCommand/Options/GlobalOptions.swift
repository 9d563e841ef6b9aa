import ArgumentParser
import Localization
import Terminal

/// The options that every command has: the form and the language of the output, and the configuration file.
///
/// A command takes them in with one line: `@OptionGroup(title: GlobalOptions.title) var global: GlobalOptions`.
struct GlobalOptions: SharedOptionGroup {
  static let title = "Global options"

  @Flag(help: "Print JSON, also for a failure; Docs/json.md lists the members.") var json = false

  @Flag(name: .shortAndLong, help: "Print only errors and warnings.") var quiet = false

  @Flag(name: .shortAndLong, help: "Print each step.") var verbose = false

  @Flag(help: "Print without colours; NO_COLOR does the same.") var noColor = false

  @Option(
    help: ArgumentHelp("The output's language: en, ko or uk; by default the system's.", valueName: "language"),
    completion: .list(Language.allCases.map(\.rawValue)))
  var language: String?

  @Option(
    help: ArgumentHelp(
      "The profile in the configuration file; by default the one that the file names.", valueName: "name"),
    completion: .known(.profiles))
  var profile: String?

  @Option(
    help: ArgumentHelp("The configuration file; by default ~/.config/lectures/config.json.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var config: String?

  /// The amount and the form of the output.
  func outputMode(in language: Language) -> Console.OutputMode {
    Console.OutputMode(json: json, quiet: quiet, verbose: verbose, colour: !noColor, language: language)
  }

  func validate() throws {
    if quiet && verbose { throw UsageRule.either("--quiet", "--verbose") }
  }
}
