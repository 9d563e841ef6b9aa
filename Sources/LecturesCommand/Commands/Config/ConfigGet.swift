import ArgumentParser
import Operations
import StrictJSON
import Terminal

/// `lectures config get SETTING`: one value and its origin.
struct ConfigGet: ReportingCommand {
  static let configuration = CommandConfiguration(
    "get", "Show one setting and its origin.",
    examples: [
      "lectures config get contract": "the one in force",
      "lectures config get contract --network kaia": "the one of another network",
      "lectures config get profiles.school.max-price": "what the file keeps there",
    ], after: "The value goes to standard output, its origin to standard error.")

  static let fileUse = Settings.FileUse.mending

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NetworkOptions.title) var networkOptions: NetworkOptions
  @OptionGroup var argument: SettingArgument

  func run(in context: CommandContext) async throws -> Report {
    let settings = context.settings
    let editor = ConfigEditor(settings)
    guard let key = SettingKey(rawValue: argument.setting) else {
      let place = try editor.place(of: argument.setting)
      guard let texts = settings.file.texts(at: place) else {
        guard settings.file.document[place] != nil else { return report(place, nil, nil, nil, in: context) }
        throw CommandFailure(
          .usage, "\(place) is a section and has no value.", advice: "lectures config list shows what is in it.")
      }
      return report(place, place.shown(texts), settings.file.path, nil, in: context)
    }
    let setting = settings.explain(key)
    let origin = setting.value == nil ? nil : setting.origin.description
    return report(editor.placeInForce(of: key), setting.value, origin, setting.problem, in: context)
  }

  private func report(
    _ place: ConfigPlace?, _ value: String?, _ origin: String?, _ problem: (any Error)?, in context: CommandContext
  ) -> Report {
    if value != nil {
      context.note(
        StyledText("from \([origin, place?.description].compactMap { $0 }.joined(separator: ", "))", .dim))
    }
    let problem = problem.map { CommandFailure($0) }
    let result: JSON = [
      "setting": .string(argument.setting), "value": .text(value), "origin": .text(origin), "place": .text(place),
      "problem": problem?.json ?? .null,
    ]
    return Report(result, failure: problem) {
      if let value {
        StyledText(value, .strong)
      } else if problem == nil {
        StyledText("not set", .dim)
      }
    }
  }
}
