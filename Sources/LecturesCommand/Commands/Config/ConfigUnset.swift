import ArgumentParser
import Localization
import Operations
import StrictJSON
import Terminal

/// `lectures config unset SETTING`: removes a setting from the configuration file.
struct ConfigUnset: ReportingCommand {
  static let configuration = CommandConfiguration(
    "unset", "Remove a setting from the configuration file.",
    examples: [
      "lectures config unset contract": "the one of the network in use",
      "lectures config unset contract --network kairos": "the one of another network",
      "lectures config unset profiles.school.max-pirce": "a mistake, where the error has it",
      "lectures config unset profiles.lab": "a whole profile; asks first",
    ],
    after: """
      It also removes what `network use` and `contract deploy` saved. Then the next in order counts.
      """)

  static let fileUse = Settings.FileUse.mending

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NetworkOptions.title) var networkOptions: NetworkOptions
  @OptionGroup var agreement: AgreementOptions
  @OptionGroup var argument: SettingArgument

  func run(in context: CommandContext) async throws -> Report {
    let (editor, language) = (ConfigEditor(context.settings), context.language)
    // A setting that stands outside of all sections by mistake is named as any other, and meant.
    let outside = ConfigPlace(keys: [argument.setting])
    let isMistake = context.settings.file.problems.contains { $0.place == outside }
    let place = isMistake ? outside : try editor.place(of: argument.setting)
    if context.settings.file.document[place]?.object != nil {
      let (change, _) = try editor.change(place, to: nil)
      try await context.prompts.confirm(
        language[SettingText.takeBackQuestion(place.description)],
        [language[SettingText.settings].plain: "\(change.removed)"])
    }
    let (change, settings) = try editor.write(nil, at: place)
    return change.report(nil, in: settings, context)
  }
}
