import ArgumentParser
import StrictJSON
import Terminal

/// `lectures config unset SETTING`: takes back what the configuration file keeps.
struct ConfigUnset: ReportingCommand {
  static let configuration = CommandConfiguration(
    "unset", "Take a kept setting back.",
    examples: [
      "lectures config unset contract": "the one of the network in use",
      "lectures config unset contract --network kairos": "the one of another network",
      "lectures config unset profiles.school.max-pirce": "a mistake, where the error has it",
      "lectures config unset profiles.lab": "a whole profile; asks first",
    ],
    after: """
      It takes back what `network use` and `contract deploy` kept, too. Then the next weaker value counts.
      """)

  static let fileUse = Settings.FileUse.mending

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NetworkOptions.title) var networkOptions: NetworkOptions
  @OptionGroup var agreement: AgreementOptions
  @OptionGroup var argument: SettingArgument

  func run(in context: CommandContext) async throws -> Report {
    let place = try place(context.settings)
    if context.settings.file.document[place]?.object != nil {
      let (change, _) = try context.settings.unsetting(place)
      try await context.prompts.confirm(
        "Take \(place.description) back, with all that is in it?", ["Settings": "\(change.removed)"])
    }
    let (change, settings) = try context.settings.writing { (settings) throws(CommandFailure) in
      try settings.unsetting(place)
    }
    return change.report(nil, in: settings, context)
  }

  /// A setting that stands outside of all sections by mistake is named as any other, and meant.
  private func place(_ settings: Settings) throws(CommandFailure) -> ConfigPlace {
    let outside = ConfigPlace(keys: [argument.setting])
    let isMistake = settings.file.problems.contains { $0.place == outside }
    return isMistake ? outside : try settings.place(of: argument.setting)
  }
}
