import ArgumentParser
import Localization
import Operations
import StrictJSON
import Terminal

/// `lectures config list`: every setting and its origin, and all that the configuration file keeps.
struct ConfigList: ReportingCommand {
  static let configuration = CommandConfiguration(
    "list", "List the settings, and all that the configuration file keeps.",
    examples: [
      "lectures config list": "", "lectures config list --profile school --network kaia": "as they would be there",
    ],
    after: """
      The first list has the settings in force and where each comes from. The second has every place in the file, \
      of all profiles and networks, and whether its value is in force.
      """)

  static let fileUse = Settings.FileUse.mending

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NetworkOptions.title) var networkOptions: NetworkOptions

  func run(in context: CommandContext) async throws -> Report {
    let settings = context.settings
    let (explained, language) = (settings.explained(), context.language)
    var kept = Table(
      .name(language[SettingText.place].plain), .text(language[SettingText.value].plain),
      .text(language[SettingText.inForce].plain), placeholder: language[SettingText.nothingKept])
    for place in settings.file.places where place != .currentProfile {
      kept.add(
        StyledText(place.description), value(at: place, settings, language), origin(of: place, settings, language))
    }
    let places = kept
    for problem in settings.file.problems { warn(of: problem, context) }
    if let problem = settings.profileProblem {
      context.warn(StyledText(CommandFailure(problem).words(in: language).message))
    }
    settings.warnOfStrayVariables(context)
    let others = settings.file.profileNames.filter { $0 != settings.profile }
    return Report(result(settings, explained)) {
      [
        language[Label.file]: settings.file.path.map { StyledText(path: $0) } ?? language[NetworkText.nowhere],
        language[NetworkText.profile].plain: StyledText(settings.profile, .strong)
          + (others.isEmpty ? "" : language[SettingText.others(others.joined(separator: ", "))]),
      ] as Fields
      ""
      explained.table(in: language)
      ""
      places
    }
  }

  private func value(at place: ConfigPlace, _ settings: Settings, _ language: Language) -> StyledText {
    settings.file.texts(at: place).map { StyledText(place.shown($0)) } ?? language[SettingText.unreadable]
  }

  private func origin(of place: ConfigPlace, _ settings: Settings, _ language: Language) -> StyledText {
    guard place.key != nil else { return language[SettingText.mistake] }
    guard ConfigEditor(settings).isInUse(place) else { return "" }
    return language[ConfigEditor(settings).stronger(than: place).map { SettingText.no(OriginText($0)) } ?? .yes]
  }

  private func warn(of problem: ConfigProblem, _ context: CommandContext) {
    let failure = CommandFailure(context.settings.file.error(problem))
    guard context.language == .english else {
      return context.warn(StyledText(failure.words(in: context.language).allSentences + " (`\(problem.place)`)"))
    }
    context.warn(
      StyledText(
        [failure.message, problem.reason, failure.place.map { "(\($0))" }, failure.advice].compactMap { $0 }
          .joined(separator: " ")))
  }

  private func result(_ settings: Settings, _ explained: [SettingExplanation]) -> JSON {
    let file = settings.file
    let kept = file.places.filter { $0 != .currentProfile }.map { place -> JSON in
      [
        "place": .string(place.description), "name": .text(place.key?.name), "profile": .text(place.profile),
        "network": .text(place.network), "value": .text(file.texts(at: place).map { place.shown($0) }),
        "inForce": .bool(ConfigEditor(settings).isInForce(place)),
      ]
    }
    return [
      "file": .text(file.path), "profile": .string(settings.profile),
      "profiles": .array(file.profileNames.map { .string($0) }), "network": .text(settings.networkName),
      "settings": explained.json, "kept": .array(kept),
      "problems": .array(file.problems.map { CommandFailure(file.error($0)).json }),
    ]
  }
}
