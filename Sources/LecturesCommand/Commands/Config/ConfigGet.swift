import ArgumentParser
import Localization
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
        guard settings.file.document[place] != nil else { return report(place, nil, nil, in: context) }
        throw CommandFailure(.usage, ConfigRefusal.section("\(place)"))
      }
      return report(place, place.shown(texts), nil, in: context)
    }
    let setting = settings.explain(key)
    let origin = setting.value == nil ? nil : setting.origin
    return report(editor.placeInForce(of: key), setting.value, origin, problem: setting.problem, in: context)
  }

  /// - Parameter origin: Nil for a place of the file, from which the value is then.
  private func report(
    _ place: ConfigPlace?, _ value: String?, _ origin: SettingOrigin?, problem: (any Error)? = nil,
    in context: CommandContext
  ) -> Report {
    let file = value == nil || origin != nil ? nil : context.settings.file.path
    let language = context.language
    if value != nil {
      context.note(
        language[
          SettingText.origin(
            origin.map { OriginText($0) },
            place: [file, place?.description].compactMap(\.self).joined(separator: ", "))])
    }
    let problem = problem.map { CommandFailure($0) }
    let result: JSON = [
      "setting": .string(argument.setting), "value": .text(value), "origin": .text(origin?.description ?? file),
      "place": .text(place),
      "problem": problem?.json ?? .null,
    ]
    return Report(result, failure: problem) {
      if let value {
        StyledText(value, .strong)
      } else if problem == nil {
        language[SettingText.notSet]
      }
    }
  }
}
