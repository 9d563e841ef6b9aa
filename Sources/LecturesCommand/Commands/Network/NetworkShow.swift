import ArgumentParser
import Localization
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
    let (explained, language) = (settings.explained(), context.language)
    settings.warnOfStrayVariables(context)
    return Report([
      "network": network.json(inUse: true), "profile": .string(settings.profile), "file": .text(settings.file.path),
      "settings": explained.json,
    ]) {
      "\(network.name, .strong)  \(language[NetworkSummary(network)])"
      [
        language[NetworkText.profile].plain: StyledText(settings.profile),
        language[NetworkText.settingsIn].plain: settings.file.path.map { StyledText($0) }
          ?? language[NetworkText.nowhere],
        language[Label.explorer]: network.explorer.map { StyledText($0) } ?? language[NetworkText.none],
      ] as Fields
      ""
      explained.table(in: language)
    }
  }
}

extension [SettingExplanation] {
  /// The settings for people.
  func table(in language: Language) -> Table {
    var table = Table(
      .name(language[SettingText.setting].plain), .text(language[SettingText.value].plain),
      .text(language[SettingText.from].plain, .useful))
    for setting in self {
      let value: StyledText =
        setting.problem.map { StyledText(CommandFailure($0).words(in: language).message, .bad) }
        ?? setting.value.map { StyledText($0) } ?? language[SettingText.notSet]
      table.add(
        StyledText(setting.key.name), value,
        setting.value == nil ? "" : StyledText(language[OriginText(setting.origin)], .dim))
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
      context.warn(context.language[SettingText.stray(stray.name, suggestion: stray.suggestion)])
    }
  }
}
