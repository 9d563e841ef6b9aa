import ArgumentParser
import Operations
import StrictJSON
import Terminal

/// `lectures network show`: shows every setting and its origin; no node is asked.
struct NetworkShow: ReportingCommand {
  static let configuration = CommandConfiguration(
    "show", "Show a network, its settings and the origin of each.",
    examples: ["lectures network show": "", "lectures network show --network kairos": "of another one"]
  )

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions

  func run(in context: CommandContext) async throws -> Report {
    let settings = context.settings
    let network = try settings.network()
    let explained = settings.explained()
    settings.warnOfStrayVariables(context)
    return Report([
      "network": network.json(inUse: true), "profile": .string(settings.profile), "file": .text(settings.file.path),
      "settings": explained.json,
    ]) {
      "\(network.name, .strong)  \(network.summary)"
      [
        "Profile": StyledText(settings.profile), "Settings in": StyledText(settings.file.path ?? "nowhere"),
        "Explorer": StyledText(network.explorer ?? "none"),
      ] as Fields
      ""
      explained.table
    }
  }
}

extension [SettingExplanation] {
  /// The settings for people.
  var table: Table {
    var table = Table(.name("Setting"), .text("Value"), .text("From", .useful))
    for setting in self {
      let value: StyledText =
        setting.problem.map { StyledText(CommandFailure($0).message, .bad) } ?? setting.value.map { StyledText($0) }
        ?? StyledText("not set", .dim)
      table.add(
        StyledText(setting.key.name), value, setting.value == nil ? "" : StyledText(setting.origin.description, .dim))
    }
    return table
  }

  /// The settings in the output of `--json`.
  var json: JSON {
    .array(
      map { setting in
        [
          "name": .string(setting.key.name), "value": .text(setting.value),
          "origin": setting.value == nil ? .null : .string(setting.origin.description),
          "problem": setting.problem.map { CommandFailure($0).json } ?? .null,
        ]
      })
  }
}

extension Settings {
  /// Warns of variables that look like settings and are none.
  func warnOfStrayVariables(_ context: CommandContext) {
    for stray in strayVariables {
      context.warn(
        "\(stray.name) is no setting and is ignored.\(stray.suggestion.map { " Did you mean \($0)?" } ?? "")")
    }
  }
}
