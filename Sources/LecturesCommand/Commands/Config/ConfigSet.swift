import ArgumentParser
import Operations

/// `lectures config set SETTING VALUE…`: keeps a value in the configuration file.
struct ConfigSet: ReportingCommand {
  static let configuration = CommandConfiguration(
    "set", "Save a setting in the configuration file.",
    examples: [
      "lectures config set account alice": "in the profile in use",
      "lectures config set contract 0x… --network kairos": "for one network",
      "lectures config set endpoint https://a.example https://b.example": "two, the first preferred",
      "lectures config set profiles.school.limit-per-day 20": "at a place of the file",
      "lectures config set profile school": "take another profile from now on",
    ],
    after: "A value that no command could use is refused. The file is replaced as a whole, readable for you only.")

  static let fileUse = Settings.FileUse.mending

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NetworkOptions.title) var networkOptions: NetworkOptions
  @OptionGroup var argument: SettingArgument
  @Argument(
    help: ArgumentHelp("The value; of endpoint, one or more.", valueName: "value"), completion: .known(.settingValues))
  var values: [String]

  func run(in context: CommandContext) async throws -> Report {
    let editor = ConfigEditor(context.settings)
    let (change, settings) = try editor.write(values, at: editor.place(of: argument.setting))
    return change.report(settings.file.texts(at: change.place) ?? values, in: settings, context)
  }
}
